"""Coins: the smallest rule set there can be, to hold the engine to its word.

Each side has one model. An order `flip` rolls two dice, then asks the other side whether to double; the model of who
loses leaves play. `wait` does nothing and rolls nothing; `ask` asks first and rolls after.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from game.engine.commands import Command
from game.engine.events import Advanced, Altered, Ended, Noted, Said
from game.engine.plan import Phase, TurnPlan
from game.engine.requests import Ask, Candidate, Decision, Need, Option
from game.engine.run import Run
from game.engine.state import GameState, Result
from game.engine.verdict import YES, Verdict, refuse
from game.table.model import Model
from game.table.side import Side
from game.table.table import Table
from game.table.unit import Unit


def start() -> GameState:
    sides = {name: Side(id=name, name=name.title(), edge=edge) for name, edge in (("blue", "south"), ("red", "north"))}
    models = {f"{side}-1": Model(id=f"{side}-1", unit=f"{side}-u", side=side, profile="coin", name=f"{side} coin",
                                 radius=0.5, height=1.0, at=(5.0, 5.0 if side == "blue" else 15.0)) for side in sides}
    units = {f"{side}-u": Unit(id=f"{side}-u", side=side, name=f"{side} unit", models=(f"{side}-1",)) for side in sides}
    return GameState(rules="coins", rules_version="1", title="Coins", table=Table(width=20.0, height=20.0), sides=sides,
                     units=units, models=models, round=1, phase="flips", turn="blue")


class Coins:
    """The rule set. `reasons` lets a test change what the resolver asks for, as a new version of rules would."""

    id = "coins"
    title = "Coins"
    plan = TurnPlan(setup=(), every_round=(Phase("flips", "Flips"),), rounds=9)

    def __init__(self, version: str = "1", reason: str = "flip") -> None:
        self.version = version
        self.reason = reason

    def decision(self, state: GameState) -> Decision | None:
        if state.result is not None:
            return None
        side = state.turn or "blue"
        options = tuple(Option(do=do, title=do.title(), by=f"{side}-1") for do in ("flip", "wait", "ask", "end"))
        return Decision(side=side, question="flips", prompt="Flip?", options=options)

    def complete(self, state: GameState, command: Command) -> Command:
        return command

    def verify(self, state: GameState, command: Command) -> Verdict:
        if command.do not in ("flip", "wait", "ask", "end", "fail"):
            return refuse("CO-1", "Coins are flipped.")
        return YES if command.by == f"{state.turn}-1" else refuse("CO-2", "It is not your turn.")

    def check_answer(self, state: GameState, ask: Ask, value: Any) -> Verdict:
        if value is None:
            return refuse("CO-3", "This must be answered.") if ask.must else YES
        return YES if value in [c.value for c in ask.need.candidates] else refuse("CO-3", "Yes or no.")

    def resolve(self, run: Run, command: Command) -> Iterator[Ask]:
        side = run.state.turn or "blue"
        other = "red" if side == "blue" else "blue"
        if command.do == "flip":
            dice = run.roll(2, 6, self.reason, side)
            if (yield self.question(other, "double")) == "yes":
                dice += run.roll(1, 6, "double", other)
            run.emit(Noted(notes={"sum": int(run.state.note("sum", 0)) + sum(dice)}))
        elif command.do == "ask":
            first = yield self.question(other, "first")
            second = yield self.question(side, "second", must=True)
            run.emit(Altered(model=f"{side}-1", states=tuple(a for a in (first, second) if a)))
        elif command.do == "end":
            run.emit(Ended(result=Result("draw", "Nobody would flip any more.", "CO-4")))
        elif command.do == "fail":
            run.emit(Said(text="half done"))
            raise ZeroDivisionError("a fault of the rules")
        run.emit(Said(text=f"{side} did {command.do}."))
        run.emit(Advanced(turn=other))

    def question(self, side: str, name: str, *, must: bool = False) -> Ask:
        need = Need(key="answer", kind="choice", candidates=(Candidate("yes"), Candidate("later")))
        return Ask(side=side, question=name, prompt=f"{name}?", need=need, must=must)
