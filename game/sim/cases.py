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
from game.sim.expectations import Finding, Moment, findings
from game.sim.transcript import transcript
from game.words import say


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """One expectation of a case, looked at: its number from 1, the step after which it should hold, and what was
    found."""

    number: int
    after: int
    findings: tuple[Finding, ...]

    @property
    def holds(self) -> bool:
        return all(f.found is None for f in self.findings)


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
            return say("ok    {place}: {name}", place=place, name=self.title)
        lines = [say("FAIL  {place}: {name}", place=place, name=self.title), *(f"      {p}" for p in self.problems)]
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
    """A case being played, from `start` where it is not to begin as its file says: `moments[n]` is how things stood
    after step n, 0 before the first; `last` is the end, where questions were still open after the last step."""

    def __init__(self, case: Case, start: GameState | None = None) -> None:
        self.case = case
        self.rules = case.rules
        self.dice = ScriptedDice(case.dice)
        self.match = Match(case.rules, start or case.rules.begin(case.setting), dice=self.dice)
        self.moments: list[Moment] = [self._moment(None)]
        self.problems: list[str] = []
        self.checks: list[Check] = []
        self.last: Moment | None = None
        self._asked: set[str] = set()
        self._order: dict[str, Any] = {}

    def run(self) -> None:
        for number, step in enumerate(self.case.steps, 1):
            try:
                refusal = self._step(number, step)
            except DiceError as error:
                raise DiceError(say("step {number} ({step}): {error}", number=number, step=step["do"],
                                    error=str(error))) from None
            if refusal is not None and not self._is_expected_refused(number):
                self.problems.append(say("step {number} ({step}) was refused: {refusal}", number=number,
                                         step=step["do"], refusal=str(refusal)))
            self.moments.append(self._moment(refusal))
        if self._question() is not None:
            self._answer_no(len(self.case.steps))
            self.last = self._moment(None)
        if self.dice.left:
            self.problems.append(say("{count} dice are left over: {dice}", count=len(self.dice.left),
                                     dice=", ".join(map(str, self.dice.left))))
        self._check()

    def log(self) -> list[str]:
        return transcript(self.match.state, self.match.events)

    def _moment(self, refusal: Verdict | None) -> Moment:
        return Moment(self.match.state, self.match, refusal, len(self.match.events),
                      self.rules.settled(self.match.state), self.dice.used)

    def _question(self) -> str | None:
        """The question that waits inside a command."""
        decision = self.match.decision()
        return decision.question if decision is not None and decision.inside else None

    def _step(self, number: int, step: dict[str, Any]) -> Verdict | None:
        """Carries a step out: an answer to the question that waits, or an order. The verdict if it was refused."""
        self._answer_no(number, until=step["do"])
        if self._question() == step["do"]:
            value = next((step[k] for k in ("answer", "to") if k in step), {k: v for k, v in step.items() if k != "do"})
            return self._give(step["do"], value)
        unasked = self.rules.case_words.unasked(self.match.state, step, step["do"])
        if unasked is not None:
            return unasked
        command = self.rules.case_words.command(self.match.state, step)
        verdict = self.match.verify(command)
        if not verdict:
            return verdict
        before, dice = len(self.match.journal.entries), self.dice.used
        self._order = {k: v for k, v in step.items() if k not in self.rules.case_words.no_answers}
        self.match.submit(command)
        refusal = self._answer_from(self._order, number)
        if refusal is None:
            refusal = self._check_unasked(step)
        if refusal is not None:
            self.match.abandon(before)
            self.dice.used = dice
        return refusal

    def _answer_from(self, step: dict[str, Any], number: int) -> Verdict | None:
        """Answers questions by the step's own keys; one that the next step answers, or none does, is left waiting."""
        following = self.case.steps[number]["do"] if number < len(self.case.steps) else ""
        self._asked = set[str]()
        while (question := self._question()) is not None:
            self._asked.add(question)
            if question in step:
                verdict = self._give(question, step[question])
                if verdict is not None:
                    return verdict
            elif question == following or not self._give_no(number):
                return None
        return None

    def _check_unasked(self, step: dict[str, Any]) -> Verdict | None:
        """A key that answers a question nobody asked is as illegal as what it wants done."""
        if self._question() is not None:
            return None
        for key, value in step.items():
            if value and (key not in self._asked or key in self.rules.case_words.of_several):
                verdict = self.rules.case_words.unasked(self.match.state, step, key)
                if verdict is not None and not verdict:
                    return verdict
        return None

    def _give(self, question: str, value: Any) -> Verdict | None:
        """Answers the question that waits; the verdict if the answer is refused, and it waits on."""
        assert self.match.run is not None and self.match.run.waiting is not None, question
        ask = self.match.run.waiting
        try:
            self.match.answer(self.rules.case_words.answer(self.match.state, ask, value))
        except Refused as error:
            refused: Verdict = error.verdict
            return refused
        return None

    def _give_no(self, number: int) -> bool:
        """Answers 'no'; False, told as a problem, where there is no 'no'."""
        decision = self.match.decision()
        if decision is None or decision.option("no") is None:
            self.problems.append(say("step {number}: the question {question} has no answer and no 'no'",
                                     number=number, question=self._question()))
            self.match.abandon(len(self.match.journal.entries))
            return False
        self.match.answer(None)
        return True

    def _answer_no(self, number: int, until: str = "") -> None:
        """Answers what still waits, up to the question `until`: by the keys of the step that gave the order, else
        'no'."""
        while (question := self._question()) not in (None, until):
            answered = question in self._order and self._give(question, self._order.pop(question)) is None
            if not answered and not self._give_no(number):
                return

    def _is_expected_refused(self, number: int) -> bool:
        last = len(self.case.steps)
        return any(e.get("after", last) == number and e.get("refused") for e in self.case.expects)

    def _check(self) -> None:
        self.problems += self.rules.case_words.problems(self.case.setting)
        for number, expect in enumerate(self.case.expects, 1):
            after = expect.get("after", len(self.moments) - 1)
            moments = self.moments
            if "after" not in expect and self.last is not None:
                moments = [*self.moments[:-1], self.last]
            if not isinstance(after, int) or not 0 <= after < len(self.moments):
                steps = len(self.moments) - 1
                self.problems.append(say("expect {number}: after = {after!r}, but the case has {steps} steps",
                                         number=number, after=after, steps=steps))
                continue
            wanted = {key: value for key, value in expect.items() if key not in ("after", "comment")}
            try:
                found = findings(self.rules, moments, after, wanted)
            except FiringArcError as error:
                where = f"{self.case.where}.expect[{number - 1}]".lstrip(".")
                raise FileError(self.case.path, where, str(error)) from None
            self.checks.append(Check(number=number, after=after, findings=tuple(found)))
            self.problems += [say("expect {number}, after step {after}: {line}", number=number, after=after,
                                  line=f.line) for f in found if f.found is not None]
