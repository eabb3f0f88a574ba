"""Where the scenes of the window lead: each screen, menu and page, the battle, the replay and the Lab."""
from __future__ import annotations

from abc import abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from game.engine.campaign import Fought
from game.errors import FiringArcError
from game.sim import paths
from game.sim.lab.sessions import SessionInfo
from game.sim.session import BattleRequest, Session, random_seed
from game.sim.settings import PEOPLE, Settings
from game.ui.dropping import newest_left
from game.ui.scenes.scene import Scene, Shell
from game.ui.start import StartRequest

if TYPE_CHECKING:
    from game.ai.player import Player
    from game.engine.match import Match
    from game.ui.scenes.lab import LabScene


def computers(session: Session) -> dict[str, Player]:
    """The computer's players by side."""
    from game.ai.levels import player  # the title needs none

    return {side: player(level) for side, level in session.players.items() if level not in PEOPLE}


def liked(request: BattleRequest, settings: Settings) -> BattleRequest:
    """The request with what the person likes of the switches that it leaves open."""
    from game.sim.scenario import load_scenario

    rules = load_scenario(request.scenario).info.rules
    return msgspec.structs.replace(request, switches={**settings.switches.get(rules, {}), **request.switches})


def rules_of(scene: Scene) -> str:
    """The rule set that a scene is about: its own word, or that of the battle it shows; '' for neither."""
    session = getattr(scene, "session", None)
    return str(getattr(scene, "rules", "")) or (session.ruleset.id if session is not None else "")


class Ways(Shell):
    """Opens scenes over what is shown, or over the title. Each is imported when it is first gone to."""

    _curtain: Scene | None

    @property
    @abstractmethod
    def scene(self) -> Scene:
        """The scene on top."""

    def open_at(self, start: StartRequest) -> None:
        """The first scene: always the title underneath."""
        self.home()
        if start.battle is not None:
            self.begin(start.battle)
        elif start.save is not None:
            self.open_save(start.save)
        elif start.lab is not None:
            self.open_lab(start.lab or None)
        elif start.replay is not None:
            self.open_replay(start.replay)

    def begin(self, request: BattleRequest) -> None:
        try:
            self._enter(Session.new(liked(request, self.settings)))
        except FiringArcError as error:
            self.fail(error)

    def open_save(self, path: Path) -> None:
        try:
            session, told = Session.resume(path)
            self._enter(session)
        except FiringArcError as error:
            self.fail(error)
            return
        if told:
            self.toast(told, "harm")

    def resume_latest(self) -> None:
        left = newest_left()
        if isinstance(left, SessionInfo):
            self.open_lab(left.path)
            return
        try:
            session, told = Session.resume_latest()
            self._enter(session)
        except FiringArcError as error:
            self.fail(error)
            return
        if told:
            self.toast(told, "harm")

    def enter(self, session: Session) -> None:
        try:
            self._enter(session)
        except FiringArcError as error:
            self.fail(error)

    def _enter(self, session: Session) -> None:
        """A battle over the title, with nothing between."""
        from game.ui.scenes.battle import BattleScene

        self._curtain = None
        scene = BattleScene(
            self, session, computers(session), cache_dir=paths.cache_dir() / "tables",
            on_menu=lambda: self.show_menu(session), on_result=lambda: self.show_result(session),
        )
        curtain = self._curtain
        self.home()
        self.push(scene)
        if curtain is not None:
            self.push(curtain)

    def hand_over(self, letter: str, name: str, must: bool = False) -> None:
        from game.ui.scenes.hand_over import HandOver

        if not (must or self.settings.confirm_hand_over):
            return
        self._curtain = HandOver(self, letter, name)
        self.push(self._curtain)

    def open_lab(self, what: str | Path | None = None, rules: str = "", number: int = 0) -> None:
        from game.sim.lab.opening import open_lab
        from game.ui.scenes.lab import LabScene

        try:
            lab = open_lab(what, rules, random_seed(), number)
        except FiringArcError as error:
            self.fail(error)
            return
        scene = LabScene(self, lab, cache_dir=paths.cache_dir() / "tables")
        self.home()
        self.push(scene)

    def show_lab_files(self) -> None:
        from game.ui.scenes.lab_menu import LabOpen

        self.push(LabOpen(self))

    def show_cases(self, folder: Path | None = None) -> None:
        from game.ui.scenes.lab_cases import CasesPage

        self.push(CasesPage(self, folder))

    def show_import(self, path: Path | None = None) -> None:
        from game.ui.scenes.lab_import import ImportPage

        self.push(ImportPage(self, path, rules_of(self.scene)))

    def open_lab_with(self, match: Match) -> None:
        from game.sim.lab.opening import of_match
        from game.ui.scenes.lab import LabScene

        try:
            scene = LabScene(self, of_match(match), cache_dir=paths.cache_dir() / "tables")
        except FiringArcError as error:
            self.fail(error)
            return
        self.home()
        self.push(scene)

    def show_replays(self) -> None:
        from game.ui.scenes.replays import ReplaysScene

        self.push(ReplaysScene(self))

    def show_replay(self, match: Match, origin: Path | None = None) -> None:
        from game.ui.scenes.replay import ReplayScene

        self.push(ReplayScene(self, match, origin=origin, cache_dir=paths.cache_dir() / "tables"))

    def open_replay(self, path: Path) -> None:
        from game.sim.saves import load_match

        try:
            match, told = load_match(path)
        except FiringArcError as error:
            self.fail(error)
            return
        self.show_replay(match, path)
        if told:
            self.toast(told, "harm")

    def show_lab_menu(self, scene: LabScene) -> None:
        from game.ui.scenes.lab_menu import LabMenu

        self.push(LabMenu(self, scene))

    def show_menu(self, session: Session) -> None:
        from game.ui.scenes.pause import BattleMenu

        self.push(BattleMenu(self, session))

    def show_result(self, session: Session) -> None:
        from game.ui.scenes.result import ResultScene

        self.push(ResultScene(self, session))

    def show_help(self, rules: str = "") -> None:
        from game.ui.scenes.help import HelpScene

        if not isinstance(self.scene, HelpScene):
            self.push(HelpScene(self, rules))

    def show_settings(self) -> None:
        from game.ui.scenes.settings import SettingsScene

        self.push(SettingsScene(self))

    def show_load(self) -> None:
        from game.ui.scenes.load import LoadScene

        self.push(LoadScene(self))

    def show_new_battle(self) -> None:
        from game.ui.scenes.new_battle import NewBattleScene

        self.push(NewBattleScene(self))

    def show_campaign(self, path: Path, fought: Fought | None = None) -> None:
        from game.ui.scenes.campaign import CampaignScene

        try:
            scene = CampaignScene(self, path, fought)
        except FiringArcError as error:
            self.fail(error)
            return
        self.push(scene)

    def show_forces(self, rules: str = "") -> None:
        from game.ui.scenes.builder import BuilderScene

        self.push(BuilderScene(self, rules))
