"""Who may decide what: the present decision, who of the side has options, and which of them stand on the bar."""
from __future__ import annotations

from game.engine.match import Match
from game.engine.requests import Decision, Option
from game.geometry.reach import Reach
from game.ui.prospect import Prospect


class Docket(Prospect):
    """`doer` is the model, unit or piece whose options are in focus; '' for nobody."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.decision: Decision | None = None
        self.doer = ""
        self._reaches: dict[tuple[str, str, str], Reach | None] = {}

    def doers(self) -> list[str]:
        """Who has options now, those that may act at all first. A unit whose models act is none, nor is a side."""
        if self.decision is None:
            return []
        able = [o.by for o in self.decision.options if o.by and o.verdict.ok]
        every = list(dict.fromkeys(able + [o.by for o in self.decision.options if o.by]))
        units = {self._unit_of(d) for d in every}
        return [d for d in every if d not in units and d != self.decision.side]

    def able(self) -> frozenset[str]:
        """The doers with at least one option open."""
        if self.decision is None:
            return frozenset()
        return frozenset(o.by for o in self.decision.options if o.by and o.verdict.ok)

    def options(self) -> list[Option]:
        """The options on the bar: those of the doer in focus, and those that belong to nobody."""
        if self.decision is None or self.decision.inside:
            return []
        doers, owner = self.doers(), self._unit_of(self.doer)
        common = ("", self.decision.side, owner) if owner else None
        return [
            o for o in self.decision.options
            if o.by == self.doer or (o.by not in doers and (common is None or o.by in common))
        ]

    def doer_for(self, thing: str) -> str:
        """The doer that a click on a model, unit or piece means; '' for none."""
        doers = self.doers()
        model = self.match.state.models.get(thing)
        for name in (thing, model.unit if model else ""):
            if name and name in doers:
                return name
        if thing in self.match.state.units:
            return next((m for m in self.match.state.units[thing].models if m in doers), "")
        return ""

    def move_of(self, unit: str) -> Option | None:
        """The first open option by which a unit is moved or put down as one."""
        if self.decision is None or self.decision.inside:
            return None
        return next((o for o in self.decision.options if o.by == unit and o.verdict.ok
                     and any(n.kind in ("moves", "points") for n in o.needs)), None)

    @property
    def picked_unit(self) -> str:
        """The unit that is pinned; '' for none."""
        need = self.filling.need_of("unit") if self.filling else None
        return str(self.filling.fields.get(need.key, "")) if need is not None and self.filling is not None else ""

    def awaited_units(self) -> frozenset[str]:
        """The units that may be picked for what is asked now."""
        need = self.filling.need_of("unit") if self.filling else None
        if need is None or self.filling is None:
            return frozenset()
        return frozenset(c.value for c in self.filling.candidates(need) if c.verdict.ok)

    def reach_of(self, option: Option) -> Reach | None:
        """Where an option of this decision can lead; asked once."""
        key = (option.do, option.by, str(option.fixed))
        if key not in self._reaches:
            self._reaches[key] = self.match.ruleset.reach(self.match.state, option)
        return self._reaches[key]

    def _only(self) -> Option | None:
        """The option to take up unasked: a question's, or the only one there is when it needs a pick."""
        if self.decision is None or not self.decision.options:
            return None
        first = self.decision.options[0]
        if self.decision.inside:
            return first
        return first if len(self.decision.options) == 1 and first.needs and first.verdict.ok else None

    def _unit_of(self, doer: str) -> str:
        model = self.match.state.models.get(doer)
        return model.unit if model else ""
