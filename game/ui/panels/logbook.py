"""What happened, as the lines of the log: made once from each event, with the names as they were then."""
from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from game.engine import events as ev
from game.engine.ruleset import RuleSet
from game.engine.state import GameState
from game.ui.draw.dice import Die
from game.ui.panels.logline import Line, Who
from game.ui.panels.logunits import told_as_unit
from game.ui.stage import known_icon, letter, name_of
from game.words import capital, joined, listed, say

DICE_A_ROW = 7
MANY_DICE = 25
"""From so many dice on the log counts them by face."""
GOOD = frozenset({
    "access", "carries", "hit", "hits", "holds", "opens", "pass", "passed", "passes", "rallies", "succeeds", "success",
    "wins", "works",
})
POOR = frozenset({
    "deviates", "fail", "failed", "fails", "failure", "jam", "jams", "loses", "miss", "missed", "misses", "no",
    "nothing", "refused", "unharmed",
})
VERBS = {"move": say("moves"), "run": say("runs"), "charge": say("charges"), "flee": say("flees"), "turn": say("turns"),
         "push": say("is pushed")}


@dataclass
class LogBook:
    """The lines so far, oldest first."""

    ruleset: RuleSet
    lines: list[Line] = field(default_factory=list)

    def add(self, event: ev.Event, before: GameState, after: GameState) -> None:
        """Writes an event down. A sentence that says what the line before it says takes its place."""
        if self.ruleset.acts_by == "unit" and told_as_unit(self.lines, event, before):
            return
        for line in self._lines(event, before, after):
            if isinstance(event, ev.Acted) and self._charged(line):
                continue
            if isinstance(event, ev.Moved) and self._belongs(line):
                continue
            last = self.lines[-1] if self.lines else None
            if last is not None and line.kind == last.kind == "text" and _same(line.words, last.words):
                self.lines[-1] = line
            elif line.kind != "text" or not self._told_twice(line):
                self.lines.append(line)

    def _told_twice(self, line: Line) -> bool:
        """Whether a sentence says what the last heading says ('Round 1.'), or what stands right above that heading."""
        place = next((i for i in range(len(self.lines) - 1, -1, -1) if self.lines[i].kind == "round"), None)
        if place is None:
            return False
        above = [self.lines[place - 1]] if place and place == len(self.lines) - 1 else []
        return any(line.words.rstrip(".").casefold() == other.words.rstrip(".").casefold()
                   for other in (self.lines[place], *above))

    def _charged(self, line: Line) -> bool:
        """A charge is told twice, as a move and as a deed: one line for both."""
        last = self.lines[-1] if self.lines else None
        if last is None or last.kind != "head" or last.whom is not None:
            return False
        if (last.who, last.verb) != (line.who, line.verb):
            return False
        self.lines[-1] = replace(line, words=last.words, models=(*last.models, *line.models))
        return True

    def _belongs(self, line: Line) -> bool:
        """A turn towards the one who is attacked is told with the attack."""
        last = self.lines[-1] if self.lines else None
        return line.verb == "turns" and last is not None and last.whom is not None and last.who == line.who

    def rewrite(self, start: GameState, told: Iterable[ev.Event]) -> None:
        """The whole log anew, as after an undo or a load."""
        self.lines.clear()
        state = start
        for event in told:
            after = ev.apply(state, event)
            self.add(event, state, after)
            state = after

    def _lines(self, event: ev.Event, before: GameState, after: GameState) -> list[Line]:
        match event:
            case ev.Acted():
                return [self._acted(event, before)]
            case ev.Rolled():
                return self._rolled(event, before)
            case ev.Said(text=words, tone=tone, side=side, models=models):
                return [Line("text", side, words=words, tone=tone, rule=event.rule, models=models)]
            case ev.Moved():
                return self._moved(event, before)
            case ev.Placed():
                return self._placed(event, before)
            case ev.Harmed(model=name, amount=amount):
                return self._harmed(event, before, name, amount)
            case ev.Left(model=name, how=how):
                words = say("{name} falls", name=name_of(before, name)) if how == "dead" else say(
                    "{name} leaves the table", name=name_of(before, name))
                return [Line("text", _side(before, name), words=words, tone="harm", rule=event.rule, models=(name,))]
            case ev.Altered():
                return self._altered(event, before)
            case ev.TerrainAltered(piece=name, state=state) if state:
                words = say("{name} is {state}", name=name_of(before, name), state=state.replace("_", " "))
                return [Line("text", words=words, tone="system", rule=event.rule)]
            case ev.Grouped(name=name, units=units):
                members = joined(", ", (name_of(before, u) for u in units))
                return [Line("text", words=say("{members} form {name}", members=members, name=name), rule=event.rule)]
            case ev.Advanced(round=round_) if round_ is not None and round_ != before.round and round_ > 0:
                return [Line("round", words=joined(" ", (capital(self.ruleset.plan.called), str(round_))))]
            case ev.Ended(result=result):
                winner = before.sides.get(result.winner)
                words = say("{winner} wins", winner=winner.name) if winner else say("A draw")
                return [Line("round", words=words), Line("text", words=result.why, rule=result.rule)]
        return []

    def _placed(self, event: ev.Placed, state: GameState) -> list[Line]:
        """Who is set up; of whoever stands on the table already, that it is put elsewhere, if it is."""
        name, at = event.model, state.models[event.model].at
        if at is not None and math.dist(at, event.at) < 0.05:
            return []
        verb = say("is set up") if at is None else say("is put elsewhere")
        return [Line("head", _side(state, name), _who(state, name), verb, rule=event.rule, models=(name,), first=True)]

    def _acted(self, event: ev.Acted, state: GameState) -> Line:
        """Who does what, to whom, with what. A spell is what is cast; its caster is named once."""
        at = "" if event.at == event.by else event.at
        whom = _who(state, at) if at in state.models or at in state.units else None
        weapon = event.weapon.replace("_", " ")
        other = name_of(state, at) if at and whom is None else ""
        verb: str = joined(" ", (part for part in (event.verb, other) if part))
        if event.how == "spell":
            verb, weapon = (say("{verb} {spell} on", verb=verb, spell=weapon) if whom
                            else joined(" ", (verb, weapon))), ""
        return Line(
            "head", _side(state, event.by), _who(state, event.by), verb, whom, words=weapon, rule=event.rule,
            models=tuple(n for n in (event.by, event.at) if n in state.models), first=True,
        )

    def _rolled(self, event: ev.Rolled, state: GameState) -> list[Line]:
        side = event.side or _side(state, event.by)
        marks = itertools.chain(event.marks, itertools.repeat(""))
        dice = tuple(
            Die(face, letter(side) if side else None, 12 if event.sides == 12 else 6, mark == "fail",
                mark in ("extra", "kept"), unused=mark == "unused")
            for face, mark in zip(event.dice, marks, strict=False)
        )
        mods = "" if event.sources else joined(
            " ", (joined(" ", ("−" if n < 0 else "+", name, str(abs(n)))) for name, n in event.modifiers))
        total = "" if event.total is None else str(event.total)
        good = _tone(event.outcome)
        lit = (event.by,) if event.by in state.models else ()
        tag = event.outcome if len(event.outcome) <= 11 else ""
        reason = capital(event.reason)
        said = joined(", ", (part for part in (reason, against_words(event)) if part))
        title = Line("text", side, words=said, tone="low", rule=event.rule, models=lit)
        out = [] if self._told_already(title) else [title]
        if len(dice) >= MANY_DICE:
            counted = ", ".join(f"{dice_of} × {face}" for face in sorted(set(event.dice), reverse=True)
                                if (dice_of := event.dice.count(face)))
            out.append(Line("text", side, words=counted, tone="head", models=lit))
            dice = ()
        first, rest = dice[:DICE_A_ROW], dice[DICE_A_ROW:]
        if first or mods or total or tag:
            out.append(Line("dice", side, dice=first, words=mods, total=total, tag=tag, good=good, models=lit))
        for (name, n), rule in zip(event.modifiers, event.sources, strict=False):
            words = say("{sign}{n} {reason}", sign="+" if n > 0 else "−", n=abs(n), reason=name)
            out.append(Line("text", side, words=words, tone="good" if n > 0 else "harm", rule=rule, models=lit))
        while rest:
            out.append(Line("dice", side, dice=rest[:DICE_A_ROW], models=lit))
            rest = rest[DICE_A_ROW:]
        if event.outcome and not tag:
            tone = "good" if good else "harm" if good is False else "plain"
            out.append(Line("text", side, words=capital(event.outcome), tone=tone, models=lit))
        return out

    def _told_already(self, title: Line) -> bool:
        """Whether the roll just before was of the same test, so that its name need not be said again."""
        for line in reversed(self.lines):
            if line.kind == "text":
                return (line.words, line.rule, line.tone) == (title.words, title.rule, "low")
            if line.kind != "dice":
                return False
        return False

    def _moved(self, event: ev.Moved, state: GameState) -> list[Line]:
        length = sum(math.dist(a, b) for a, b in itertools.pairwise(event.path))
        verb = VERBS.get(event.how, event.how.replace("_", " "))
        words = f"{length:.1f}″" if length > 0.05 else ""
        if not words and event.how == "move":
            verb = "turns"
        return [Line("head", _side(state, event.model), _who(state, event.model), verb, words=words, rule=event.rule,
                     models=(event.model,), first=True)]

    def _harmed(self, event: ev.Harmed, state: GameState, name: str, amount: int) -> list[Line]:
        if amount == 0:
            return []
        who = name_of(state, name)
        words = (say("{name} takes {amount}", name=who, amount=amount) if amount > 0
                 else say("{name} heals {amount}", name=who, amount=-amount))
        tone = "harm" if amount > 0 else "good"
        return [Line("text", _side(state, name), words=words, tone=tone, rule=event.rule, models=(name,))]

    def _altered(self, event: ev.Altered, state: GameState) -> list[Line]:
        if event.states is None:
            return []
        model = state.models[event.model]
        icons = self.ruleset.state_icons()
        gained = [s for s in event.states if s not in model.states]
        lost = [s for s in model.states if s not in event.states]
        out = []
        for names in (gained, lost):
            if names:
                told = listed(n.replace("_", " ") for n in names)
                words = say("{name} is {states}", name=model.name, states=told) if names is gained else say(
                    "{name} is no longer {states}", name=model.name, states=told)
                harmful = icons.get(names[0], ("", "neutral", ""))[1] == "harm"
                tone = ("harm" if harmful else "plain") if names is gained else "good"
                out.append(Line("text", model.side, words=words, tone=tone, rule=event.rule, models=(model.id,)))
        return out


def _same(one: str, other: str) -> bool:
    """Whether a sentence says what the one before it says, or more: 'X takes 1 block, 1 of 6.' after 'X takes 1'."""
    return one.rstrip(".").casefold().startswith(other.rstrip(".").casefold())


def against_words(event: ev.Rolled) -> str:
    """What the roll is held against, in words: 'against 9', 'of 10'; '' for nothing."""
    return say("against {against}", against=event.against) if event.against.isdigit() else event.against


def _tone(outcome: str) -> bool | None:
    first = outcome.replace(",", " ").split()[0].casefold() if outcome.split() else ""
    return True if first in GOOD else False if first in POOR else None


def _who(state: GameState, name: str) -> Who:
    model = state.models.get(name)
    if model is not None:
        return Who(model.name, letter(model.side), known_icon(model.icon))
    unit = state.units.get(name)
    if unit is not None:
        first = next((state.models[m] for m in unit.models), None)
        return Who(unit.name, letter(unit.side), known_icon(first.icon if first else ""))
    return Who(name_of(state, name), "", "")


def _side(state: GameState, name: str) -> str:
    if name in state.models:
        return state.models[name].side
    if name in state.units:
        return state.units[name].side
    return name if name in state.sides else ""
