"""A battle as the window runs it: what was asked for, the game, who plays which side, and its saves."""
from __future__ import annotations

import contextlib
import secrets
from pathlib import Path
from typing import TypeAlias

import msgspec

from game.engine.match import Match
from game.engine.ruleset import RuleSet
from game.engine.switches import checked
from game.errors import FileError, UnknownName
from game.rulesets.registry import ruleset as ruleset_of
from game.sim import saves
from game.sim.scenario import load_scenario
from game.sim.settings import GM, LEVELS, PEOPLE

Seed: TypeAlias = int | str


class BattleRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A battle that somebody wants: the scenario's id, per side who plays it (human, gm, recruit, regular) and with
    which ready force (none: the scenario's), what its switches stand at (none: as the scenario says), and the seed of
    its dice."""

    scenario: str
    players: dict[str, str]
    forces: dict[str, str] = {}
    switches: dict[str, bool | str] = {}
    seed: Seed = 0


class Session:
    """A game in the window. `request` is None for a game whose scenario is not known any more."""

    def __init__(self, match: Match, players: dict[str, str], request: BattleRequest | None, auto: Path) -> None:
        self.match = match
        self.players = players
        self.request = request
        self._auto = auto

    @property
    def ruleset(self) -> RuleSet:
        return self.match.ruleset

    @property
    def humans(self) -> list[str]:
        """The sides that people play."""
        return [side for side, level in self.players.items() if level in PEOPLE]

    def knows(self, deciding: str) -> tuple[str, ...]:
        """The sides whose secrets may be on the screen while `deciding` has to decide: all of them where a GM plays or
        nobody does; of several people those of whoever is asked."""
        humans = self.humans
        if not humans or GM in self.players.values():
            return tuple(self.players)
        return (deciding,) if len(humans) > 1 and deciding in humans else tuple(humans[:1])

    @classmethod
    def new(cls, request: BattleRequest) -> Session:
        """The game before its first decision, saved already where the disk lets it. Raises UnknownName, FileError."""
        scenario = load_scenario(request.scenario)
        for side in request.players:
            if side not in scenario.sides:
                raise UnknownName("side", side, scenario.sides)
        ruleset = ruleset_of(scenario.info.rules)
        levels = players_of(ruleset)
        for level in request.players.values():
            if level not in levels:
                raise UnknownName("player", level, levels)
        setting = scenario.setting(request.forces)
        options = {**setting.options, **checked(ruleset.switches, request.switches)}
        match = Match(ruleset, ruleset.begin(msgspec.structs.replace(setting, options=options)), request.seed)
        players = {side: request.players.get(side, "human") for side in scenario.sides}
        match.journal.header.players = players
        session = cls(match, players, request, saves.new_auto_path(scenario.info.id))
        session.begin_saving()
        return session

    @classmethod
    def resume(cls, path: Path) -> tuple[Session, str]:
        """The game in a save, and a sentence when only the save before it could be used ('' otherwise).
        Raises FileError, ReplayDiverged."""
        match, told = saves.load_match(path)
        return cls._of(path, match), told

    @classmethod
    def resume_latest(cls) -> tuple[Session, str]:
        """The newest unfinished game that loads, and a sentence about those that did not. Raises FileError."""
        path, match, told = saves.continue_latest()
        return cls._of(path, match), told

    @classmethod
    def _of(cls, path: Path, match: Match) -> Session:
        players = match.journal.header.players or dict.fromkeys(match.state.sides, "human")
        own = saves.kind_of(path) == "auto"
        auto = path if own else saves.new_auto_path(match.journal.header.title)
        session = cls(match, players, _request_of(match, players), auto)
        if not own and not match.over:
            session.begin_saving()  # from here on, Continue means this game
        return session

    @classmethod
    def take_over(cls, match: Match, players: dict[str, str]) -> Session:
        """A game that was taken over from another one in the middle, saved already where the disk lets it."""
        match.journal.header.players = dict(players)
        session = cls(match, players, _request_of(match, players), saves.new_auto_path(match.journal.header.title))
        session.begin_saving()
        return session

    def begin_saving(self) -> None:
        """The first autosave. A disk that refuses does not keep anybody from playing: each later one says so."""
        with contextlib.suppress(FileError):
            self.autosave()

    def autosave(self) -> None:
        """Writes the game down as it stands; to be called after every decision. Raises FileError."""
        self._auto = saves.autosave(self.match, self._auto)

    def save(self, name: str = "") -> Path:
        """A save beside the autosave, that no later one replaces. Raises FileError."""
        return saves.save_as(self.match, name)


def knowing(match: Match) -> tuple[str, ...]:
    """The sides whose secrets whoever watches a game again may see: all of them once it is over, or where no person or
    a GM plays; before that those of the only person, and nobody's where there are several."""
    players = match.journal.header.players
    people = [side for side, level in players.items() if level in PEOPLE]
    if match.over or not people or GM in players.values():
        return tuple(match.state.sides)
    return tuple(people) if len(people) == 1 else ()


def players_of(ruleset: RuleSet) -> tuple[str, ...]:
    """Who may play a side of a rule set."""
    return (LEVELS[0], GM, *LEVELS[1:]) if ruleset.game_master else LEVELS


def rematch_of(session: Session) -> BattleRequest | None:
    """The same battle with other dice; None where the scenario is not known."""
    if session.request is None:
        return None
    return msgspec.structs.replace(session.request, seed=random_seed())


def random_seed() -> int:
    """A seed of four to six digits: short enough to tell a friend."""
    return 1000 + secrets.randbelow(999_000)


def _request_of(match: Match, players: dict[str, str]) -> BattleRequest | None:
    scenario = saves.scenario_of(match.journal.header)
    if not scenario:
        return None
    start = match.journal.start
    forces = {side.id: side.force for side in start.sides.values() if side.force}
    switches = {s.id: start.options[s.id] for s in match.ruleset.switches if s.id in start.options}
    return BattleRequest(scenario=scenario, players=players, forces=forces, switches=switches, seed=match.journal.seed)
