"""The Lab's numbers without their picture: what is asked, of which set-ups, how often, and what came of it so far."""
from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Literal, TypeAlias

from msgspec.structs import replace

from game.ai.levels import LEVELS
from game.errors import FiringArcError
from game.sim.lab.asked import Posed, Wish, pose
from game.sim.lab.doc import refusal, verdict_of
from game.sim.lab.elsewhere import Elsewhere, everywhere
from game.sim.lab.figures import Difference, of_means, of_shares
from game.sim.lab.lab import Lab, Moment
from game.sim.lab.offers import Offer, offers
from game.sim.lab.onward import Position, Until, runs
from game.sim.lab.set_ups import Asked, AskedOrder, AskedRuns
from game.sim.lab.working import Playing, Sampling, Workers
from game.words import grouped, say

Tab: TypeAlias = Literal["order", "onward", "rules"]
Letter: TypeAlias = Literal["A", "B"]
LETTERS: tuple[Letter, ...] = ("A", "B")
MOST = {"order": 1_000_000, "onward": 100_000}


class Numbers:
    """`viewer` on `target` is what orders are listed for; `draft` an order laid out in play. `kept` are set-ups to be
    compared: A with B, or with the table as it is now."""

    def __init__(self, lab: Lab, executor: Executor | None = None) -> None:
        self.lab = lab
        self.workers = Workers(executor)
        self.tab: Tab = "order"
        self.counts = {"order": "1000", "onward": "100"}
        self.spend = False
        self.until: Until = "round"
        self.levels: dict[str, str] = {}
        self.budget = 6.0
        self.kept: dict[Letter, Moment] = {}
        self.viewer = self.target = ""
        self.offers: tuple[Offer, ...] = ()
        self.draft: Wish | None = None
        self.wish: Wish | None = None
        self.sampled: list[AskedOrder] = []
        self.played: list[AskedRuns] = []
        self.version = 0
        self._looked: tuple[Moment, str, str] | None = None
        self._elsewhere: tuple[tuple[Moment, str, str, float], tuple[Elsewhere, ...]] | None = None

    # --- what is asked
    def look(self, viewer: str, target: str, draft: Wish | None = None) -> None:
        """Lists what the viewer could do to the target now. What was chosen stays chosen where it is still offered."""
        self.viewer, self.target = viewer, target
        self.draft = draft
        for side in self.lab.state.sides:
            self.levels.setdefault(side, "regular")
        key = (self.lab.now, viewer, target)
        if self._looked is None or self._looked[0] is not key[0] or self._looked[1:] != key[1:]:
            self.offers = offers(self.lab, self.lab.now, viewer, target)
            self._looked = key
        open_ = [*([draft] if draft is not None else []), *(o.wish for o in self.offers if o.wish is not None)]
        if draft is not None:
            self.wish = draft
        elif self.wish is None or (self.wish not in open_ and not self.kept):
            self.wish = self._likeliest(open_)
        self.version += 1

    def _likeliest(self, wishes: Sequence[Wish]) -> Wish | None:
        """The first order that does harm by the exact odds, else the first one."""
        for wish in wishes:
            try:
                exact = pose(self.lab, self.lab.now, wish).exact
            except FiringArcError:
                continue
            if exact is not None and exact.harm:
                return wish
        return next(iter(wishes), None)

    def choose(self, wish: Wish | str) -> None:
        """Asks something else; by its title, where there is an offer of that title."""
        found = wish if isinstance(wish, Wish) else next(
            (o.wish for o in self.offers if o.title == wish and o.wish is not None), None)
        if found is not None:
            self.wish = found
            self.version += 1

    @property
    def exact(self) -> Posed | None:
        """What is asked, as things stand now; None where it may not be."""
        if self.wish is None:
            return None
        try:
            return pose(self.lab, self.lab.now, self.wish)
        except FiringArcError:
            return None

    def elsewhere(self) -> tuple[Elsewhere, ...]:
        """Every rule set's answers, worked out once for what they depend on."""
        key = (self.lab.now, self.viewer, self.target, self.budget)
        kept = self._elsewhere
        if kept is None or kept[0][0] is not key[0] or kept[0][1:] != key[1:]:
            now = self.lab.now
            kept = self._elsewhere = key, everywhere(now.doc, now.state, self.viewer, self.target, self.budget)
        return kept[1]

    # --- set-ups
    def keep(self, letter: Letter) -> None:
        """The table as it is now is set-up A, or B."""
        self.kept[letter] = self.lab.now
        self.version += 1

    def forget(self, letter: Letter) -> None:
        self.kept.pop(letter, None)
        self.version += 1

    def set_ups(self) -> list[tuple[str, Moment]]:
        """What the question is asked of: A and B, or A and the table as it is now, or that alone."""
        if "A" not in self.kept and "B" not in self.kept:
            return [("", self.lab.now)]
        return [(letter, self.kept.get(letter, self.lab.now)) for letter in LETTERS]

    # --- running
    def count(self) -> int:
        """How often the question of this tab is asked. Raises Refused for what is no number, or too large a one."""
        most, words = MOST["onward" if self.tab == "onward" else "order"], self.counts.get(self.tab, "")
        words = words.replace(" ", "").replace(",", "")
        if not (words.isascii() and words.isdecimal()) or not 1 <= int(words) <= most:
            raise refusal(say("Runs are a whole number from 1 to {most}.", most=grouped(most)))
        return int(words)

    def run(self) -> None:
        """Asks anew. Raises Refused."""
        count = self.count()
        self.stop()
        if self.tab == "onward":
            self.played = [self._play(letter, moment, count) for letter, moment in self.set_ups()]
        else:
            if self.wish is None:
                raise refusal("There is nothing to ask: choose an order first.")
            self.sampled = [self._sample(letter, moment, self.wish, count) for letter, moment in self.set_ups()]
        self.version += 1

    def _sample(self, letter: str, moment: Moment, wish: Wish, count: int) -> AskedOrder:
        asked = AskedOrder(letter, moment)
        try:
            asked.posed = pose(self.lab, moment, wish)
        except FiringArcError as error:
            asked.why = verdict_of(error)
            return asked
        trial = replace(asked.posed.trial, spend=self.spend)
        asked.sampling = Sampling(self.workers, asked.posed.rules, trial, count, _seed(letter, moment))
        return asked

    def _play(self, letter: str, moment: Moment, count: int) -> AskedRuns:
        asked = AskedRuns(letter, moment)
        if moment.match.over:
            asked.why = verdict_of(refusal("The game is over; go back to before its end."))
            return asked
        levels = {side: self.levels.get(side, next(iter(LEVELS))) for side in moment.state.sides}
        work = asked.playing = Playing(self.workers, count)
        tasks = runs(Position.of(moment.match), levels, self.until, count, _seed(letter, moment), work.ticket)
        first = asked.first = next(tasks)
        work.play([first, *tasks])
        return asked

    @property
    def asked(self) -> Sequence[Asked]:
        """The set-ups of this tab that were asked last."""
        return self.played if self.tab == "onward" else self.sampled

    @property
    def busy(self) -> bool:
        return any(a.work is not None and a.work.busy for a in (*self.sampled, *self.played))

    @property
    def progress(self) -> tuple[int, int]:
        """Runs done of those wanted, of all set-ups."""
        works = [a.work for a in self.asked if a.work is not None]
        return sum(w.done for w in works), sum(w.wanted for w in works)

    def poll(self, *, wait: bool = False) -> bool:
        """Takes in what has come. True where that was something."""
        came = False
        for asked in (*self.sampled, *self.played):
            if asked.work is not None and asked.work.busy:
                came |= asked.work.poll(wait=wait)
        self.version += came
        return came

    def stop(self) -> None:
        """What is under way ends; what has come stays."""
        for asked in (*self.sampled, *self.played):
            if asked.work is not None:
                asked.work.stop()
        self.version += 1

    def close(self, *, wait: bool = False) -> None:
        """Ends whatever works for it; with `wait` it has ended then."""
        self.stop()
        self.workers.close(wait=wait)

    # --- what came of it
    def harm_difference(self) -> tuple[Difference, Difference] | None:
        """Of the harm, and of the share of runs that do any: B less A. None where not both have runs."""
        spreads = [asked.harm for asked in self.sampled]
        if len(spreads) != 2 or spreads[0] is None or spreads[1] is None or not (spreads[0].of and spreads[1].of):
            return None
        one, other = spreads[0], spreads[1]
        return of_means(one, other), of_shares(*((s.of - s.counts.get(0, 0), s.of) for s in (one, other)))

    def run_differences(self) -> list[tuple[str, Difference, bool]]:
        """What differs between the runs of A and B, with words for it, and whether it is a share: wins where games
        ended, damage and losses by side. Nothing where not both have runs."""
        if len(self.played) != 2 or not all(asked.ended for asked in self.played):
            return []
        one, other = self.played
        out: list[tuple[str, Difference, bool]] = []
        for side in one.moment.state.sides.values():
            wins = [(sum(1.0 if r.winner == side.id else 0.5 if r.winner == "draw" else 0.0 for r in asked.ended),
                     len(asked.ended)) for asked in (one, other)]
            if any(row.winner for asked in (one, other) for row in asked.ended):
                out.append((say("{side} wins", side=side.name), of_shares(*wins), True))
            out.append((say("{side}: damage done", side=side.name),
                        of_means(one.damage(side.id), other.damage(side.id)), False))
            out.append((say("{side}: models lost", side=side.name),
                        of_means(one.lost(side.id), other.lost(side.id)), False))
        return out


def _seed(letter: str, moment: Moment) -> int | str:
    """B has dice of its own: the intervals of a difference ask that its two sides have nothing to do with each other.
    """
    return f"{moment.seed}-B" if letter == "B" else moment.seed
