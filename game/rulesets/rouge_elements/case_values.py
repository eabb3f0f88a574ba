"""What rule cases can expect of Rouge Elements, and what their answers mean."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.engine.commands import Command
from game.engine.requests import Ask
from game.engine.state import GameState
from game.engine.verdict import YES, Verdict, refuse
from game.rulesets.common.case_words import AnyOf, InOrder
from game.rulesets.common.given import is_number
from game.rulesets.rouge_elements import abilities, casting, items, options, spell_targets, tally, turns
from game.rulesets.rouge_elements.conditions import having, limb, movement, pool, value
from game.rulesets.rouge_elements.data import CHARACTERISTICS, traits
from game.table.model import Model
from game.units import towards
from game.words import say

OF_TALLY = ("totals", "all_totals", "hit", "wounds", "wounds_list", "score", "number", "victims", "centre", "row",
            "charge", "jump", "limit", "set_up_order", "location")
ORDERED = ("totals", "all_totals", "wounds_list", "victims", "centre", "set_up_order")
KEYS = (*OF_TALLY, "ap", "owed", "SD", "order", "mark", "arms_crippled", "arms_total", "legs_crippled", "legs_total",
        "corroded_turns", "burned_turns", "weapon_ready", "weapon_not_ready", "not_ready", "weapon_dropped",
        "weapon_gone", "lucky_left", "kills", "over", "turn", "abilities", "stealth", "cleared")


def answer(state: GameState, ask: Ask, value: Any) -> Any:
    """A question's answer as its need takes it."""
    if ask.question == casting.DISPEL:
        return _dispelling(ask, value)
    if ask.question == spell_targets.SHIFT and is_number(value):
        direction = float(tally.of(state, "direction") or 0.0)
        return list(towards(state.models[ask.subject].base.at, direction, float(value)))
    if ask.question == "lucky":
        return _luck(ask, value)
    if ask.question == "evade":
        return _evasion(state, ask, value)
    if ask.question == "ability" and value is True:
        return "charge"
    if isinstance(value, dict) and "answer" in value:
        return value["answer"]
    return value


def told(ask: Ask, value: Any) -> dict[str, Any]:
    """The keys of an answer's own step: luck tells its sign, a boosted dispel its boost."""
    if value is None:
        return {"answer": False}
    if ask.question == "lucky":
        return {"sign": value}
    if ask.question == casting.DISPEL:
        return {"boost": True} if value == casting.BOOSTED else {"answer": True}
    return {"answer": value}


def of_the_order(command: Command, given: Sequence[tuple[Ask, Any]]) -> dict[str, Any]:
    """The keys of an order that settle what was asked in it: abilities paid for by character, places of drones."""
    out: dict[str, Any] = {}
    for ask, answered in given:
        if ask.question == "pay":
            paid = out.setdefault("pay", {}).setdefault(ask.subject, [])
            paid += [answered] if answered is not None else []
        elif ask.question == "drone" and answered is not None:
            out.setdefault("places", list(command.get("places") or [])).append(answered)
    return out


def dispellers(value: Any) -> list[dict[str, Any]]:
    """Who dispels, as a step tells it: one, or several."""
    return [v for v in (value if isinstance(value, list) else [value]) if isinstance(v, dict)]


def _dispelling(ask: Ask, value: Any) -> str | None:
    """Whether the mage that is asked dispels, with a boost or without."""
    told = next((v for v in dispellers(value) if v.get("by", ask.subject) == ask.subject), None)
    if told is None or told.get("answer") is False:
        return casting.DISPEL if value is True else None
    return casting.BOOSTED if told.get("boost") else casting.DISPEL


def _luck(ask: Ask, value: Any) -> Any:
    """Of `{ by, roll, sign }`, the sign where it is this character's luck and this kind of roll; else it is kept."""
    told = value if isinstance(value, dict) else {"sign": 1}
    meant = told.get("by", ask.subject) == ask.subject and told.get("roll", ask.need.key) == ask.need.key
    return told.get("sign", told.get("answer", 1)) if meant else None


def _evasion(state: GameState, ask: Ask, value: Any) -> Any:
    """The place of `{ to = [x, y] }`; on the spot where it is only said that it evades."""
    told = value.get("to", value.get("answer", True)) if isinstance(value, dict) else value
    return list(state.models[ask.subject].base.at) if told is True or told == "yes" else told


def of_game(state: GameState, key: str) -> tuple[Any] | None:
    if key in OF_TALLY:
        default: Any = [] if key in ("all_totals", "wounds_list", "victims") else 0 if key == "wounds" else None
        found = tally.of(state, key, default)
        return (InOrder(found) if key in ORDERED else found,)
    if key == "order":
        return (InOrder(state.note("order", [])),)
    if key in ("next", "decides"):
        return (_decider(state),)
    if key == "over":
        return (state.result is not None,)
    return (state.round,) if key == "turn" else None


def why_unasked(state: GameState, step: dict[str, Any], key: str) -> Verdict | None:
    """Why nobody was asked for the reaction that a step wants; None where it says nothing about that."""
    if key == casting.DISPEL:
        return _why_no_dispel(state, step)
    if not step.get(key) or key == step["do"]:
        return None
    if key == "lucky":
        return refuse("RE-R92", "Nobody has luck left for such a roll.")
    if key == "ability":
        model = state.models.get(str(step.get("by")))
        verdict = abilities.check_impact(model) if model is not None else YES
        return verdict if not verdict else None
    if key == "evade":
        target = state.models.get(str(step.get("at")))
        verdict = abilities.check_may_evade(state, target) if target is not None else YES
        return verdict if not verdict else None
    return None


def _why_no_dispel(state: GameState, step: dict[str, Any]) -> Verdict | None:
    """Why a mage that a step wants to dispel was not asked."""
    asked = tally.of(state, "dispel_asked", [])
    wanted = [str(v.get("by")) for v in dispellers(step.get(casting.DISPEL, {}))]
    if step["do"] != casting.DISPEL and all(name in asked for name in wanted):
        return None
    return refuse("RE-R71", "Only another standing mage with the points, and once, until the first success.")


def _decider(state: GameState) -> AnyOf:
    """Who decides next: the character that acts or is about to, and its side."""
    who = turns.acting(state)
    return AnyOf(who.id if who else turns.next_up(state), options.awaits(state) or "none")


class _Weapons:
    """The weapons of which something is true: equal to a name, or a list of names, that it is true of."""

    def __init__(self, state: GameState, model: Model, key: str) -> None:
        self.state, self.model, self.key = state, model, key

    def __eq__(self, other: object) -> bool:
        names = other if isinstance(other, list) else [other]
        return all(weapon_is(self.state, self.model, self.key, str(name)) for name in names)

    def __repr__(self) -> str:
        return say("not so: {weapon}", weapon=[i.weapon for i in items.items(self.model)])


def of_model(state: GameState, subject: str, key: str) -> tuple[Any] | None:
    model = state.models[subject]
    if key == "M":
        return (movement(model) if value(model, "M") >= 0 else value(model, "M"),)
    if key in CHARACTERISTICS:
        return (value(model, key),)
    if key.startswith("weapon_") or key == "not_ready":
        return (_Weapons(state, model, key),)
    fire = model.note("burning") or {}
    plain: dict[str, Any] = {
        "ap": pool(model), "owed": int(model.note("owed", 0)), "SD": model.note("SD"),
        "mark": model.note("mark") or "none", "cleared": tally.of(state, "cleared") == subject,
        "corroded_turns": int(model.note("corroded", 0)),
        "burned_turns": int(fire.get("turns", 0)), "stealth": int(model.note("stealth", 0)),
        "wounds": tally.of(state, "wounds", 0),
        "lucky_left": int(bool(having(model, "lucky")) and not model.note("lucky_used")),
        "abilities": [traits().upgrades[k].name for k in traits().upgrades if having(model, k)],
        **{f"{name}_{part}": limb(model, name)[part] for name in ("arms", "legs") for part in ("total", "crippled")},
    }
    return (plain[key],) if key in plain else None


def weapon_is(state: GameState, model: Model, key: str, name: str) -> bool:
    """Whether a weapon of this name is ready, not ready, dropped by this character, or gone."""
    weapon = items.weapon_key(name)
    own = [i for i in items.items(model) if i.weapon == weapon]
    lies = [d for d in items.dropped(state) if d["item"]["weapon"] == weapon and d.get("from") == model.id]
    if key == "weapon_dropped":
        return bool(lies)
    if key == "weapon_gone":
        return not any(not i.used for i in own) and not lies
    ready = any(items.check_ready(state, model, i) for i in own)
    return ready if key == "weapon_ready" else not ready


