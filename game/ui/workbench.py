"""A force while it is being put together: what is chosen, what was done, what may be done next. No picture of it."""
from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from game.engine.builder import Builder, Edit, Entry, Part
from game.engine.verdict import Verdict
from game.errors import FileError
from game.rulesets.registry import ruleset
from game.sim import forces
from game.table.forcefile import LONGEST_NAME, Force
from game.words import plain, say, shown, verbatim

STEPS_KEPT = 200
NEW = say("New force")


class Workbench:
    """One force of one rule set. `chosen` is the id of the unit that the details are about, '' for none."""

    def __init__(self, rules: str) -> None:
        self.force = Force(name=NEW, rules=rules)
        self.chosen = ""
        self.words: str | None = None
        """The chosen unit's name as it is being typed."""
        self._kept: Force | None = None
        self._before: list[tuple[Force, str]] = []
        self._shown: tuple[Force, Sequence[Entry]] | None = None
        self._offered: tuple[Force, str, Sequence[Part]] | None = None
        self.take_new(rules)

    @property
    def builder(self) -> Builder:
        return ruleset(self.force.rules).builder

    # --- which force

    def take_new(self, rules: str) -> None:
        """An empty force."""
        self._take(Force(name=NEW, rules=rules, limit=ruleset(rules).builder.limits[0]))

    def take_ready(self, rules: str, name: str) -> None:
        """A ready force, to be changed and kept under a name of one's own. Raises UnknownName."""
        self._take(ruleset(rules).builder.ready(name))

    def take_file(self, path: Path) -> None:
        """Raises FileError."""
        self._take(forces.load_force(path))

    def take_copy(self, path: Path) -> None:
        """A force like the one in a file, under another name and not kept yet. Raises FileError."""
        force = forces.load_force(path)
        name = plain(shown(say("{name} copy", name=verbatim(force.name[: LONGEST_NAME - 9]))))
        self.take_import(replace(force, name=name))

    def take_import(self, force: Force) -> None:
        """A force that was read from another program's file and is not kept yet."""
        self._take(replace(force, source=""))
        self._kept = None

    def take_news(self) -> None:
        """Reads a campaign's force again where its record was changed meanwhile and nothing would be lost by it."""
        if not self.force.campaign or self.unsaved or not self.force.source:
            return
        with contextlib.suppress(FileError):  # the record's own screen has told what is wrong
            now = forces.load_force(Path(self.force.source))
            if now != self.force:
                self._take(now)

    def _take(self, force: Force) -> None:
        self.force = self._kept = force
        self._before = []
        self.chosen, self.words = (force.units[0].id if force.units else ""), None

    @property
    def unsaved(self) -> bool:
        """Whether something would be lost by leaving."""
        return self.force != self._kept

    def save(self) -> Path:
        """Keeps the force among the person's own. Raises FileError."""
        self.force = forces.save_force(replace(self.force, name=self.force.name.strip()))
        self._kept = self.force
        return Path(self.force.source)

    # --- what is in it

    def entries(self) -> Sequence[Entry]:
        """The force's units as the builder shows them; made once for each change."""
        if self._shown is None or self._shown[0] is not self.force:
            self._shown = self.force, self.builder.entries(self.force)
        return self._shown[1]

    def entry(self) -> Entry | None:
        """The chosen unit."""
        return next((e for e in self.entries() if e.id == self.chosen), None)

    def parts(self) -> Sequence[Part]:
        """What the chosen unit may be given or has been given; nothing where units are as they come."""
        if self._offered is None or self._offered[:2] != (self.force, self.chosen):
            known = self.force.unit(self.chosen) is not None
            self._offered = self.force, self.chosen, self.builder.parts(self.force, self.chosen) if known else ()
        return self._offered[2]

    def problem(self) -> Verdict | None:
        """The first reason why a battle would refuse the force."""
        return next(iter(self.builder.check(self.force)), None)

    def limits(self) -> list[int]:
        """The limits to choose from, 0 (none) last."""
        return [*sorted({*self.builder.limits, self.force.limit} - {0}), 0]

    # --- changes

    def may(self, edit: Edit) -> Verdict:
        return self.builder.verify(self.force, edit)

    def do(self, edit: Edit) -> Verdict:
        """Makes a change that the rules allow; the unit that it is about becomes the chosen one."""
        verdict = self.may(edit)
        if not verdict:
            return verdict
        before = self.force
        order = [e.id for e in self.entries()]
        self._keep(edit.do if edit.do == "rename" else "")
        self.force = self.builder.apply(before, edit)
        self._choose_after(edit, before, order)
        return verdict

    def _choose_after(self, edit: Edit, before: Force, order: list[str]) -> None:
        """What is new is chosen; after a removal its neighbour; a unit that was put into another's place, that one."""
        left = [u.id for u in self.force.units]
        new = [name for name in left if before.unit(name) is None]
        if edit.do in ("add", "copy") and new:
            self.choose(new[0])
        elif edit.unit and edit.unit not in left:
            place = min(order.index(edit.unit), len(left) - 1) if edit.unit in order else -1
            rest = [name for name in order if name in left]
            self.choose(edit.to if edit.do == "join" else rest[min(place, len(rest) - 1)] if rest else "")

    def choose(self, unit: str) -> None:
        if unit != self.chosen:
            self.chosen, self.words = unit, None

    def rename(self, words: str) -> None:
        """Types the chosen unit's name; one that may not be is only shown."""
        self.words = words[:LONGEST_NAME]
        self.do(Edit(do="rename", unit=self.chosen, words=self.words))

    def call(self, words: str) -> None:
        """Types the force's name."""
        self._keep("call")
        self.force = replace(self.force, name=words[:LONGEST_NAME])

    def step_limit(self, by: int) -> None:
        """The next limit, or the one before."""
        known = self.limits()
        self._keep("")
        self.force = replace(self.force, limit=known[(known.index(self.force.limit) + by) % len(known)])

    def turn_campaign(self) -> None:
        """Begins a campaign with the force, or ends one that has not seen a battle."""
        self._keep("")
        self.force = replace(self.force, campaign=not self.force.campaign)

    def _keep(self, kind: str) -> None:
        """Remembers the force for undo; typing one name is one step."""
        if kind and self._before and self._before[-1][1] == kind + self.chosen:
            return
        self._before = [*self._before[-STEPS_KEPT:], (self.force, kind + self.chosen if kind else "")]

    @property
    def can_undo(self) -> bool:
        return bool(self._before)

    def undo(self) -> None:
        """Takes the last change back."""
        if not self._before:
            return
        self.force, _ = self._before.pop()
        self.words = None
        if self.force.unit(self.chosen) is None:
            self.chosen = self.force.units[-1].id if self.force.units else ""
