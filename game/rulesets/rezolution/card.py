"""A model's data card as the screen shows it (RZ-2)."""
from __future__ import annotations

from game.engine.cards import Card, CardLine
from game.engine.state import GameState
from game.geometry.measure import gap
from game.rulesets.common.cards import state_lines
from game.rulesets.rezolution.conditions import armour, attribute, gauge, is_engaged, is_wired, kit, marked, modifier
from game.rulesets.rezolution.data import ATTRIBUTES, MODIFIED, NUMBERS, RULES, Gear
from game.table.model import Model
from game.units import within
from game.words import say


def card(state: GameState, model: Model) -> Card:
    """Attributes in use, the gauge, what its states do, and its gear."""
    unit = state.units[model.unit]
    return Card(
        title=model.name, subtitle=say(
            "{name} · {points} points", name=unit.name if unit.note("team") else say("Independent"),
            points=model.points),
        badge=str(armour(model)), attributes=tuple(_attribute(model, name) for name in ATTRIBUTES),
        gauge=tuple(gauge(model)), marked=marked(model), lines=tuple(_lines(state, model)),
        weapons=tuple(_weapon(model, item) for _, item in kit(model) if item.kind != "skill"),
    )


def _attribute(model: Model, name: str) -> CardLine:
    note = RULES.attributes[name]
    if name not in model.stats:
        return CardLine(label=name, value="–", tone="off", note=note)
    lowered = name in MODIFIED and modifier(model) < 0
    return CardLine(label=name, value=str(attribute(model, name)), tone="harm" if lowered else "plain", note=note,
                    rule="RZ-10.7" if lowered else "")


def _lines(state: GameState, model: Model) -> list[CardLine]:
    lines = state_lines(RULES, model.states)
    if not model.in_play:
        return [CardLine(label="Out of play", value=str(model.note("left", "")), icon="death-skull", tone="harm")]
    if not lines:
        lines.append(CardLine(label="No state", value=say("may move, then act"), icon="l:check", tone="good"))
    if model.note("jammed"):
        lines.append(CardLine(label="Jammed", value=say("its gun is out for the game"), icon="l:circle-off",
                              tone="harm", rule="RZ-6.7"))
    if "leadership" in model.gear:
        lines.append(CardLine(label="Leadership", value=say("its death shakes friends within {leader_reach:g}″",
                                                            leader_reach=NUMBERS.leader_reach),
                              icon="queen-crown", rule="RZ-12.5"))
    if model.on_table:
        lines += _standing_lines(state, model)
    return lines


def _standing_lines(state: GameState, model: Model) -> list[CardLine]:
    lines = []
    if is_engaged(state, model):
        lines.append(CardLine(label="Locked in close combat", value=say("may fight, not move or shoot"),
                              icon="crossed-swords", tone="harm", rule="RZ-R16"))
    if is_wired(state, model):
        lines.append(CardLine(label="Hard wired", value=say("may hack any system"), icon="plug", tone="good",
                              rule="RZ-8.1"))
    if state.units[model.unit].note("team"):
        lines += _company(state, model)
    return lines


def _company(state: GameState, model: Model) -> list[CardLine]:
    mates = [m for m in state.members(model.unit) if m.id != model.id and m.on_table]
    if not mates:
        return []
    near = min(mates, key=lambda m: gap(model.base, m.base))
    distance = gap(model.base, near.base)
    if within(distance, NUMBERS.coherency):
        return [CardLine(label="In coherency", value=say("{distance:.1f}″ to {near}", distance=distance,
                                                         near=near.name), icon="l:link", tone="good",
                         rule="RZ-5.6")]
    return [CardLine(label="Out of coherency", value=say("{distance:.1f}″ to {near}", distance=distance,
                                                         near=near.name), icon="l:unlink", tone="harm",
                     rule="RZ-5.7")]


def _weapon(model: Model, item: Gear) -> tuple[CardLine, str, str]:
    reach = say("Grid") if item.kind == "grid" else say("contact")
    if item.range:
        reach = say("{inches:g}″", inches=item.range)
    number = say("TN {tn}", tn=item.tn)
    dice = say("{dice} dice", dice=item.dice) if item.dice else f"+{item.bonus}" if item.bonus else number
    blast = say("{blast:g}″ blast", blast=item.blast) if item.blast else ""
    notes = [n for n in (item.special, say("mind") if item.mind else "", blast,
                         number if item.tn and item.dice else "") if n]
    jammed = item.kind == "ranged" and bool(model.note("jammed"))
    return (CardLine(label=item.name, icon=item.icon, note=", ".join(notes), tone="harm" if jammed else "plain"),
            reach, "jammed" if jammed else dice)
