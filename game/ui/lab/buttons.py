"""What the buttons of the Lab mean, whichever of its panels they are on."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from game.sim.lab import edits, table_edits
from game.ui.lab.desk import BRUSHES, TABS, TOOLS, Brush, Tool
from game.ui.panels.panel import Action
from game.words import say

if TYPE_CHECKING:
    from game.ui.lab.desk import Desk
    from game.ui.lab.picture import LabPicture
    from game.ui.scenes.lab import LabScene


class LabButtons:
    """Does what a button or its key says; what it does not know is one of the battle's."""

    def __init__(self, scene: LabScene) -> None:
        self.scene = scene

    @property
    def desk(self) -> Desk:
        return self.scene.desk

    @property
    def picture(self) -> LabPicture:
        return self.scene.picture

    def do(self, action: Action) -> bool:
        """False for what is not one of the Lab's own."""
        scene, desk = self.scene, self.desk
        match action:
            case ("mode", str(mode)):
                scene.enter(mode)
            case ("rules", str(rules)):
                scene.other_rules(rules)
            case ("tool", str(tool)):
                self._tool(TOOLS[tool])
            case ("tab", str(tab)):
                desk.tab = TABS[tab]
            case ("side", str(side)):
                desk.side = side
            case ("brush", str(kind), str(name)):
                self._brush(Brush(BRUSHES[kind], name))
            case ("go", int(place)):
                scene.go(place)
            case ("type", str(key)):
                if desk.form.typing is None or desk.form.typing.key != key:
                    desk.form.type_into(key)
            case ("step", str(key), int(by)):
                desk.form.step(key, by)
            case ("set", str(key), value):
                desk.form.set(key, value)
            case ("open", str(key)):
                inspector = self.picture.inspector
                inspector.open = "" if inspector.open == key else key
            case ("tick", str(key), str(name)):
                self._tick(key, name)
            case ("align", str(how)):
                desk.do(edits.align(desk.chosen, edits.ALIGNS[how]), "Align")
            case ("numbers", str(order)):
                scene.show_numbers(order)
            case ("again", str(which)):
                scene.again(other=which == "other")
            case ("case", *rest):
                scene.casework.do(*rest)
            case _:
                return self._does(str(action[0]))
        return True

    def _does(self, word: str) -> bool:
        """The plain actions, of one word."""
        scene, desk = self.scene, self.desk
        doing: dict[str, Callable[[], Any]] = {
            "duplicate": desk.duplicate, "swap": desk.swap, "clear-dice": self.clear_dice,
            "delete": self.delete, "save-session": scene.save, "keep-case": scene.casework.keep,
            "stepping": scene.toggle_stepping, "numbers": scene.show_numbers,
            "step-on": scene.step_on, "step-back": scene.step_back,
            "group": lambda: desk.do(edits.group(desk.chosen), "Group"),
            "ungroup": lambda: desk.do(edits.ungroup(desk.chosen), "Ungroup"),
            "acts-next": self._acts_next,
        }
        if word not in doing:
            return False
        doing[word]()
        return True

    def _acts_next(self) -> None:
        model = self.desk.model
        if model is not None:
            self.desk.do(table_edits.acts_next(model.id), say("{model} acts next", model=model.name))

    def clear_dice(self) -> None:
        """All dice are left to chance."""
        self.desk.lab.force(())
        self.desk.form.typing = None

    def delete(self) -> None:
        """What is chosen is gone."""
        if self.desk.chosen:
            self.desk.do(edits.delete(self.desk.chosen), "Delete")

    def _tool(self, tool: Tool) -> None:
        desk, picture = self.desk, self.picture
        desk.tool = tool
        picture.measuring, picture.tape, desk.outline = tool == "tape", None, ()
        if tool in ("select", "tape"):
            desk.brush = None
        elif desk.brush is None or desk.brush.kind != "terrain":
            desk.brush, desk.tab = Brush("terrain", "wall" if tool != "round" else "wood"), "terrain"

    def _brush(self, brush: Brush) -> None:
        desk = self.desk
        desk.outline = ()
        desk.brush = None if desk.brush == brush else brush
        self.picture.measuring = False
        if brush.kind != "terrain" or desk.tool == "tape":
            desk.tool = "select"

    def _tick(self, key: str, name: str) -> None:
        field = self.desk.form.field(key)
        if field is None:
            return
        if field.kind == "choice":
            self.desk.form.set(key, name)
            self.picture.inspector.open = ""
            return
        chosen = tuple(v for v in field.value if v != name) if name in field.value else (*field.value, name)
        self.desk.form.set(key, chosen)
