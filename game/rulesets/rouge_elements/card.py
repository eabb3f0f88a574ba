"""A character's data card as the screen shows it (RE-1.3, RE-11.1)."""
from __future__ import annotations

from game.engine.cards import Card, CardLine
from game.engine.state import GameState
from game.rulesets.rouge_elements import figure, items, lasting, turns
from game.rulesets.rouge_elements.arms import Item, Weapon
from game.rulesets.rouge_elements.conditions import (
    Effect,
    effects,
    movement,
    parts,
    value,
)
from game.rulesets.rouge_elements.data import (
    CHARACTERISTICS,
    RULES,
    SHORT,
    TYPES,
    Spell,
    characters,
    equipment,
    having,
    spells,
)
from game.table.model import Model
from game.words import capital, joined, lowered, percent, say, say_many, signed

MARKS = {"moved": say("moved"), "sprinted": say("sprinted"), "skill rolled": say("skill rolled")}
"""What makes it harder to hit, as the card has it. RE-R40"""


def card(state: GameState, model: Model) -> Card:
    """Characteristics in use, wounds, action points, limbs, conditions, effects, weapons."""
    points = say_many("{n} point", "{n} points", model.points)
    return Card(
        title=model.name, subtitle=joined(" · ", (characters()[model.profile].name, points)),
        attributes=tuple(_characteristic(model, name) for name in CHARACTERISTICS if name not in figure.METERS),
        meters=figure.meters(model), body=figure.body(model) if model.in_play else (),
        lines=tuple(_lines(state, model)), weapons=tuple(_weapon(state, model, i) for i in items.items(model)),
    )


def _characteristic(model: Model, name: str) -> CardLine:
    found = value(model, name)
    shown = f"{movement(model):g}" if name == "M" else str(found)
    usual = model.stats[name]
    made = parts(model, name)
    note = RULES.characteristics[name]
    if len(made) > 1:
        note = joined(": ", (note, joined(" ", [
            joined(" ", [w for w in ("+" if v >= 0 and n else "−" if v < 0 else "", str(abs(v)), r) if w])
            for n, (r, v) in enumerate(made)])))
    tone = "harm" if found < usual or shown != str(found) else "good" if found > usual else "plain"
    return CardLine(label=name, value=shown, was=str(usual) if tone != "plain" else "", tone=tone, note=note)


def _lines(state: GameState, model: Model) -> list[CardLine]:
    if not model.in_play:
        return [CardLine(label="Out of play", value=str(model.note("left", "")), icon="death-skull", tone="harm")]
    lines = [_state(model, name) for name in model.states]
    if model.note("mark"):
        lines.append(CardLine(label=capital(MARKS[model.note("mark")]),
                              value=say("harder to hit until it acts again"),
                              icon="dodging", rule="RE-R40"))
    if model.note("SD") is not None:
        lines.append(CardLine(label="Spotting", value=say("{sd:g}″ this turn", sd=model.note("SD")), icon="binoculars",
                              rule="RE-8.2"))
    lines += [_effect(state, e) for e in effects(model)]
    lines += [CardLine(label=having()[key].name, value=_does(key), icon=having()[key].icon) for key in
              dict.fromkeys(model.note("has", []))]
    lines += [CardLine(label=spells()[key].name, value=_casting(model, spells()[key]), icon=spells()[key].icon,
                       note=spells()[key].about, rule="RE-10.3") for key in model.note("spells", [])]
    if state.phase == "turns" and model.id in turns.waiting(state):
        lines.append(CardLine(label="Waits", value=say("acts {index}. from now",
                                                       index=turns.waiting(state).index(model.id) + 1),
                              icon="hourglass", rule="RE-2.1"))
    return lines


def _state(model: Model, name: str) -> CardLine:
    told = RULES.states[name]
    return CardLine(label=told.title, value=_about(model, name), icon=told.icon, tone=told.tone, rule=told.rule,
                    note=told.does)


def _effect(state: GameState, effect: Effect) -> CardLine:
    left = lasting.told(effect)
    if effect.until:
        left = say("{turns} left", turns=counted(max(0, effect.until - state.round)))
    book = spells().get(effect.spell)
    icon = book.icon if book else "aura"
    return CardLine(label=book.name if book else effect.name, value=left, icon=icon, rule="RE-R76", tone="help")


def counted(turns: int) -> str:
    return say_many("{n} turn", "{n} turns", turns)


def _casting(model: Model, spell: Spell) -> str:
    """Its kind, what a casting must be above, and how often this mage gets there. RE-10.3, RE-R69"""
    level = int(model.note("level", 0))
    chance = sum(a + b + level > spell.value for a in range(1, 7) for b in range(1, 7)) / 36
    return say("{type}, 2D6 + {level} above {value}: {percent}", type=TYPES[spell.type], level=level, value=spell.value,
               percent=percent(chance))


def _does(key: str) -> str:
    if key in equipment():
        return joined(", ", [joined(" ", (signed(v), SHORT[k])) for k, v in equipment()[key].changes.items()])
    return str(getattr(having()[key], "does", ""))


def _about(model: Model, state: str) -> str:
    if state == "burning":
        burned = int(model.note("burning", {}).get("turns", 0))
        return say("{turns} so far", turns=counted(burned)) if burned else say("since this turn")
    if state == "corroded":
        return say("{turns} left", turns=counted(int(model.note("corroded", 0))))
    return ""


def _weapon(state: GameState, model: Model, one: Item) -> tuple[CardLine, str, str]:
    weapon = items.in_use(model, one)
    ready = items.check_ready(state, model, one)
    held = _held(model, one)
    more = tuple(joined(" · ", part) for part in (_specials(weapon), _criticals(weapon)) if part)
    line = CardLine(label=weapon.name, value=lowered(held), icon=weapon.icon, more=more,
                    rule="" if ready else ready.rule, note=held if ready else joined(". ", (held, ready.reason)),
                    tone="plain" if ready else "off")
    return line, reach(weapon), power(weapon)


def _held(model: Model, one: Item) -> str:
    """Where it carries a weapon, and what hands that takes. RE-11.2, RE-11.3"""
    if one.used:
        return say("Used up")
    hands = items.hands_for(model, items.in_use(model, one))
    if one.shoulder:
        return say("On the shoulder")
    need = say("one hand") if hands == 1 else say("two hands")
    return say("In {need}", need=need) if one.held else say("In its slot, {need}", need=need)


def reach(weapon: Weapon) -> str:
    """How far it reaches, in words."""
    if weapon.template:
        return say("template")
    return say("{inches:g}″", inches=weapon.range) if weapon.range else say("contact")


def power(weapon: Weapon) -> str:
    """Its Pow, and what an attack costs or how many there are."""
    own = f"{weapon.pow:+d}".replace("-", "−") if weapon.pow else ""
    told = (f"{weapon.strength} × S" if weapon.strength > 1 else "S") + own if weapon.strength else str(weapon.pow)
    cost = say("RoF {rate}", rate=say("D6") if weapon.burst else weapon.rof)
    if weapon.close:
        cost = say("{ap} AP", ap=weapon.ap)
    return say("Pow {power}, {cost}", power=told, cost=cost)


def notes(weapon: Weapon) -> list[str]:
    """Specials, critical success and critical failure in short."""
    return [*_specials(weapon), *_criticals(weapon)]


def _specials(weapon: Weapon) -> list[str]:
    found = [word for word, on in (
        (say("Burning", context="of a weapon"), weapon.burning), (say("Corrosion"), weapon.corrosion),
        (say("Heavy"), weapon.heavy),
        (say("one shot"), weapon.one_shot), (joined(" ", (f"−{weapon.armour}", "A")), weapon.armour),
        (joined(" ", (f"−{weapon.avoid}", "AV")), weapon.avoid),
        (say("{aoe:g}″ AoE", aoe=weapon.aoe), weapon.aoe), (say("location ±{shift}", shift=weapon.shift), weapon.shift),
        (say("push D{push}″", push=weapon.push), weapon.push),
        (say("{hit} to hit", hit=signed(weapon.hit)), weapon.hit),
        (say("{damage:+d} damage", damage=weapon.damage), weapon.damage)) if on]
    return [joined(", ", found)] if found else []


def _criticals(weapon: Weapon) -> list[str]:
    critical = weapon.critical
    best = [word for word, on in (
        (say("+{count}D{sides} Dam", count=critical.dam[0], sides=critical.dam[1]), critical.dam[0]),
        (joined(" ", (f"−{critical.armour}", "A")), critical.armour), (say("−D6 A"), critical.armour_dice[0]),
        (say("+D6 shots"), critical.shots[0]), (say("Burning", context="of a weapon"), critical.burning),
        (say("Corrosion"), critical.corrosion),
        (say("knocks down"), critical.knockdown or critical.knockdown_at_once),
        (say("cripples"), critical.cripple), (say("+{aoe:g}″ AoE", aoe=critical.aoe), critical.aoe),
        (say("+{critical_damage} damage", critical_damage=weapon.critical_damage), weapon.critical_damage),
        (say("harder to put out"), critical.put_out)) if on]
    told: list[str] = [joined(" ", ("6 6:", joined(", ", best)))] if best else []
    return [*told, joined(" ", ("1 1:", weapon.fail.words))] if weapon.fail else told
