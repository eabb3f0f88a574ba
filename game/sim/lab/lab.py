"""The Lab's session: every edit, order and answer as a moment that can be gone back to, and the dice to come.

A moment is frozen: its document, and a game that is never played on, only branched. So undoing, looking at what was,
and trying the same again with other dice or another wall all cost nothing and cannot disagree.
"""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from game.engine.commands import Command
from game.engine.dice import Dice
from game.engine.events import Event
from game.engine.match import Match, resumed_dice
from game.engine.ruleset import RuleSet
from game.engine.state import GameState
from game.errors import DiceError
from game.sim.lab.dice import Queue, QueuedDice
from game.sim.lab.doc import Doc, refusal, sentence
from game.sim.lab.edits import Edit
from game.sim.lab.following import begun_anew, followed, patched, tried
from game.sim.lab.settling import settled

if TYPE_CHECKING:
    from game.sim.lab.casesteps import Opened

Seed: TypeAlias = int | str


class Moment(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """How things stood after one step. `edit`, `command` or `answer` is what the step was; `queue` the dice to come
    after it; `seed` of those that nobody forced; `before` what an order was given in; `words` tell it in a list."""

    doc: Doc
    match: Match
    seed: Seed
    kind: Literal["start", "edit", "order", "answer"]
    words: str
    queue: Queue = ()
    edit: Edit | None = None
    command: Command | None = None
    answer: Any = None
    merge: str = ""
    before: Moment | None = None

    @property
    def state(self) -> GameState:
        return self.match.state


class Lab:
    """`moments` are everything done so far, `at` the place in it: what lies behind may be gone back to, what lies
    before may be done again until something else is done. `case` is the rule case that was opened, `kept` the file that
    somebody saved the session to, `auto` the one that it keeps itself in."""

    def __init__(self, doc: Doc, seed: Seed = 1, queue: Queue = ()) -> None:
        match = Match(doc.ruleset, doc.begin(), seed)
        self.moments = [Moment(doc=doc, match=match, seed=seed, kind="start", words=doc.title, queue=queue)]
        self.at = 0
        self.version = 0
        self.case: Opened | None = None
        self.kept: Path | None = None
        self.auto: Path | None = None
        self._present: tuple[Moment, Doc] | None = None

    @classmethod
    def of_match(cls, doc: Doc, match: Match) -> Lab:
        """A game that was played already, each of its orders and answers a moment."""
        lab, start = cls(doc, match.journal.seed), match.until(0)
        lab.moments = [replace(lab.moments[0], match=start, seed=start.seed)]
        entries = [*match.journal.entries, *([match.journal.running] if match.journal.running is not None else [])]
        for number, entry in enumerate(entries):
            answers = [place for place, told in enumerate(entry.record) if told.roll is None]
            for place, ends in zip((-1, *answers), (*answers, len(entry.record)), strict=True):
                whole = ends == len(entry.record) and number < len(match.journal.entries)
                past = match.until(number + 1) if whole else match.until(number, ends)
                lab.moments.append(_given(lab.moments[-1], past, entry.command if place < 0 else None,
                                          entry.record[place].answer if place >= 0 else None))
        lab.at = len(lab.moments) - 1
        return lab

    # --- now
    @property
    def now(self) -> Moment:
        return self.moments[self.at]

    @property
    def doc(self) -> Doc:
        """The document as it stands now, with what was played."""
        return self.now.doc

    @property
    def state(self) -> GameState:
        return self.now.state

    @property
    def ruleset(self) -> RuleSet:
        return self.now.doc.ruleset

    @property
    def present(self) -> Doc:
        """The document as the table stands now, with what was played in it as far as a document can hold it; before
        the order that waits for an answer."""
        now = self.now
        if self._present is None or self._present[0] is not now:
            live = now.match.run.checkpoint if now.match.run is not None else now.match.state
            self._present = now, followed(now.doc, live)
        return self._present[1]

    def standing(self) -> Doc:
        """The document with everything that was played in it: what a file would hold. Raises Refused."""
        return followed(self.now.doc, self.state)

    # --- edits
    def edited(self, edit: Edit, words: str = "", merge: str = "", base: Moment | None = None) -> Moment:
        """What an edit would make of the present moment, which stays as it is. Raises Refused. An order that waits for
        an answer is given up."""
        now = base or self.now
        live = now.match.run.checkpoint if now.match.run is not None else now.match.state
        before = followed(now.doc, live)
        after = settled(before, edit(before))
        if after == before and now.match.run is None:
            return now
        state = patched(live, before.begin(), after.begin())
        if after.setting.begin != before.setting.begin:
            state = begun_anew(state, after.begin())
        match = now.match if state == now.match.state else Match(after.ruleset, state, now.seed)
        return replace(now, doc=after, match=match, kind="edit", words=words, edit=edit, command=None, answer=None,
                       merge=merge, before=None)

    def tried(self, edit: Edit) -> Moment:
        """What a drag would make of the present moment, near enough while it lasts and at once; `edited` tells it
        exactly. Raises Refused."""
        now = self.now
        live = now.match.run.checkpoint if now.match.run is not None else now.match.state
        after = settled(self.present, edit(self.present))
        state = tried(live, self.present, after)
        if state is None:
            return self.edited(edit)
        return replace(now, doc=after, match=Match(after.ruleset, state, now.seed), kind="edit", words="", edit=edit,
                       command=None, answer=None, merge="", before=None)

    def edit(self, edit: Edit, words: str, merge: str = "") -> bool:
        """Makes an edit; one that goes on with the edit before it (`merge`) takes its place. False where it changes
        nothing. Raises Refused."""
        made = self.edited(edit, words, merge)
        if made is self.now:
            return False
        if merge and self.now.merge == merge and self.now.kind == "edit" and self.now.edit is not None:
            made = replace(made, edit=_then(self.now.edit, edit))
            self.at -= 1
        self._push(made)
        return True

    # --- playing
    def submit(self, command: Command) -> list[Event]:
        """Carries an order out. Raises Refused, also where a forced die has no such face."""
        return self._play(self.now, "order", command, None)

    def answer(self, value: Any) -> list[Event]:
        """Answers the question that waits. Raises Refused."""
        return self._play(self.now, "answer", None, value)

    def _play(self, now: Moment, kind: Literal["order", "answer"], command: Command | None, value: Any) -> list[Event]:
        made, told = played(now, kind, command, value)
        self._push(made)
        return told

    # --- back and forth
    def undo(self) -> bool:
        """One moment back. False at the beginning."""
        return self.go(self.at - 1)

    def redo(self) -> bool:
        """One moment forth again. False at the end."""
        return self.go(self.at + 1)

    def go(self, place: int) -> bool:
        """To any moment. False for one that there is not."""
        if not 0 <= place < len(self.moments) or place == self.at:
            return False
        self.at = place
        self.version += 1
        return True

    def last_order(self) -> int | None:
        """The place of the last order given; None where nothing was."""
        return next((n for n in range(self.at, 0, -1) if self.moments[n].kind == "order"), None)

    def again(self, seed: Seed | None = None) -> list[Event]:
        """The last order once more, from where it was given but with every edit since: with dice of another seed, or
        without one with those that fell. Raises Refused where it may not be given any more."""
        place = self.last_order()
        if place is None:
            raise refusal("Nothing has been ordered yet.")
        later = self.moments[place : self.at + 1]
        base = later[0].before or self.moments[place - 1]
        typed = base.queue
        forced = typed if seed is not None else fallen(later)
        base = replace(base, queue=forced, seed=base.seed if seed is None else seed, kind="edit",
                       words="Back to before the order")
        for step in later[1:]:
            if step.kind == "edit" and step.edit is not None:
                base = self.edited(step.edit, base.words, base=base)
        base = base if seed is None else replace(base, match=base.match.reseeded(seed))
        made, told = played(base, "order", later[0].command, None)
        for step in later[1:]:
            if step.kind == "answer" and made.match.run is not None and made.match.takes(step.answer):
                made, more = played(made, "answer", None, step.answer)
                told = [*told, *more]
        self._push(replace(made, kind="order", command=later[0].command, queue=made.queue if seed is not None else (),
                           before=replace(base, queue=typed)))
        return told

    # --- dice
    @property
    def queue(self) -> Queue:
        """The dice that were forced and have not fallen yet."""
        return self.now.queue

    def force(self, queue: Queue) -> None:
        """These dice fall next."""
        self._renew(queue=queue)

    def reseed(self, seed: Seed) -> None:
        """Dice that nobody forces come from this seed from here on."""
        self._renew(seed=seed, match=self.now.match.reseeded(seed))

    def _renew(self, **changes: Any) -> None:
        self.moments[self.at] = replace(self.now, **changes)
        self.version += 1

    def _push(self, made: Moment) -> None:
        del self.moments[self.at + 1 :]
        self.moments.append(made)
        self.at += 1
        self.version += 1


def played(now: Moment, kind: Literal["order", "answer"], command: Command | None, value: Any
           ) -> tuple[Moment, list[Event]]:
    """The moment after an order or an answer, and what it brought. Raises Refused; `now` stays as it is."""
    record = tuple(now.match.run.record) if now.match.run is not None else ()
    after: Dice = resumed_dice(now.seed, len(now.match.journal.entries), record)
    dice = QueuedDice(now.queue, after)
    match = now.match.branch(dice)
    try:
        told = match.submit(command) if command is not None else match.answer(value)
    except DiceError as error:
        raise refusal(sentence(str(error))) from None
    made = replace(_given(now, match, command, value), seed=now.seed, queue=dice.left)
    return made, told


def _given(before: Moment, match: Match, command: Command | None, answer: Any) -> Moment:
    """The moment after an order, or without one after an answer, in the game that it brought."""
    words = command.do.replace("_", " ").capitalize() if command is not None else "Answer"
    return Moment(doc=before.doc, match=match, seed=match.seed, kind="order" if command is not None else "answer",
                  words=words, command=command, answer=answer, before=before)


def fallen(steps: list[Moment]) -> Queue:
    """The dice that the order at the head of these steps rolled, with its answers."""
    last = next((s for s in reversed(steps) if s.kind in ("order", "answer")), steps[0])
    match = last.match
    entry = match.journal.running or (match.journal.entries[-1] if match.journal.entries else None)
    return tuple(face for r in entry.record if r.roll is not None for face in r.dice) if entry is not None else ()


def _then(first: Callable[[Doc], Doc], second: Callable[[Doc], Doc]) -> Edit:
    return lambda doc: second(first(doc))
