"""What a case may expect, whatever its rule set: models, units, sides, the round, whose decision, the table."""
from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from game.engine.commands import Command
from game.engine.events import Event
from game.engine.match import Match
from game.engine.ruleset import RuleSet
from game.engine.state import GameState
from game.engine.verdict import Verdict
from game.errors import InputError, did_you_mean
from game.geometry import arc as arcs
from game.geometry import measure, sight
from game.geometry.cover import cover_of
from game.geometry.shapes import Base
from game.geometry.template import blast_touches
from game.table.model import Model
from game.units import Point
from game.words import joined, say

FORECAST = ("chance", "harm", "outcomes")
"""What an expectation of odds may say of an order: its chance of working, the harm to expect, each outcome's share."""
ABOUT = ("model", "unit", "side", "marker", "system")
"""What an expectation may be about; one that names none is about the game."""
AT_TOLERANCE = 0.05
NUMBER_TOLERANCE = 0.01


class Moment(NamedTuple):
    """How things stood after a step: the state, and the verdict if the step was refused.

    `settled` is the state once a unit that can do nothing more has ended its activation: a case need not say so.
    `told` are the events and `used` the dice so far.
    """

    state: GameState
    match: Match
    refusal: Verdict | None
    told: int
    settled: GameState | None = None
    used: int = 0


class Finding(NamedTuple):
    """One thing expected and what was found instead, None where it holds; `line` tells the difference."""

    subject: str
    key: str
    wanted: Any
    found: str | None
    line: str = ""


def failures(rules: RuleSet, moments: Sequence[Moment], after: int, wanted: dict[str, Any]) -> list[str]:
    """What of an expectation does not hold, each in a line. Raises InputError for a key that nothing answers."""
    return [finding.line for finding in findings(rules, moments, after, wanted) if finding.found is not None]


def findings(rules: RuleSet, moments: Sequence[Moment], after: int, wanted: dict[str, Any]) -> list[Finding]:
    """Each thing that an expectation expects, with what was found. Raises InputError for a key that nothing
    answers."""
    moment = moments[after]
    if "refused" in wanted:
        rest = {key: value for key, value in wanted.items() if key != "refused"}
        return [_refusal(moments, after, wanted["refused"]), *(findings(rules, moments, after, rest) if rest else [])]
    wanted = {k: _with_ids(moment.state, v) if k in ("model", "sees", "arc", "distance", "cover", "reach") else v
              for k, v in wanted.items()}
    about: str | None = next((k for k in ABOUT if k in wanted), None)
    subject = wanted.get(about) if about else None
    if about and not _known(moment.state, about, str(subject)):
        gone = wanted == {about: subject, "exists": False}
        line = say('there is no {about} "{subject}"', about=about, subject=subject)
        return [Finding(str(subject), "exists", not gone, None if gone else line, line)]
    found = []
    for key, value in wanted.items():
        if key == about:
            continue
        answer = _asked(rules, moment, about, str(subject), key, value)
        if answer is not None and moment.settled is not None:
            later = moment._replace(state=moment.settled, settled=None)
            answer = answer if _asked(rules, later, about, str(subject), key, value) else None
        wrong = ""
        if answer:
            wrong = say("{key} should be {value}, is {answer}", key=key, value=_told(value), answer=answer)
        line = joined(": ", (subject, wrong)) if wrong and isinstance(subject, str) else wrong
        found.append(Finding(str(subject or ""), key, value, answer, line))
    return found


def _told(value: Any) -> str:
    """A value as a case's file would have it."""
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _with_ids(state: GameState, value: Any) -> Any:
    """Models by the ids they have: "unit/number" is that model of the unit, and a unit of one names its model."""
    if isinstance(value, dict):
        return {k: _with_ids(state, v) if isinstance(v, str) else v for k, v in value.items()}
    if not isinstance(value, str) or value in state.models:
        return value
    unit, _, number = value.rpartition("/")
    models = state.units[unit].models if unit in state.units else ()
    if number.isdigit() and 1 <= int(number) <= len(models) and models != (unit,):
        return models[int(number) - 1]
    alone = state.units[value].models if value in state.units else ()
    return alone[0] if len(alone) == 1 else value


def _asked(rules: RuleSet, moment: Moment, about: str | None, subject: str, key: str, value: Any) -> str | None:
    """As `_find`; a value of another shape than the key wants is the file's fault, and is told as such."""
    try:
        return _find(rules, moment, about, subject, key, value)
    except (TypeError, ValueError, LookupError, AttributeError, OverflowError):
        raise InputError(say("{key} = {value!r} is not what {key} can be asked for", key=key, value=value)) from None


def _refusal(moments: Sequence[Moment], after: int, rules: Any) -> Finding:
    """Whether a step was refused as it should be. `rules` is a rule's id or a list of such, true for any, false for a
    step that is not refused."""
    line = _refused(moments, after, rules)
    moment = moments[after]
    found = str(moment.refusal) if moment.refusal is not None else say("was carried out")
    return Finding("", "refused", rules, found if line else None, line)


def _refused(moments: Sequence[Moment], after: int, rules: Any) -> str:
    """What is wrong with a refusal, '' where it is as it should be."""
    moment = moments[after]
    if rules is False:
        told = say("step {after} was refused: {refusal}", after=after, refusal=str(moment.refusal))
        return told if moment.refusal else ""
    allowed = rules if isinstance(rules, list) else [rules]
    if moment.refusal is None:
        return say("step {after} should be refused by {rules}, and was carried out", after=after,
                   rules=" or ".join(map(str, allowed)))
    if rules is not True and moment.refusal.rule not in allowed:
        return say("should be refused by {rules}, was by {refusal}", rules=" or ".join(map(str, allowed)),
                   refusal=str(moment.refusal))
    if after and moment.state is not moments[after - 1].state:
        return say("the refused step changed the state")
    return ""


def _known(state: GameState, about: str, subject: str) -> bool:
    known: dict[str, set[str]] = {"model": set(state.models), "unit": set(state.units), "side": set(state.sides),
                                  "marker": set(state.markers), "system": set(state.terrain)}
    return subject in known[about]


def _find(rules: RuleSet, moment: Moment, about: str | None, subject: str, key: str, value: Any) -> str | None:
    """None where the expectation holds, else what was found instead."""
    own = rules.case_words.expect(moment.state, about, subject, key)
    if own is not None:
        return None if same(own[0], value) else _told(own[0])
    common = _COMMON.get((about or "", key)) or _COMMON.get(("", key))
    if common is None:
        known = sorted({k for a, k in _COMMON if a == (about or "")} | set(rules.case_words.expect_keys))
        raise InputError(say('unknown key "{key}"{near}', key=key, near=did_you_mean(key, known)))
    return common(rules, moment, subject, value)


def same(found: Any, wanted: Any) -> bool:
    """Equal: numbers within 0.01, lists of names in any order, other lists in theirs, everything else exactly."""
    if isinstance(found, bool) or isinstance(wanted, bool):
        return bool(found) is wanted
    if isinstance(found, (int, float)) and isinstance(wanted, (int, float)):
        return abs(found - wanted) <= NUMBER_TOLERANCE
    if isinstance(found, (list, tuple)) and isinstance(wanted, list):
        if all(isinstance(value, str) for value in (*found, *wanted)):
            return sorted(found) == sorted(wanted)
        return len(found) == len(wanted) and all(map(same, found, wanted))
    if isinstance(found, dict) and isinstance(wanted, dict):
        return all(k in found and same(found[k], v) for k, v in wanted.items())
    return bool(found == wanted)


def _plain(get: Callable[[RuleSet, Moment, str], Any]) -> Callable[[RuleSet, Moment, str, Any], str | None]:
    def check(rules: RuleSet, moment: Moment, subject: str, value: Any) -> str | None:
        found = get(rules, moment, subject)
        return None if same(found, value) else _told(found)

    return check


def _model(moment: Moment, subject: str) -> Model:
    return moment.state.models[subject]


def _base(moment: Moment, name: Any) -> Base:
    """The base of the model that a table question names. Raises InputError for none such, or one off the table."""
    models = moment.state.models
    if not isinstance(name, str) or name not in models:
        raise InputError(say('there is no model "{name}"{near}', name=name,
                             near=did_you_mean(str(name), models)))
    if models[name].at is None:
        raise InputError(say("{name} is not on the table", name=name))
    return models[name].base


def _at(rules: RuleSet, moment: Moment, subject: str, value: Any) -> str | None:
    return _near(_model(moment, subject).at, value)


def _near(found: Point | None, value: Any) -> str | None:
    near = found is not None and math.dist(found, (float(value[0]), float(value[1]))) <= AT_TOLERANCE
    return None if near else f"{found and [round(v, 3) for v in found]}"


def _facing(rules: RuleSet, moment: Moment, subject: str, value: Any) -> str | None:
    found = _model(moment, subject).facing
    return None if abs((found - value + 180) % 360 - 180) <= 0.5 else f"{found:.1f}"


def _not_states(rules: RuleSet, moment: Moment, subject: str, value: Any) -> str | None:
    held = [s for s in value if _model(moment, subject).has(s)]
    return say("{held} all the same", held=held) if held else None


def _decides(rules: RuleSet, moment: Moment, subject: str, value: Any) -> str | None:
    found = _decider(rules, moment)
    return None if (found or "none") == value else str(found)


def _decider(rules: RuleSet, moment: Moment) -> str | None:
    return rules.awaits(moment.state)


def _offered(rules: RuleSet, moment: Moment) -> list[str]:
    decision = rules.decision(moment.state)
    return sorted({o.do for o in decision.options if o.verdict}) if decision else []


def _options(rules: RuleSet, moment: Moment, subject: str, value: Any) -> str | None:
    offered = _offered(rules, moment)
    return None if set(value) <= set(offered) else repr(offered)


def _not_options(rules: RuleSet, moment: Moment, subject: str, value: Any) -> str | None:
    offered = set(_offered(rules, moment)) & set(value)
    return repr(sorted(offered)) if offered else None


def _may_activate(rules: RuleSet, moment: Moment, subject: str, value: Any) -> str | None:
    found = rules.case_words.may_activate(moment.state)
    return None if sorted(found) == sorted(value) else repr(sorted(found))


def _result(rules: RuleSet, moment: Moment, subject: str, value: Any) -> str | None:
    found = moment.state.result.winner if moment.state.result else "none"
    return None if found == value else found


def _events(rules: RuleSet, moment: Moment, subject: str, value: Any) -> str | None:
    kinds: list[Event] = moment.match.events[: moment.told]
    found = {str(getattr(e, "__struct_config__", None) and e.__struct_config__.tag) for e in kinds}
    return None if set(value) <= found else repr(sorted(found))


def _odds(rules: RuleSet, moment: Moment, subject: str, value: Any) -> str | None:
    """What an order given now would bring: a step with what should come out, as `chance`, `harm`, `outcomes`."""
    step = {key: told for key, told in value.items() if key not in FORECAST}
    wanted = {key: told for key, told in value.items() if key in FORECAST}
    if step.get("do") not in rules.case_words.steps or not wanted:
        raise InputError(say("odds name an order, as a step does, and {named}", named=", ".join(FORECAST)))
    found = forecast(rules, moment.state, rules.case_words.command(moment.state, step))
    if all(key in found and same(found[key], told) for key, told in wanted.items()):
        return None
    return repr({key: found.get(key) for key in wanted})


def forecast(rules: RuleSet, state: GameState, command: Command) -> dict[str, Any]:
    """The preview of an order as a case tells it; empty where the rules weigh nothing."""
    preview = rules.preview(state, rules.complete(state, command))
    if preview is None:
        return {}
    told: dict[str, Any] = {"chance": preview.chance, "harm": preview.harm,
                            "outcomes": [[str(words), share] for words, share in preview.outcomes]}
    return {key: value for key, value in told.items() if value is not None and value != []}


def _sees(rules: RuleSet, moment: Moment, subject: str, value: Any) -> str | None:
    if "mode" in value or "aim" in value:
        seen = sight.look(moment.state.scene, _base(moment, value["from"]), _base(moment, value["to"]),
                          mode=value.get("mode", rules.sight_mode), aim=value.get("aim", "top"))
    else:
        _base(moment, value["from"]), _base(moment, value["to"])
        seen = rules.case_words.look(moment.state, value["from"], value["to"])
    blockers = sorted(seen.blocked_by)
    blocked_right = "blocked_by" not in value or sorted(value["blocked_by"]) == blockers
    found = say("clear") if seen.clear else say("blocked by {blockers}", blockers=str(blockers))
    wanted = value.get("clear", value.get("sees", value.get("is", True)))
    return None if seen.clear == wanted and blocked_right else found


def _value_of(value: dict[str, Any], *named: str) -> Any:
    """The value that a table question expects: whatever key is not one of its own."""
    rest = [v for k, v in value.items() if k not in named]
    if len(rest) != 1:
        raise InputError(say("a question names {named} and, as `is`, what should come out", named=", ".join(named)))
    return rest[0]


def _arc(rules: RuleSet, moment: Moment, subject: str, value: Any) -> str | None:
    of = _base(moment, value.get("of", value.get("from")))
    target = _base(moment, value.get("target", value.get("to")))
    found = arcs.arc_of(of, target.at, float(value.get("opening", 180.0)))
    return None if found == _value_of(value, "of", "from", "target", "to", "opening") else found


def _distance(rules: RuleSet, moment: Moment, subject: str, value: Any) -> str | None:
    a, b = _base(moment, value.get("a", value.get("from"))), _base(moment, value.get("b", value.get("to")))
    found = measure.gap(a, b)
    wanted = float(_value_of(value, "a", "b", "from", "to", "tolerance"))
    return None if abs(found - wanted) <= float(value.get("tolerance", AT_TOLERANCE)) else f"{found:.4f}"


def _cover(rules: RuleSet, moment: Moment, subject: str, value: Any) -> str | None:
    grade = cover_of(moment.state.scene, _base(moment, value["from"]), _base(moment, value["to"]))[0] or "none"
    return None if grade == _value_of(value, "from", "to") else grade


def _reach(rules: RuleSet, moment: Moment, subject: str, value: Any) -> str | None:
    _base(moment, value["model"])
    found = rules.case_words.reach(moment.state, value["model"], value)
    wanted = value.get("is", value.get("within", True))
    return None if found == wanted else str(found)


def _under(rules: RuleSet, moment: Moment, subject: str, value: Any) -> str | None:
    models = [m for m in moment.state.models.values() if m.on_table]
    point = (float(value["at"][0]), float(value["at"][1]))
    found = sorted(models[i].id for i in blast_touches(point, float(value["radius"]), [m.base for m in models]))
    return None if found == sorted(_value_of(value, "at", "radius")) else repr(found)


_COMMON: dict[tuple[str, str], Callable[[RuleSet, Moment, str, Any], str | None]] = {
    ("model", "at"): _at,
    ("model", "facing"): _facing,
    ("model", "elevation"): _plain(lambda r, m, s: _model(m, s).elevation),
    ("model", "states"): _plain(lambda r, m, s: list(_model(m, s).states)),
    ("model", "not_states"): _not_states,
    ("model", "in_play"): _plain(lambda r, m, s: _model(m, s).in_play),
    ("model", "exists"): _plain(lambda r, m, s: s in m.state.models),
    ("model", "unit"): _plain(lambda r, m, s: _model(m, s).unit),
    ("unit", "in_play"): _plain(lambda r, m, s: bool(m.state.members(s))),
    ("unit", "models"): _plain(lambda r, m, s: len(m.state.members(s))),
    ("unit", "exists"): _plain(lambda r, m, s: s in m.state.units),
    ("side", "score"): _plain(lambda r, m, s: r.score(m.state)[s]),
    ("side", "models"): _plain(lambda r, m, s: sum(x.in_play for x in m.state.models_of(s))),
    ("marker", "exists"): _plain(lambda r, m, s: s in m.state.markers),
    ("marker", "at"): lambda r, m, s, value: _near(m.state.markers[s].at, value),
    ("marker", "owner"): _plain(lambda r, m, s: m.state.markers[s].owner or "none"),
    ("system", "exists"): _plain(lambda r, m, s: s in m.state.terrain),
    ("system", "state"): _plain(lambda r, m, s: m.state.terrain[s].state),
    ("system", "at"): lambda r, m, s, value: _near(m.state.terrain[s].centre, value),
    ("", "round"): _plain(lambda r, m, s: m.state.round),
    ("", "phase"): _plain(lambda r, m, s: m.state.phase),
    ("", "turn"): _plain(lambda r, m, s: m.state.turn or "none"),
    ("", "decides"): _decides,
    ("", "next"): _decides,
    ("", "options"): _options,
    ("", "not_options"): _not_options,
    ("", "may_activate"): _may_activate,
    ("", "result"): _result,
    ("", "score"): _plain(lambda r, m, s: dict(r.score(m.state))),
    ("", "events"): _events,
    ("", "dice"): _plain(lambda r, m, s: m.used),
    ("", "odds"): _odds,
    ("", "sees"): _sees,
    ("", "arc"): _arc,
    ("", "distance"): _distance,
    ("", "cover"): _cover,
    ("", "reach"): _reach,
    ("", "under"): _under,
}
