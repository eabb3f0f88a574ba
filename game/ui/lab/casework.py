"""What the Lab's screen does with rule cases: go through the steps of the one that is open, keep one, run a folder."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from game.errors import FiringArcError
from game.sim.lab import casesteps
from game.sim.lab.doc import verdict_of

if TYPE_CHECKING:
    from game.ui.scenes.lab import LabScene


class Casework:
    """Actions are words, as ("step", 2)."""

    def __init__(self, scene: LabScene) -> None:
        self.scene = scene

    def do(self, word: str, *about: Any) -> None:
        """A button of the case's panel."""
        scene, case, panel = self.scene, self.scene.lab.case, self.scene.picture.case
        if case is None:
            return
        step = panel.step
        match word:
            case "list":
                panel.open, scene.picture.expected.scroll = not panel.open, 0
            case "close":
                scene.lab.case = None
                scene.lab.version += 1
            case "again":
                self.again()
            case _:
                goal = {"first": 0, "back": step - 1, "on": step + 1, "last": case.steps}.get(word)
                self.go_to(int(about[0]) if about else goal if goal is not None else step, one_on=word == "on")
        scene.desk.touched()

    def go_to(self, step: int, *, one_on: bool = False) -> None:
        """To how things stood after a step; one step on is told as it was played, where the Lab plays."""
        scene, case = self.scene, self.scene.lab.case
        if case is None or scene.picture.case.changed() or not 0 <= step <= case.steps:
            return
        place, before = case.places[step], scene.lab.now
        scene.picture.case.step = step
        if place == scene.lab.at:
            return
        scene.go(place)
        events = scene.lab.now.match.events[len(before.match.events):]
        if one_on and scene.desk.mode == "play" and events and scene.lab.now.match.journal.start is (
                before.match.journal.start):
            scene.tell_again(before.state, events)

    def again(self) -> None:
        """The steps of the case, from the table as it stands."""
        scene = self.scene
        try:
            casesteps.play_again(scene.lab)
        except FiringArcError as error:
            scene.desk.why = verdict_of(error)
            scene.shell.toast(str(scene.desk.why), "harm")
            scene.shell.sound.play("refuse")
            return
        scene.picture.case.open = True
        scene.desk.went()
        scene.follow()
        scene.shell.sound.play("click")

    def keep(self) -> None:
        """The page on which what was played becomes a case."""
        from game.ui.scenes.lab_case import CasePage

        self.scene.playback.skip()
        self.scene.shell.push(CasePage(self.scene.shell, self.scene))

    def run_folder(self) -> None:
        """The page that runs the cases of a folder."""
        self.scene.shell.show_cases()
