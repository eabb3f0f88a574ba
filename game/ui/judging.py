"""Whether what has been picked so far may be: the whole order, what lies under the pointer, what a dial says."""
from __future__ import annotations

from typing import Any

from game.engine.commands import Command
from game.engine.match import Match
from game.engine.requests import Candidate, Need
from game.engine.verdict import Verdict, refuse
from game.errors import GeometryError
from game.ui.musters import Musters
from game.ui.needs import PICKED


class Judging(Musters):
    """Asks the rules, and keeps the last answer. `dialled` is the number of the dial turned last."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self._verdict: tuple[Command | None, Any, Verdict] | None = None
        self.dialled = 0

    def accepts(self, value: Any) -> Candidate | None:
        """The candidate that a click on `value` would pick."""
        if self.barrage is not None:
            return Candidate(value) if value in self.barrage.targets else None
        found = self.filling.candidate(value) if self.filling else None
        return found[1] if found else None

    # --- dials
    @property
    def dials(self) -> tuple[Need, ...]:
        """What may be set beside the order: points of aim, a named part."""
        return self.filling.dials if self.filling is not None else ()

    def dial(self, key: str, step: int) -> bool:
        """Turns a dial; what cannot be paid for with the target as it is stays as it was. False when it did."""
        filling = self.filling
        need = next((n for n in self.dials if n.key == key), None)
        if filling is None or need is None:
            return False
        before = filling.fields.get(key)
        filling.dial(need, step)
        refusal = self._refusal_of_dials() if step and filling.fields.get(key) != before else None
        if refusal is not None:
            filling.set_dial(key, before)
            self.why_not = refusal
        elif self.why_not is not None:
            self.why_not = None
        self.dialled = [n.key for n in self.dials].index(key)
        self.version += 1
        return filling.fields.get(key) != before

    def _refusal_of_dials(self) -> Verdict | None:
        """Why what the dials say will not do for whom the order is aimed at, or for the first who may be."""
        filling = self.filling
        assert filling is not None
        need = next((n for n in filling.option.needs if n.kind in PICKED and not n.optional), None)
        fields = dict(filling.fields)
        if need is not None and need.key not in fields:
            aimed = self.hovered if self.accepts(self.hovered) else next(
                (c.value for c in filling.candidates(need) if c.verdict.ok), None)
            if aimed is None:
                return None
            fields[need.key] = aimed
        if any(not n.optional and n.key not in fields for n in filling.option.needs):
            return None
        verdict = self.match.verify(Command(do=filling.option.do, by=filling.option.by,
                                            fields={**filling.option.fixed, **fields}))
        return None if verdict.ok else verdict

    # --- may it be
    def pointed_verdict(self) -> Verdict | None:
        """Whether what a side puts down may lie under the pointer; None where it puts nothing down."""
        filling = self.filling
        if filling is None or filling.inside or filling.wants("point") is None or self.pointed is None:
            return None
        if filling.option.by not in self.match.state.sides:
            return None
        command = self.command()
        return self.match.verify(command) if command is not None else None

    @property
    def refusal(self) -> Verdict | None:
        """Why what was tried last, else what is pinned, may not be; None when nothing is wrong."""
        if self.why_not is not None:  # a refusal is not true: `or` would pass over it
            return self.why_not
        verdict = self.verdict()
        return None if verdict is None or verdict.ok else verdict

    def verdict(self) -> Verdict | None:
        """Whether what is pinned may be ordered; None while something is missing."""
        filling = self.filling
        if filling is None or not filling.ready:
            return None
        command = self.command({})
        answer = self.answer() if filling.inside else None
        if self._verdict is None or self._verdict[:2] != (command, answer):
            self._verdict = (command, answer, self._judge(command, answer))
        return self._verdict[2]

    def _judge(self, command: Command | None, answer: Any) -> Verdict:
        assert command is not None and self.filling is not None
        run = self.match.run
        try:
            if self.filling.inside and run and run.waiting:
                return self.match.ruleset.check_answer(run.state, run.waiting, answer)
            return self.match.verify(command)
        except GeometryError as error:
            return refuse("", str(error))

    def answer(self) -> Any:
        """The answer to a question: its need's value, with the facing where one is asked for too."""
        assert self.filling is not None
        needs, fields = self.filling.option.needs, self.filling.fields
        return fields.get(needs[0].key) if needs else None
