"""A rule case in the Lab: its position, its steps played one by one as moments that can be gone to, its dice, and what
it expects with how that stands."""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from game.engine.match import Match
from game.engine.state import GameState
from game.engine.verdict import Verdict
from game.errors import FileError, FiringArcError
from game.sim.casefile import Case, read_cases
from game.sim.cases import CasePlay, Check
from game.sim.expectations import Moment
from game.sim.lab.doc import normal, refusal
from game.sim.lab.lab import Lab, Seed, played
from game.sim.lab.lab import Moment as LabMoment
from game.words import joined, say, verbatim


class Opened(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A case as the Lab shows it. `places[n]` is the moment of the Lab after step n (0: before the first), `refused[n]`
    why step n was refused; `checks` are its expectations; `faults` whatever else is wrong with it."""

    case: Case
    number: int
    places: tuple[int, ...]
    refused: dict[int, Verdict]
    checks: tuple[Check, ...]
    faults: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        return self.case.path

    @property
    def passed(self) -> bool:
        return not self.faults and all(check.holds for check in self.checks)

    @property
    def steps(self) -> int:
        return len(self.places) - 1

    def step_at(self, place: int) -> int:
        """The last step that is done at a moment of the Lab."""
        return max((n for n, at in enumerate(self.places) if at <= place), default=0)

    def failing_step(self) -> int | None:
        """The first step after which something does not hold; None where all does."""
        failing = [check.after for check in self.checks if not check.holds]
        if failing:
            return min(min(failing), self.steps)
        return self.steps if self.faults else None

    def told(self, step: int) -> str:
        """A step in a line: '2 shoot a at b', or how it begins."""
        if not step:
            return say("The position")
        told = self.case.steps[step - 1]
        more = joined(" ", (verbatim(told[key]) for key in ("by", "side", "at", "weapon") if isinstance(
            told.get(key), str)))
        words = joined(" ", (verbatim(step), verbatim(told["do"]), *((more,) if more else ())))
        verdict = self.refused.get(step)
        return words if verdict is None else say("{step}: refused ({rule})", step=words, rule=verbatim(verdict.rule))


class _Followed(CasePlay):
    """A case being played that notes after each step how many orders and answers the game holds."""

    def __init__(self, case: Case, start: GameState | None) -> None:
        self.done: list[int] = []
        super().__init__(case, start)

    def _moment(self, refusal: Verdict | None) -> Moment:
        journal = self.match.journal
        given = [*journal.entries, *([journal.running] if journal.running is not None else [])]
        self.done.append(sum(1 + sum(r.roll is None for r in entry.record) for entry in given))
        return super()._moment(refusal)


def open_case(path: Path, number: int = 0, seed: Seed = 1) -> Lab:
    """The Lab with a case of a file, at its beginning with its dice waiting; at the failing step of one that fails.
    Raises FileError."""
    cases = list(read_cases(path))
    if not cases:
        raise FileError(path, "", "holds no case that could be opened")
    return lab_of(cases[min(max(number, 0), len(cases) - 1)], min(max(number, 0), len(cases) - 1), seed)


def lab_of(case: Case, number: int = 0, seed: Seed = 1) -> Lab:
    """The Lab with a case in it. Raises FileError, Refused."""
    setting = replace(case.setting, title=case.title)
    if setting.markers:
        options = {**setting.options, "markers": [_marker(m) for m in setting.markers.values()]}
        setting = replace(setting, options=options)
    lab = Lab(normal(case.rules.id, setting), seed, case.dice)
    begun = Match(case.rules, case.rules.begin(case.setting), seed)  # which the document tells to all but bookkeeping
    lab.moments = [replace(lab.now, match=begun)]
    lab.case = play_into(lab, case, number)
    failing = lab.case.failing_step()
    lab.at = lab.case.places[failing] if failing is not None else 0
    return lab


def play_again(lab: Lab) -> None:
    """Plays the steps of the case that is open once more, with its dice, from the table as it stands; whatever could be
    done again is gone. Raises Refused while a question waits, or where no case is open."""
    if lab.case is None:
        raise refusal("No case is open.")
    if lab.now.match.run is not None:
        raise refusal("A question waits for its answer first.")
    case = lab.case.case
    fresh = Match(lab.ruleset, lab.state, lab.now.seed)
    begun = replace(lab.now, match=fresh, queue=case.dice, kind="edit", words="The case once more", edit=None,
                    command=None, answer=None, merge="", before=None)
    lab.moments = [*lab.moments[: lab.at + 1], begun]
    lab.at += 1
    lab.case = play_into(lab, case, lab.case.number, lab.state)
    failing = lab.case.failing_step()
    lab.at = lab.case.places[lab.case.steps if failing is None else failing]
    lab.version += 1


def play_into(lab: Lab, case: Case, number: int = 0, start: GameState | None = None) -> Opened:
    """Plays a case's steps on, from the present moment, as moments of the Lab; what came of them. `start` is the state
    that they begin from in place of the case's own."""
    play = _Followed(case, start)
    faults: list[str] = []
    try:
        play.run()
    except FiringArcError as error:
        faults.append(str(error))
    held = {f.line for check in play.checks for f in check.findings if f.found is not None}
    faults += [p for p in play.problems if not any(p.endswith(line) for line in held)]
    past = lab.moments[: lab.at + 1]
    lab.moments = [*past, *_moments(lab.now, play, faults)]
    last = len(lab.moments) - 1
    refused = {n: m.refusal for n, m in enumerate(play.moments) if m.refusal is not None}
    places = tuple(min(lab.at + done, last) for done in play.done[: len(case.steps) + 1])
    return Opened(case=case, number=number, places=places, refused=refused, checks=tuple(play.checks),
                  faults=tuple(faults))


def _moments(start: LabMoment, play: CasePlay, faults: list[str]) -> Iterator[LabMoment]:
    """Each order and answer of a played case as a moment."""
    now, journal = start, play.match.journal
    try:
        for entry in [*journal.entries, *([journal.running] if journal.running is not None else [])]:
            now, _ = played(now, "order", entry.command, None)
            yield now
            for record in entry.record:
                if record.roll is None:
                    now, _ = played(now, "answer", None, record.answer)
                    yield now
    except FiringArcError as error:  # its dice ran out in the middle of an order
        if not faults:
            faults.append(str(error))


def _marker(marker: Any) -> dict[str, Any]:
    told = {"id": marker.id, "at": [*marker.at], "name": marker.name, "owner": marker.owner}
    return {key: value for key, value in told.items() if value}
