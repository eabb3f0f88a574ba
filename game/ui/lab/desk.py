"""What the Lab's screen has in hand: mode, tool, brush, what is chosen and who looks at whom. No picture of it."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias, get_args

from game.engine.state import GameState
from game.engine.verdict import Verdict
from game.errors import FiringArcError
from game.sim.lab import clipboard, edits
from game.sim.lab.clipboard import Clip
from game.sim.lab.doc import Doc, Thing, verdict_of
from game.sim.lab.edits import Edit
from game.sim.lab.lab import Lab, Moment
from game.table.model import Model
from game.table.terrain import Terrain
from game.ui.lab.form import Form
from game.ui.lab.snapping import Snapping
from game.units import Point
from game.words import say

Mode: TypeAlias = Literal["edit", "play"]
Tool: TypeAlias = Literal["select", "outline", "box", "round", "tape"]
Tab: TypeAlias = Literal["terrain", "models", "history"]
BrushKind: TypeAlias = Literal["terrain", "profile", "force", "marker", "unit"]
TOOLS: dict[str, Tool] = {name: name for name in get_args(Tool)}
TABS: dict[str, Tab] = {name: name for name in get_args(Tab)}
BRUSHES: dict[str, BrushKind] = {name: name for name in get_args(BrushKind)}
REST = 0.12
"""Seconds after which a hand that holds something counts as resting."""
BUDGETS = (1.0, 2.0, 4.0, 5.0, 6.0, 8.0, 10.0, 12.0, 18.0, 24.0)


class Brush(NamedTuple):
    """What a click on the table puts down: a kind of terrain, a profile, a force, an objective, or a
    unit that waits off the table."""

    kind: BrushKind
    id: str


class Desk:
    """The Lab's hands. `chosen` are the things taken hold of; `viewer` looks at `target`; `held` is the moment that a
    drag would make, None while nothing is dragged; `why` says why the last edit was refused."""

    def __init__(self, lab: Lab) -> None:
        self.lab = lab
        self.mode: Mode = "edit"
        self.tool: Tool = "select"
        self.tab: Tab = "terrain"
        self.brush: Brush | None = None
        self.side = "blue"
        self.chosen: tuple[Thing, ...] = ()
        self.viewer = self.target = ""
        self.snapping = Snapping()
        self.budget = 6.0
        self.clip: Clip | None = None
        self.held: Moment | None = None
        self.form = Form(self)
        self.why: Verdict | None = None
        self.outline: tuple[Point, ...] = ()
        self.pointed: Point | None = None
        self.stepping = False
        self.saved: Doc | None = lab.doc
        self.path = ""
        self.version = 0
        self._rough: Edit | None = None
        self._rested = 0.0
        self.look_anew()

    # --- what is on show
    @property
    def moment(self) -> Moment:
        return self.held or self.lab.now

    @property
    def state(self) -> GameState:
        return self.moment.state

    @property
    def doc(self) -> Doc:
        return self.held.doc if self.held is not None else self.lab.present

    @property
    def unsaved(self) -> bool:
        """Whether something was changed since it was saved or opened."""
        return self.saved is not self.lab.doc

    def touched(self) -> None:
        """Something about the desk is another than before."""
        self.version += 1

    # --- edits
    def do(self, edit: Edit, words: str, merge: str = "") -> bool:
        """Makes an edit; a refusal is kept to be told. False where nothing came of it."""
        self.held, self._rough, self.snapping.guides, self.why = None, None, (), None
        self.touched()
        try:
            made = self.lab.edit(edit, words, merge)
        except FiringArcError as error:
            self.why = verdict_of(error)
            return False
        self._keep_sound()
        return made

    def try_out(self, edit: Edit, *, exact: bool = False) -> bool:
        """Shows what an edit would make, while something is dragged. A refusal leaves the last that was possible."""
        self.touched()
        self._rough, self._rested = None if exact else edit, 0.0
        try:
            self.held, self.why = self.lab.edited(edit) if exact else self.lab.tried(edit), None
        except FiringArcError as error:
            self.why = verdict_of(error)
            return False
        return True

    def rest(self, dt: float) -> None:
        """A hand that rests with something in it sees exactly what would come of it, or why nothing would."""
        self._rested += dt
        if self.held is not None and self._rough is not None and self._rested >= REST:
            self.try_out(self._rough, exact=True)

    def let_go(self) -> None:
        """Nothing is dragged any more, and nothing comes of it."""
        self._rough = None
        self.held, self.snapping.guides = None, ()
        self.touched()

    def _keep_sound(self) -> None:
        """Nothing is chosen or looked at that is not there any more."""
        doc = self.doc
        self.chosen = tuple(t for t in self.chosen if doc.has(t))
        self.look_anew()

    def went(self) -> None:
        """Another moment is the present one."""
        self.held, self.form.typing, self.why, self.snapping.guides = None, None, None, ()
        self._keep_sound()
        self.touched()

    # --- choosing
    def choose(self, things: Sequence[Thing], *, more: bool = False, alone: bool = False) -> None:
        """Takes hold of things, of each with its group unless `alone`; with `more` besides those already held."""
        doc = self.doc
        found = [t for thing in things for t in ((thing,) if alone else doc.together(thing)) if doc.has(t)]
        if more:
            dropped = set(found) & set(self.chosen) if set(found) <= set(self.chosen) else set()
            found = [*(t for t in self.chosen if t not in dropped), *(t for t in found if t not in dropped)]
        self.chosen = tuple(dict.fromkeys(found))
        self.form.typing = None
        if len(things) == 1 and things[0].kind == "model":
            self.look_through(things[0].id)
        self.touched()

    @property
    def one(self) -> Thing | None:
        """The only thing chosen."""
        return self.chosen[0] if len(self.chosen) == 1 else None

    @property
    def piece(self) -> Terrain | None:
        """The only thing chosen, where it is a piece of terrain."""
        one = self.one
        return self.doc.setting.terrain.get(one.id) if one is not None and one.kind == "piece" else None

    @property
    def model(self) -> Model | None:
        """The only thing chosen, where it is a model."""
        one = self.one
        return self.state.models.get(one.id) if one is not None and one.kind == "model" else None

    def look_through(self, name: str) -> None:
        """A model was chosen: of the viewer's side it becomes the viewer, of another side the target."""
        models = self.state.models
        viewer = models.get(self.viewer)
        if viewer is None or not viewer.on_table or models[name].side == viewer.side:
            self.viewer = name
        else:
            self.target = name
        self.look_anew()

    def look_anew(self) -> None:
        """Who looks at whom, where one of them is missing: the first, and the nearest of another side."""
        models = self.state.models
        standing = [m for m in models.values() if m.on_table]
        viewer = models.get(self.viewer)
        if viewer is None or not viewer.on_table:
            viewer = next(iter(standing), None)
            self.viewer = viewer.id if viewer is not None else ""
        target = models.get(self.target)
        if viewer is not None and (target is None or not target.on_table or target.side == viewer.side):
            foes = [m for m in standing if m.side != viewer.side]
            nearest = min(foes, key=lambda m: math.dist(m.base.at, viewer.base.at), default=None)
            self.target = nearest.id if nearest is not None else ""

    def swap(self) -> None:
        """The target looks back."""
        if self.target:
            self.viewer, self.target = self.target, self.viewer
            self.touched()

    # --- the clipboard
    def copy(self) -> bool:
        try:
            self.clip = clipboard.copied(self.doc, self.chosen)
        except FiringArcError as error:
            self.why = verdict_of(error)
            return False
        return True

    def paste(self, at: Point) -> bool:
        """Sets down what was copied, and takes hold of it."""
        if self.clip is None:
            return False
        return self._new(clipboard.pasted(self.clip, at), "Paste")

    def duplicate(self) -> bool:
        """A copy of what is chosen beside it."""
        if not self.chosen:
            return False
        clip = clipboard.copied(self.doc, self.chosen)
        return self._new(clipboard.pasted(clip, (clip.middle[0] + 1.0, clip.middle[1] - 1.0)), "Duplicate")

    def put_down(self, at: Point, size: Point | None = None) -> bool:
        """Puts down what the brush holds."""
        brush = self.brush
        if brush is None:
            return False
        if brush.kind == "terrain":
            return self._new(edits.add_piece(brush.id, at, size), new_thing(brush.id))
        if brush.kind == "profile":
            return self._new(edits.add_unit(brush.id, self.side, at), new_thing(self._named(brush)))
        if brush.kind == "unit":
            return self._new(edits.put_unit(brush.id, at), say("{brush} put down", brush=self._named(brush)))
        if brush.kind == "force":
            return self._new(edits.add_force(brush.id, self.side, at), "A force")
        return self._new(edits.add_marker(at), "New objective")

    def _named(self, brush: Brush) -> str:
        """What the brush holds, as the palette calls it."""
        if brush.kind == "unit":
            return self.state.units[brush.id].name
        return next((e.name for e in self.lab.ruleset.builder.catalogue() if e.id == brush.id), brush.id)

    def _new(self, edit: Edit, words: str) -> bool:
        """An edit that makes things, which are chosen then."""
        before = set(self.doc.things())
        if not self.do(edit, words):
            return False
        new = [t for t in self.doc.things() if t not in before]
        self.chosen = tuple(new)
        models = [t for t in new if t.kind == "model"]
        if models:
            self.look_through(models[0].id)
        self.touched()
        return True

    def waiting(self) -> list[tuple[str, str, str]]:
        """Units off the table: id, side, name."""
        state = self.state
        return [(u.id, u.side, u.name) for u in state.units.values()
                if any(state.models[m].at is None and state.models[m].in_play for m in u.models)]

    def draw_outline(self) -> bool:
        """The corners that were set become a piece."""
        corners, self.outline = self.outline, ()
        if self.brush is None or self.brush.kind != "terrain":
            return False
        return self._new(edits.add_outline(self.brush.id, corners), new_thing(self.brush.id))


def new_thing(name: str) -> str:
    """What the history tells of something that was put down."""
    return say("New: {name}", name=name.replace("_", " "))
