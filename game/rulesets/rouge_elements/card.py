"""A character's data card as the screen shows it (RE-1.3, RE-11.1)."""
from __future__ import annotations

from game.engine.ruleset import Card, CardLine
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
from game.rulesets.rouge_elements.data import CHARACTERISTICS, RULES, Spell, characters, equipment, having, spells
from game.table.model import Model
from game.words import percent


def card(state: GameState, model: Model) -> Card:
    """Characteristics in use, wounds, action points, limbs, conditions, effects, weapons."""
    points = f"{model.points} point{'' if model.points == 1 else 's'}"
    return Card(
        title=model.name, subtitle=f"{characters()[model.profile].name} · {points}",
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
        note += ": " + " ".join(f"{'+' if v >= 0 and n else '−' if v < 0 else ''} {abs(v)} {r}" for n, (r, v) in
                                enumerate(made)).strip()
    tone = "harm" if found < usual or shown != str(found) else "good" if found > usual else "plain"
    return CardLine(label=name, value=shown, was=str(usual) if tone != "plain" else "", tone=tone, note=note)


def _lines(state: GameState, model: Model) -> list[CardLine]:
    if not model.in_play:
        return [CardLine(label="Out of play", value=str(model.note("left", "")), icon="death-skull", tone="harm")]
    lines = [_state(model, name) for name in model.states]
    if model.note("mark"):
        lines.append(CardLine(label=str(model.note("mark")).capitalize(), value="harder to hit until it acts again",
                              icon="dodging", rule="RE-R40"))
    if model.note("SD") is not None:
        lines.append(CardLine(label="Spotting", value=f"{model.note('SD'):g}″ this turn", icon="binoculars",
                              rule="RE-8.2"))
    lines += [_effect(state, e) for e in effects(model)]
    lines += [CardLine(label=having()[key].name, value=_does(key), icon=having()[key].icon) for key in
              dict.fromkeys(model.note("has", []))]
    lines += [CardLine(label=spells()[key].name, value=_casting(model, spells()[key]), icon=spells()[key].icon,
                       note=spells()[key].about, rule="RE-10.3") for key in model.note("spells", [])]
    if state.phase == "turns" and model.id in turns.waiting(state):
        lines.append(CardLine(label="Waits", value=f"acts {turns.waiting(state).index(model.id) + 1}. from now",
                              icon="hourglass", rule="RE-2.1"))
    return lines


def _state(model: Model, name: str) -> CardLine:
    told = RULES.states[name]
    return CardLine(label=told.title, value=_about(model, name), icon=told.icon, tone=told.tone, rule=told.rule,
                    note=told.does)


def _effect(state: GameState, effect: Effect) -> CardLine:
    left = f"{counted(max(0, effect.until - state.round))} left" if effect.until else lasting.told(effect)
    icon = spells()[effect.spell].icon if effect.spell in spells() else "aura"
    return CardLine(label=effect.name, value=left, icon=icon, rule="RE-R76", tone="help")


def counted(turns: int) -> str:
    return f"{turns} turn{'s' if turns != 1 else ''}"


def _casting(model: Model, spell: Spell) -> str:
    """Its kind, what a casting must be above, and how often this mage gets there. RE-10.3, RE-R69"""
    level = int(model.note("level", 0))
    chance = sum(a + b + level > spell.value for a in range(1, 7) for b in range(1, 7)) / 36
    return f"{spell.type}, 2D6 + {level} above {spell.value}: {percent(chance)}"


def _does(key: str) -> str:
    if key in equipment():
        return ", ".join(f"{v:+d} {k}".replace("-", "−") for k, v in equipment()[key].changes.items())
    return str(getattr(having()[key], "does", ""))


def _about(model: Model, state: str) -> str:
    if state == "burning":
        burned = int(model.note("burning", {}).get("turns", 0))
        return f"{counted(burned)} so far" if burned else "since this turn"
    if state == "corroded":
        return f"{counted(int(model.note('corroded', 0)))} left"
    return ""


def _weapon(state: GameState, model: Model, one: Item) -> tuple[CardLine, str, str]:
    weapon = items.in_use(model, one)
    ready = items.check_ready(state, model, one)
    held = _held(model, one)
    more = tuple(" · ".join(part) for part in (_specials(weapon), _criticals(weapon)) if part)
    line = CardLine(label=weapon.name, value=held.lower(), icon=weapon.icon, more=more,
                    rule="" if ready else ready.rule, note=held if ready else f"{held}. {ready.reason}",
                    tone="plain" if ready else "off")
    return line, reach(weapon), power(weapon)


def _held(model: Model, one: Item) -> str:
    """Where it carries a weapon, and what hands that takes. RE-11.2, RE-11.3"""
    if one.used:
        return "Used up"
    hands = items.hands_for(model, items.in_use(model, one))
    if one.shoulder:
        return "On the shoulder"
    need = "one hand" if hands == 1 else "two hands"
    return f"In {need}" if one.held else f"In its slot, {need}"


def reach(weapon: Weapon) -> str:
    """How far it reaches, in words."""
    return "template" if weapon.template else f"{weapon.range:g}″" if weapon.range else "contact"


def power(weapon: Weapon) -> str:
    """Its Pow, and what an attack costs or how many there are."""
    own = f"{weapon.pow:+d}".replace("-", "−") if weapon.pow else ""
    told = (f"{weapon.strength} × S" if weapon.strength > 1 else "S") + own if weapon.strength else str(weapon.pow)
    cost = f"{weapon.ap} AP" if weapon.close else f"RoF {'D6' if weapon.burst else weapon.rof}"
    return f"Pow {told}, {cost}"


def notes(weapon: Weapon) -> list[str]:
    """Specials, critical success and critical failure in short."""
    return [*_specials(weapon), *_criticals(weapon)]


def _specials(weapon: Weapon) -> list[str]:
    found = [word for word, on in (
        ("Burning", weapon.burning), ("Corrosion", weapon.corrosion), ("Heavy", weapon.heavy),
        ("one shot", weapon.one_shot), (f"−{weapon.armour} A", weapon.armour), (f"−{weapon.avoid} AV", weapon.avoid),
        (f"{weapon.aoe:g}″ AoE", weapon.aoe), (f"location ±{weapon.shift}", weapon.shift),
        (f"push D{weapon.push}″", weapon.push), (f"{weapon.hit:+d} to hit".replace("-", "−"), weapon.hit),
        (f"{weapon.damage:+d} damage", weapon.damage)) if on]
    return [", ".join(found)] if found else []


def _criticals(weapon: Weapon) -> list[str]:
    critical = weapon.critical
    best = [word for word, on in (
        (f"+{critical.dam[0]}D{critical.dam[1]} Dam", critical.dam[0]), (f"−{critical.armour} A", critical.armour),
        ("−D6 A", critical.armour_dice[0]), ("+D6 shots", critical.shots[0]), ("Burning", critical.burning),
        ("Corrosion", critical.corrosion), ("knocks down", critical.knockdown or critical.knockdown_at_once),
        ("cripples", critical.cripple), (f"+{critical.aoe:g}″ AoE", critical.aoe),
        (f"+{weapon.critical_damage} damage", weapon.critical_damage),
        ("harder to put out", critical.put_out)) if on]
    told = [f"6 6: {', '.join(best)}"] if best else []
    return [*told, f"1 1: {weapon.fail.words}"] if weapon.fail else told
