"""What a case could expect of what was played: everything that changed, what the rules say of it, and what they would
refuse. Each is checked as `check` would before it is offered."""
from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from game.engine.commands import Command
from game.engine.requests import Option
from game.engine.ruleset import RuleSet
from game.engine.state import GameState
from game.errors import FiringArcError
from game.geometry import measure
from game.geometry.cover import cover_of
from game.sim.expectations import Moment, failures, forecast
from game.sim.lab.casewriting import Draft, Refusal
from game.words import joined, plain, say, verbatim

OF_MODEL = ("at", "facing", "elevation", "states", "in_play")
OF_UNIT = ("in_play", "models")
OF_SIDE = ("score", "models")
OF_MARKER = ("owner", "at")
OF_SYSTEM = ("state", "at")
OF_GAME = ("round", "phase", "turn", "decides", "result", "options")
QUIET = ("options", "elevation", "points", "facing")
"""Keys that tell little by themselves: offered, and left unticked."""
TELLING = ("acted", "rolled", "moved", "placed", "harmed", "left", "returned", "terrain", "marker", "joined", "ended")
"""Kinds of event that a case may ask for."""
DIGITS = 4


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """Something that could be expected after a step: as a case writes it, and in words. `was` is the value before that
    step, '' where it has not changed."""

    after: int
    expect: dict[str, Any]
    about: str
    key: str
    value: str
    was: str = ""
    changed: bool = False
    likely: bool = False

    @property
    def words(self) -> str:
        """The offer in a line."""
        told = joined(" ", (verbatim(self.key), self.value))
        told = joined(": ", (self.about, told)) if self.about else told
        return say("{offer} (was {before})", offer=told, before=self.was) if self.was else told


def offers(draft: Draft, pair: tuple[str, str] = ("", "")) -> list[Offer]:
    """Everything that holds after each step and could be expected; of an empty case what holds as things stand. `pair`
    are two models whose sight, distance and cover are asked."""
    found: list[Offer] = []
    for after in range(1, len(draft.moments)):
        found += _after(draft, after)
    found += _between(draft, len(draft.moments) - 1, pair)
    return sorted((offer for offer in found if _holds(draft, offer)), key=lambda offer: offer.after)


def refusals(rules: RuleSet, state: GameState) -> list[Refusal]:
    """What the side that decides may not do now, each with its rule."""
    decision = rules.decision(state) if state.result is None else None
    found: list[Refusal] = []
    for option in decision.options if decision is not None else ():
        found += _refusals_of(rules, state, option)
    unlike: dict[str, Refusal] = {}
    for refusal in found:
        unlike.setdefault(str(refusal.step), refusal)
    return list(unlike.values())


def expected(offers_: Sequence[Offer], refused: Sequence[Refusal], steps: int) -> list[dict[str, Any]]:
    """The expectations of a case: what was ticked, things about one subject after one step in one table, and each
    refused step, which come after `steps` others."""
    tables: dict[tuple[int, str, str], dict[str, Any]] = {}
    alone: list[dict[str, Any]] = []
    for offer in offers_:
        about = next(iter(offer.expect))
        if offer.key in offer.expect and about != offer.key:
            table = tables.setdefault((offer.after, about, str(offer.expect[about])), {"after": offer.after})
            table.update(offer.expect)
        elif offer.key == "events":
            table = tables.setdefault((offer.after, "events", ""), {"after": offer.after, "events": []})
            table["events"] = [*table["events"], *offer.expect["events"]]
        elif about == "odds":
            order = {k: v for k, v in offer.expect["odds"].items() if k != offer.key}
            table = tables.setdefault((offer.after, "odds", str(order)), {"after": offer.after, "odds": order})
            table["odds"] = {**table["odds"], offer.key: offer.expect["odds"][offer.key]}
        elif isinstance(offer.expect[about], dict):
            alone.append({"after": offer.after, **offer.expect})
        else:
            tables.setdefault((offer.after, "", ""), {"after": offer.after}).update(offer.expect)
    told = sorted([*tables.values(), *alone], key=lambda t: int(t["after"]))
    return [*told, *({"after": steps + n, "refused": r.verdict.rule or True} for n, r in enumerate(refused, 1))]


def _holds(draft: Draft, offer: Offer) -> bool:
    try:
        return not failures(draft.rules, draft.moments, offer.after, offer.expect)
    except FiringArcError:
        return False


# --- what changed


def _after(draft: Draft, after: int) -> Iterator[Offer]:
    rules, moments = draft.rules, draft.moments
    before, now = moments[after - 1].state, moments[after].state
    acting = {str(v) for k in ("by", "at") for v in _listed(draft.steps[after - 1].get(k))}
    acting |= {m for unit in acting if unit in now.units for m in now.units[unit].models}
    for name, model in now.models.items():
        if before.models.get(name) != model or name in acting:
            yield from _of(rules, moments, after, "model", name, model.name, (*OF_MODEL, *_own(rules, OF_MODEL)))
    for name, unit in now.units.items():
        if unit.models != (name,):
            members = any(before.models.get(m) != now.models[m] for m in unit.models)
            if members or before.units.get(name) != unit:
                yield from _of(rules, moments, after, "unit", name, unit.name, (*OF_UNIT, *_own(rules, OF_UNIT)))
    for name, side in now.sides.items():
        yield from _changed(_of(rules, moments, after, "side", name, side.name, (*OF_SIDE, *_own(rules, OF_SIDE))))
    for name, marker in now.markers.items():
        yield from _changed(_of(rules, moments, after, "marker", name, marker.name or name, OF_MARKER))
    for name, piece in now.terrain.items():
        if before.terrain.get(name) != piece:
            keys = (*OF_SYSTEM, *_own(rules, OF_SYSTEM))
            yield from _of(rules, moments, after, "system", name, piece.title, keys)
    yield from _of(rules, moments, after, "", "", "", (*OF_GAME, *_own(rules, OF_GAME)))
    yield from _told(moments, after)
    yield from _odds(draft, after)


def _own(rules: RuleSet, common: Sequence[str]) -> list[str]:
    return [key for key in dict.fromkeys(rules.case_words.expect_keys) if key not in common]


def _changed(found: Iterator[Offer]) -> Iterator[Offer]:
    return (offer for offer in found if offer.changed)


def _of(rules: RuleSet, moments: Sequence[Moment], after: int, about: str, name: str, title: str, keys: Sequence[str]
        ) -> Iterator[Offer]:
    before, now = moments[after - 1].state, moments[after].state
    gone = about == "model" and not now.models[name].in_play
    for key in keys:
        value = _value(rules, now, about, name, key)
        if value is None:
            continue
        was = _value(rules, before, about, name, key)
        changed = was != value
        likely = changed and key not in QUIET and (not gone or key == "in_play")
        yield Offer(after=after, expect={**({about: name} if about else {}), key: value}, about=title, key=key,
                    value=_told_value(value), was=_told_value(was) if changed and was is not None else "",
                    changed=changed, likely=likely)


def _value(rules: RuleSet, state: GameState, about: str, name: str, key: str) -> Any:
    """What a key stands at, as a file writes it; None for one that says nothing here."""
    try:
        own = rules.case_words.expect(state, about or None, name, key)
        found = own[0] if own is not None else _common(rules, state, about, name, key)
    except (LookupError, TypeError, ValueError, AttributeError):
        return None
    return written(found)


def _common(rules: RuleSet, state: GameState, about: str, name: str, key: str) -> Any:
    if about == "model":
        return getattr(state.models[name], key) if key in OF_MODEL else None
    if about == "unit":
        return {"in_play": bool(state.members(name)), "models": len(state.members(name))}.get(key)
    if about == "side":
        return {"score": rules.score(state)[name], "models": sum(m.in_play for m in state.models_of(name))}.get(key)
    if about == "marker":
        return {"owner": state.markers[name].owner or "none", "at": state.markers[name].at}.get(key)
    if about == "system":
        return {"state": state.terrain[name].state, "at": state.terrain[name].centre}.get(key)
    decision = rules.decision(state) if key == "options" and state.result is None else None
    return {"round": state.round, "phase": state.phase, "turn": state.turn or "none",
            "decides": rules.awaits(state) or "none", "result": state.result.winner if state.result else "none",
            "options": sorted({o.do for o in decision.options if o.verdict}) if decision else None}.get(key)


def written(found: Any) -> Any:
    """A value as a file writes it: plain, rounded, None where a file has no word for it."""
    found = getattr(found, "plain", found)
    try:
        built = msgspec.to_builtins(found, enc_hook=plain)
    except (TypeError, NotImplementedError):
        return None
    return _rounded(built)


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, DIGITS) if math.isfinite(value) else None
    if isinstance(value, dict):
        inner = {str(k): _rounded(v) for k, v in value.items()}
        return None if any(v is None for v in inner.values()) else inner
    if isinstance(value, list):
        values = [_rounded(v) for v in value]
        return None if any(v is None for v in values) else values
    return value if isinstance(value, (str, int, bool)) else None


def value_words(value: Any) -> str:
    """A value of a case as a list shows it."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {value_words(inner)}" for key, inner in value.items())
    if isinstance(value, list):
        inner = [value_words(v).replace(", ", " ") if isinstance(v, list) else value_words(v) for v in value]
        return ", ".join(inner) or "[]"
    return str(value).lower() if isinstance(value, bool) else f"{value:g}" if isinstance(value, float) else str(value)


def _told_value(value: Any) -> str:
    return verbatim(value_words(value))


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


# --- events, dice, odds, the table


def _told(moments: Sequence[Moment], after: int) -> Iterator[Offer]:
    """The kinds of what happened in a step, and how many dice have fallen."""
    happened = moments[after].match.events[moments[after - 1].told : moments[after].told]
    kinds = dict.fromkeys(str(event.__struct_config__.tag) for event in happened)
    for kind in kinds:
        if kind in TELLING:
            yield Offer(after=after, expect={"events": [kind]}, about="", key="events", value=verbatim(kind),
                        changed=True)
    used, before = moments[after].used, moments[after - 1].used
    if used != before:
        yield Offer(after=after, expect={"dice": used}, about="", key="dice", value=verbatim(used),
                    was=verbatim(before), changed=True)


def _odds(draft: Draft, after: int) -> Iterator[Offer]:
    """What the rules foretold of the order before it was given."""
    step, state = draft.steps[after - 1], draft.moments[after - 1].state
    if draft.moments[after - 1].match.run is not None and "answer" in step:
        return
    try:
        told = forecast(draft.rules, state, draft.rules.case_words.command(state, step))
    except (FiringArcError, LookupError, TypeError, ValueError, AttributeError):
        return
    for key, value in told.items():
        odd = written(value)
        if odd is not None:
            yield Offer(after=after - 1, expect={"odds": {**step, key: odd}}, about=verbatim(step["do"]), key=key,
                        value=_told_value(odd), changed=True)


def _between(draft: Draft, after: int, pair: tuple[str, str]) -> Iterator[Offer]:
    """Sight, distance, cover and arc between two models, as they stand at the end."""
    state, rules = draft.moments[after].state, draft.rules
    one, other = (state.models.get(name) for name in pair)
    if one is None or other is None or not (one.on_table and other.on_table):
        return
    named = {"from": one.id, "to": other.id}
    about = say("{viewer} to {target}", viewer=one.name, target=other.name)
    seen = rules.case_words.look(state, one.id, other.id)
    told: dict[str, Mapping[str, Any]] = {
        "sees": {"clear": seen.clear, **({} if seen.clear else {"blocked_by": sorted(seen.blocked_by)})},
        "distance": {"is": round(measure.gap(one.base, other.base), DIGITS)},
        "cover": {"is": cover_of(state.scene, one.base, other.base)[0] or "none"},
    }
    for key, value in told.items():
        words = next(iter(value.values()))
        yield Offer(after=after, expect={key: {**named, **value}}, about=about, key=key, value=_told_value(words),
                    changed=True)


# --- what is refused


def _refusals_of(rules: RuleSet, state: GameState, option: Option) -> Iterator[Refusal]:
    fixed = {**option.fixed}
    if not option.verdict:
        yield from _refused(rules, state, option.title, Command(do=option.do, by=option.by, fields=fixed))
        return
    for need in option.needs:
        if need.kind not in ("model", "unit", "piece", "choice", "side"):
            continue
        candidates = need.candidates or rules.candidates(state, option, need.key)
        for candidate in candidates:
            if not candidate.verdict:
                fields = {**fixed, **candidate.fields, need.key: candidate.value}
                by = str(fields.pop("by", option.by))
                title = joined(": ", (option.title, candidate.title or _name(state, candidate.value)))
                yield from _refused(rules, state, title, Command(do=option.do, by=by, fields=fields))


def _refused(rules: RuleSet, state: GameState, title: str, command: Command) -> Iterator[Refusal]:
    """The refusal of an order, where a case can order it and it is refused there."""
    if command.do not in rules.case_words.steps:
        return
    step = written(rules.case_words.written(state, command, ())[0])
    if step is None:
        return
    try:
        verdict = rules.verify(state, rules.complete(state, rules.case_words.command(state, step)))
    except (FiringArcError, LookupError, TypeError, ValueError, AttributeError):
        return
    if not verdict:
        yield Refusal(step=step, words=title, verdict=verdict)


def _name(state: GameState, value: Any) -> str:
    known: Mapping[str, Any] = {**state.units, **state.models}
    return str(known[value].name) if isinstance(value, str) and value in known else str(value)
