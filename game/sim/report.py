"""What a finished game came to, told from its events: score by round, casualties, dice luck, the best attack."""
from __future__ import annotations

import math
from collections.abc import Iterator

import msgspec

from game.engine.events import Acted, Advanced, Ended, Event, Harmed, Left, Returned, Rolled, apply
from game.engine.match import Match
from game.engine.ruleset import RuleSet
from game.engine.state import GameState
from game.words import say

SHOTS = frozenset({"shoots", "fires", "throws"})
"""First words of the verbs of attacks from afar."""


class RoundScore(msgspec.Struct, frozen=True):
    """Each side's score as it stood when the round ended."""

    round: int
    score: dict[str, int]


class Casualty(msgspec.Struct, frozen=True, kw_only=True):
    """A model that left play: `how` (dead, fled), in which round, and by whose attack ('' by nobody's)."""

    model: str
    name: str
    unit: str
    side: str
    how: str
    round: int
    by: str = ""


class Luck(msgspec.Struct, frozen=True):
    """A side's dice: how many, what they showed together, what as many dice show on average, and how far from that
    as many dice fall (one standard deviation)."""

    dice: int = 0
    total: int = 0
    expected: float = 0.0
    spread: float = 0.0

    @property
    def difference(self) -> float:
        """Pips above (or, below 0, under) the average."""
        return self.total - self.expected

    @property
    def words(self) -> str:
        """The luck in a word or two; no dice are neither lucky nor unlucky."""
        far = self.difference / self.spread if self.spread else 0.0
        steps = ((-2.0, say("very unlucky")), (-1.0, say("unlucky")), (1.0, say("as expected")), (2.0, say("lucky")))
        return next((word for limit, word in steps if far < limit), say("very lucky"))


class Attack(msgspec.Struct, frozen=True, kw_only=True):
    """One attack and what came of it: blocks (or wounds) marked, and who fell. `by` and `at` are names, `unit` is the
    id of the attacker's unit."""

    by: str
    side: str
    unit: str = ""
    verb: str
    at: str = ""
    weapon: str = ""
    harm: int = 0
    felled: tuple[str, ...] = ()
    round: int = 0

    @property
    def shot(self) -> bool:
        """Whether it was made from afar."""
        return self.verb.split()[0] in SHOTS

    @property
    def worth(self) -> tuple[int, int]:
        """What ranks attacks: models felled, then harm."""
        return len(self.felled), self.harm


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """`winner` is a side, "draw", or "" while the game goes on. Names are those on screen."""

    winner: str
    why: str
    rule: str
    rounds: tuple[RoundScore, ...]
    casualties: tuple[Casualty, ...]
    luck: dict[str, Luck]
    harm: dict[str, int]
    attacks: tuple[Attack, ...]

    @property
    def best(self) -> Attack | None:
        """The attack that did most, a shot before a blow of the same worth, then the earlier; None for no harm."""
        hurting = [attack for attack in self.attacks if attack.harm or attack.felled]
        return max(hurting, key=lambda attack: (*attack.worth, attack.shot), default=None)


def report(match: Match) -> Report:
    """The report of a game, finished or not. Empty lists where nothing happened."""
    teller = _Teller(match.ruleset, match.state_at(0))
    for events in _told(match):
        teller.command(events)
    return teller.report(match.state)


def _told(match: Match) -> Iterator[list[Event]]:
    for number in range(len(match.journal.entries)):
        yield match.events_of(number)
    if match.run is not None:
        yield match.run.events


class _Teller:
    """Hears the events in order, with the state as it was at each."""

    def __init__(self, ruleset: RuleSet, state: GameState) -> None:
        self._ruleset, self._state = ruleset, state
        self._rounds: list[RoundScore] = []
        self._fallen: list[Casualty] = []
        self._luck: dict[str, Luck] = {side: Luck() for side in state.sides}
        self._harm: dict[str, int] = dict.fromkeys(state.sides, 0)
        self._attacks: list[Attack] = []
        self._acting: Attack | None = None

    def command(self, events: list[Event]) -> None:
        """The events of one command; what acted in it acts no more afterwards."""
        for event in events:
            self._hear(event)
            self._state = apply(self._state, event)
        self._rest()

    def report(self, state: GameState) -> Report:
        result = state.result
        return Report(
            winner=result.winner if result else "", why=result.why if result else "",
            rule=result.rule if result else "", rounds=tuple(self._rounds), casualties=tuple(self._fallen),
            luck=self._luck, harm=self._harm, attacks=tuple(self._attacks),
        )

    def _hear(self, event: Event) -> None:
        match event:
            case Acted(by=by, verb=verb, at=at, weapon=weapon) if by in self._state.models or by in self._state.units:
                self._rest()
                unit = self._state.models[by].unit if by in self._state.models else by
                self._acting = Attack(by=self._name(by), side=self._state.units[unit].side, unit=unit, verb=verb,
                                      at=self._name(at), weapon=weapon, round=self._state.round)
            case Rolled():
                self._roll(event)
            case Harmed(model=model, amount=amount):
                self._hurt(model, amount)
            case Left(model=model, how=how):
                self._fall(model, how)
            case Returned(model=model):
                self._fallen = [c for c in self._fallen if c.model != model]
            case Advanced(round=round_):
                self._rest()
                if round_ is not None and round_ > self._state.round > 0:
                    self._score()
            case Ended():
                self._score()

    def _rest(self) -> None:
        """The attack under way is over."""
        if self._acting is not None:
            self._attacks.append(self._acting)
            self._acting = None

    def _name(self, thing: str) -> str:
        actor = self._state.models.get(thing) or self._state.units.get(thing)
        piece = self._state.terrain.get(thing)
        return actor.name if actor else piece.title if piece else thing

    def _score(self) -> None:
        self._rounds.append(RoundScore(self._state.round, dict(self._ruleset.score(self._state))))

    def _roll(self, event: Rolled) -> None:
        roller = self._state.models.get(event.by)
        side = event.side or (roller.side if roller else "")
        before = self._luck.get(side)
        if before is None:
            return
        count, sides = len(event.dice), event.sides
        variance = before.spread**2 + count * (sides**2 - 1) / 12
        self._luck[side] = Luck(
            before.dice + count, before.total + sum(event.dice), before.expected + count * (sides + 1) / 2,
            math.sqrt(variance),
        )

    def _hurt(self, model: str, amount: int) -> None:
        if self._acting is not None and self._state.models[model].side != self._acting.side:
            self._acting = msgspec.structs.replace(self._acting, harm=self._acting.harm + amount)
            self._harm[self._acting.side] += amount

    def _fall(self, model: str, how: str) -> None:
        fallen = self._state.models[model]
        acting = self._acting if self._acting is not None and self._acting.side != fallen.side else None
        if acting is not None:
            self._acting = msgspec.structs.replace(acting, felled=(*acting.felled, fallen.name))
        self._fallen.append(Casualty(
            model=model, name=fallen.name, unit=self._state.units[fallen.unit].name, side=fallen.side, how=how,
            round=self._state.round, by=acting.by if acting else "",
        ))
