"""The words that rule cases use for Grimdark Future: keys of units and steps, and what can be expected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.engine.casewords import FormField
from game.engine.commands import Command
from game.engine.requests import Ask
from game.engine.state import GameState
from game.engine.verdict import Verdict, refuse
from game.geometry.cover import cover_of
from game.geometry.reach import Reach
from game.geometry.sight import Sight
from game.rulesets.common.case_words import BuildsNothing, WritesSteps, side_named
from game.rulesets.grimdark_future import begin, form
from game.rulesets.grimdark_future.coherency import is_coherent
from game.rulesets.grimdark_future.conditions import alive, is_fatigued, is_shaken, wounds
from game.rulesets.grimdark_future.cover import model_has_cover
from game.rulesets.grimdark_future.data import profiles
from game.rulesets.grimdark_future.flowing import grounds
from game.rulesets.grimdark_future.objectives import held
from game.rulesets.grimdark_future.options import awaits
from game.rulesets.grimdark_future.orders import ORDERS
from game.rulesets.grimdark_future.points import cost
from game.rulesets.grimdark_future.propose import others_grown
from game.rulesets.grimdark_future.rounds import is_waiting
from game.rulesets.grimdark_future.sightlines import look_at
from game.table.model import Model

ANSWERS = ("shoot", "meet", "strike_back", "consolidate", "casualties", "snipe")
MOVES = ("by", "unit", "side", "moves", "shift", *ANSWERS)
STEPS: dict[str, tuple[str, ...]] = {
    "roll_markers": ("by", "side"),
    "first_marker": ("by", "side", "player"),
    "place_marker": ("by", "side", "point", "at"),
    "roll_deployment": ("by", "side"),
    "choose_edge": ("by", "side", "edge"),
    "quick_set_up": ("by", "side"),
    "deploy": ("by", "unit", "side", "at", "facing"),
    "set_aside": ("by", "unit", "side", "kind"),
    "scout": ("by", "unit", "side", "at"),
    "arrive": ("by", "unit", "side", "at"),
    "decline": ("by", "unit", "side"),
    "join": ("by", "unit", "side", "to"),
    "check_list": ("by", "side", "units", "limit", "army"),
    "hold": MOVES,
    "advance": MOVES,
    "rush": MOVES,
    "charge": (*MOVES, "at"),
    "idle": MOVES,
    **dict.fromkeys(ANSWERS, ("by", "unit", "answer", "moves", "shift", "to")),
}
OF_SIDE = (
    "roll_markers",
    "first_marker",
    "place_marker",
    "roll_deployment",
    "choose_edge",
    "quick_set_up",
    "check_list",
)


class CaseWords(WritesSteps, BuildsNothing):
    """What the case runner asks of this rule set."""

    begin_keys: tuple[str, ...] = begin.BEGIN_KEYS
    unit_keys: tuple[str, ...] = begin.UNIT_KEYS
    steps = STEPS
    of_several: tuple[str, ...] = ()
    no_answers: tuple[str, ...] = ()
    expect_keys: tuple[str, ...] = (
        "models",
        "alive",
        "wounds",
        "shaken",
        "fatigued",
        "activated",
        "destroyed",
        "coherent",
        "markers",
        "units",
        "melee",
        "points",
        "total",
        "setup",
        "owner",
        "reserve",
        "first",
    )

    def form(self, state: GameState, model: Model) -> Sequence[FormField]:
        """What a file may say of a model besides its place, as it is now."""
        return form.form(state, model)

    def acts_next(self, state: GameState, model: str) -> dict[str, Any]:
        """The keys of a beginning in mid-game by which this model acts next."""
        return form.acts_next(state, model)

    def command(self, state: GameState, step: dict[str, Any]) -> Command:
        """The command that a step means."""
        do = step["do"]
        fields = {k: v for k, v in step.items() if k not in ("do", "by", "unit", "comment", *ANSWERS)}
        if do in OF_SIDE:
            fields.pop("side", None)
            if do == "place_marker":
                fields.setdefault("point", fields.pop("at", None))
            return Command(do=do, by=_side(state, step), fields=fields)
        fields.pop("side", None)
        return Command(do=do, by=str(step.get("by", step.get("unit", ""))), fields=fields)

    def answer(self, state: GameState, ask: Ask, value: Any) -> Any:
        """A table of moves as it stands; strike_back as yes or no; false declines."""
        if ask.question == "strike_back" and isinstance(value, dict):
            return value.get("answer", True)
        if value is False and ask.question != "strike_back":
            return None
        if ask.question in ("meet", "consolidate") and value is True:
            return None
        return value

    def expect(self, state: GameState, about: str | None, subject: str, key: str) -> tuple[Any] | None:
        """The value of a key of this rule set, in a tuple; None for a key that is not its own."""
        if about == "unit" and subject in state.units:
            return _of_unit(state, subject, key)
        if about == "model" and subject in state.models and key == "wounds":
            return (wounds(state.models[subject]),)
        if about == "marker" and subject in state.markers and key in ("owner", "at"):
            marker = state.markers[subject]
            return (marker.owner or "neutral",) if key == "owner" else (list(marker.at),)
        if about == "side" and subject in state.sides and key in ("markers", "units"):
            return (
                (held(state)[subject],)
                if key == "markers"
                else (sum(bool(state.members(u.id)) for u in state.units.values() if u.side == subject),)
            )
        return _of_game(state, key) if about is None else None

    def unasked(self, state: GameState, step: dict[str, Any], key: str) -> Verdict | None:
        """Why nobody was asked to shoot, to close up or to move on."""
        if key == "shoot":
            return refuse("GF-5.1", "The unit does not shoot now.")
        if key == "meet":
            return refuse("GF-R59", "The defenders have no move: Shaken, Immobile, or nobody is left.")
        if key == "consolidate":
            return refuse("GF-R67", "Nobody has a move after this melee.")
        return None

    def look(self, state: GameState, viewer: str, target: str) -> Sight:
        """Past terrain and the footprints of other units. GF-R39"""
        return look_at(state, state.models[viewer], state.models[target])

    def cover(self, state: GameState, viewer: str, target: str) -> tuple[str, tuple[str, ...]]:
        """As a unit of one: inside a piece of cover, or less than half of it visible. GF-R51, GF-R52"""
        one, other = state.models[viewer], state.models[target]
        if not model_has_cover(state, one, other, behind_counts=True):
            return "", ()
        return "cover", cover_of(state.scene, one.base, other.base)[1]

    def walks(self, state: GameState, model: str, inches: float) -> Sequence[Reach]:
        """Round difficult ground, and over it as far as that lets a model. GF-10.4"""
        mover = state.models[model]
        grown = others_grown(state, mover.unit)
        mates = [m.base for m in alive(state, mover.unit) if m.id != model]
        return [Reach(scene, mover.base, far, blocked_by=grown, pass_through=mates, climb=0.0)
                for scene, far in grounds(state, inches)]

    def may_activate(self, state: GameState) -> list[str]:
        return [
            u.id
            for u in state.units.values()
            if state.phase == "turns" and u.side == state.turn and is_waiting(state, u)
        ]

    def reach(self, state: GameState, model: str, question: dict[str, Any]) -> bool:
        """Whether the model alone could end at the point: "how" is advance, rush or charge."""
        unit = state.models[model].unit
        moves = [{"m": model, "path": [question["to"]]}]
        command = Command(do=question.get("how", "advance"), by=unit, fields={"moves": moves})
        return bool(ORDERS[command.do].check(state, command))


def _side(state: GameState, step: dict[str, Any]) -> str:
    """The side that gives the order; where a step names none, the one it falls to."""
    return side_named(state, step) or awaits(state) or next(iter(state.sides))


def _of_unit(state: GameState, unit: str, key: str) -> tuple[Any] | None:
    entry = state.units[unit]
    members = [state.models[m] for m in entry.models]
    values: dict[str, Any] = {
        "models": sum(m.in_play for m in members),
        "alive": [n for n, m in enumerate(members, 1) if m.in_play],
        "wounds": [wounds(m) for m in members if m.in_play],
        "shaken": is_shaken(entry),
        "fatigued": is_fatigued(entry),
        "activated": bool(entry.note("activated")),
        "destroyed": not any(m.in_play for m in members),
        "coherent": is_coherent([m.base for m in alive(state, unit)]),
        "reserve": entry.note("reserve", "none"),
        "points": entry.note("points", 0),
        "size": entry.note("start_size"),
        "start_size": entry.note("start_size"),
        "on_table": bool(alive(state, unit)),
        "in_play": bool(alive(state, unit)),
        "at": [list(m.base.at) for m in alive(state, unit)],
    }
    return (values[key],) if key in values else None


def _of_game(state: GameState, key: str) -> tuple[Any] | None:
    if key == "melee":
        return (state.note("melee", {}),)
    if key == "total":
        return (state.note("list_total"),)
    if key == "points":
        return ({name: cost(p) for name, p in profiles().items()},)
    if key == "first":
        return (state.note("first") or state.note("deployment_winner"),)
    if key == "setup":
        return (
            {
                "markers": state.note("marker_count"),
                "placed": len(state.markers),
                "marker_winner": state.note("marker_winner"),
                "first_marker": state.note("first_marker"),
                "deployment_winner": state.note("deployment_winner"),
                "winner": state.note("deployment_winner"),
                "edges": {s.id: s.edge for s in state.sides.values()},
            },
        )
    return None
