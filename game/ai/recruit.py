"""A recruit: goes for the nearest enemy, shoots when it can, fights what it touches, gets up. No forethought."""
from __future__ import annotations

import numpy as np

from game.ai.player import Answer, Choice, anything, command, is_plain, need_of, picks, target_need
from game.engine.commands import Command
from game.engine.requests import Option
from game.engine.view import View

STEP = 2.0


class Recruit:
    """Decides by the first thing that will do."""

    def decide(self, view: View) -> Choice:
        """Attacks with what has a target, else goes nearer, else whatever is legal."""
        if view.decision.inside:
            return self._answer(view)
        options = [option for option in view.decision.options if option.verdict]
        for order in (self._up(view, options), self._attack(view, options), self._advance(view, options),
                      self._go_on(options)):
            if order is not None and view.verify(order):
                return order
        return anything(view)

    def _answer(self, view: View) -> Choice:
        """Takes the first thing offered; goes nowhere."""
        offered = [c.value for o in view.decision.options for need in o.needs for c in need.candidates if c.verdict]
        return Answer(offered[0]) if offered else anything(view)

    def _up(self, view: View, options: list[Option]) -> Command | None:
        """Posture that is better than the present one: it stands up."""
        for option in options:
            if is_plain(option) and option.by in view.state.models:
                preview = view.preview(command(option))
                if preview is not None and (preview.worth or 0.0) > 0:
                    return command(option)
        return None

    def _attack(self, view: View, options: list[Option]) -> Command | None:
        """What needs no dice, then what it can do from here, then what it must walk to."""
        for option in sorted(options, key=_boldness):
            need = target_need(option)
            if need is None or need.kind != "model":
                continue
            for pick in picks(view, option):
                if not self._harms_itself(view, command(option, pick)):
                    return command(option, pick)
        return None

    def _harms_itself(self, view: View, order: Command) -> bool:
        """Whether the order is aimed at its own side and nothing good comes of it."""
        target = view.state.models.get(str(order.get("at", "")))
        if target is None or target.side != view.side:
            return False
        preview = view.preview(order)
        return preview is None or (preview.worth or 0.0) <= 0

    def _advance(self, view: View, options: list[Option]) -> Command | None:
        """The first model that can, by the first way it has, to the place in reach nearest to an enemy."""
        for option in options:
            if need_of(option, "path") is None:
                continue
            order = self._towards(view, option)
            if order is not None and view.verify(order):
                return order
        return None

    def _towards(self, view: View, option: Option) -> Command | None:
        model, reach = view.state.models[option.by], view.reach(option)
        enemies = np.array([e.base.at for e in view.state.enemies(view.side)]).reshape(-1, 2)
        if reach is None or not len(enemies):
            return None
        points = np.concatenate([np.array([model.base.at]), reach.sample(STEP)])
        far = np.hypot(points[:, None, 0] - enemies[None, :, 0], points[:, None, 1] - enemies[None, :, 1]).min(axis=1)
        best = int(far.argmin())
        if far[best] >= far[0] - 0.1:
            return None
        way = reach.path((float(points[best][0]), float(points[best][1])))
        return command(option, path=[list(p) for p in way]) if way else None

    def _go_on(self, options: list[Option]) -> Command | None:
        plain = [option for option in options if is_plain(option)]
        chosen = next((o for o in plain if o.default or o.ends), plain[0] if plain else None)
        return command(chosen) if chosen else None


def _boldness(option: Option) -> int:
    need = target_need(option)
    return 2 if need is not None and need.budget else 1 if option.dice else 0
