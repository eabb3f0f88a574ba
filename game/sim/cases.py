"""Running rule cases: scripted dice, a script of answers, and what must be true afterwards (design: cases)."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from game.engine.dice import ScriptedDice
from game.engine.match import Match
from game.engine.state import GameState
from game.engine.verdict import Verdict
from game.errors import DiceError, FileError, FiringArcError, Refused
from game.sim.casefile import Case, read_cases
from game.sim.expectations import Moment, failures
from game.sim.transcript import transcript


class CaseResult(msgspec.Struct, frozen=True, kw_only=True):
    """What came of one case. `problems` are its failed expectations, each a line; `log` what happened in it."""

    path: str
    where: str
    title: str
    cites: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    log: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        return not self.problems

    def told(self) -> str:
        """The line that `check` prints, with the failures and the log below it."""
        place = f"{self.path}{', ' + self.where if self.where else ''}"
        if self.passed:
            return f"ok    {place}: {self.title}"
        lines = [f"FAIL  {place}: {self.title}", *(f"      {p}" for p in self.problems)]
        return "\n".join([*lines, *(f"      | {line}" for line in self.log)])


def run_case_files(paths: Sequence[Path]) -> Iterator[CaseResult]:
    """Every case of the files, in order. Raises FileError for a file that cannot be read as cases."""
    for path in paths:
        for case in read_cases(path):
            yield run_case(case)


def run_case(case: Case) -> CaseResult:
    """Plays a case and checks it."""
    play = CasePlay(case)
    try:
        play.run()
    except FileError:
        raise
    except FiringArcError as error:
        play.problems.append(str(error))
    return CaseResult(path=case.path, where=case.where, title=case.title, cites=case.cites,
                      problems=tuple(play.problems), log=tuple(play.log()))


class CasePlay:
    """A case being played: `moments[n]` is how things stood after step n, 0 before the first."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.rules = case.rules
        self.dice = ScriptedDice(case.dice)
        self.match = Match(case.rules, case.rules.begin(case.setting), dice=self.dice)
        self.moments: list[Moment] = [self._moment(None)]
        self.problems: list[str] = []

    def run(self) -> None:
        steps = list(self.case.steps)
        place = 0
        while place < len(steps):
            place += self._step(steps, place)
        if self.dice.left:
            self.problems.append(f"{len(self.dice.left)} dice are left over: {', '.join(map(str, self.dice.left))}")
        self._check()

    def log(self) -> list[str]:
        return transcript(self.match.state, self.match.events)

    def _moment(self, refusal: Verdict | None) -> Moment:
        return Moment(self.match.state, self.match, refusal, len(self.match.events),
                      self.rules.settled(self.match.state))

    def _step(self, steps: list[dict[str, Any]], place: int) -> int:
        """Carries a step out with the answers that it and the steps behind it give; how many steps that took."""
        step = steps[place]
        command = self.rules.case_words.command(self.match.state, step)
        verdict = self.match.verify(command)
        before = self.dice.used
        if not verdict:
            self._take_back(step, place, before, verdict)
            return 1
        try:
            self.match.submit(command)
            used = self._answer(steps, place)
        except Refused as error:
            self._take_back(step, place, before, error.verdict)
            return 1
        except DiceError as error:
            raise DiceError(f"step {place + 1} ({step['do']}): {error}; its dice began at {before + 1}") from None
        self.moments.append(self._moment(None))
        return used

    def _take_back(self, step: dict[str, Any], place: int, dice_used: int, verdict: Verdict) -> None:
        """A refused step, or one with a refused answer, leaves no trace: its dice are still to come."""
        self.match.abandon()
        self.dice.used = dice_used
        self.moments.append(self._moment(verdict))
        if not self._is_expected_refused(place + 1):
            self.problems.append(f"step {place + 1} ({step['do']}) was refused: {verdict}")

    def _answer(self, steps: list[dict[str, Any]], place: int) -> int:
        used = 1
        while (decision := self.match.decision()) is not None and decision.inside:
            question = decision.question
            value = steps[place].get(question)
            following = steps[place + used] if place + used < len(steps) else {}
            if value is None and following.get("do") == question:
                value = following.get("answer", following.get("to"))
                used += 1
                self.moments.append(self._moment(None))
            if value is None and decision.option("no") is None:
                self.problems.append(f"step {place + 1}: the question {question} has no answer and no 'no'")
                return used
            self.match.answer(self.rules.case_words.answer(self.match.state, question, value))
        return used

    def _is_expected_refused(self, number: int) -> bool:
        last = len(self.case.steps)
        return any(e.get("after", last) == number and e.get("refused") for e in self.case.expects)

    def _check(self) -> None:
        for number, expect in enumerate(self.case.expects, 1):
            after = expect.get("after", len(self.moments) - 1)
            if not isinstance(after, int) or not 0 <= after < len(self.moments):
                steps = len(self.moments) - 1
                self.problems.append(f"expect {number}: after = {after!r}, but the case has {steps} steps")
                continue
            wanted = {key: value for key, value in expect.items() if key not in ("after", "comment")}
            try:
                found = failures(self.rules, self.moments, after, wanted)
            except FiringArcError as error:
                where = f"{self.case.where}.expect[{number - 1}]".lstrip(".")
                raise FileError(self.case.path, where, str(error)) from None
            self.problems += [f"expect {number}, after step {after}: {line}" for line in found]


def final_state(case: Case) -> GameState:
    """The state in which a case ends."""
    play = CasePlay(case)
    play.run()
    return play.match.state
