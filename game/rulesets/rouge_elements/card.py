"""A character's data card as the screen shows it (RE-1.3, RE-11.1)."""
from __future__ import annotations

from game.engine.ruleset import Card, CardLine
from game.engine.state import GameState
from game.rulesets.rouge_elements import items, lasting, turns
from game.rulesets.rouge_elements.arms import Item, Weapon
from game.rulesets.rouge_elements.conditions import (
    LIMBS,
    effects,
    full_pool,
    limb,
    movement,
    parts,
    pool,
    starting_wounds,
    threshold,
    value,
    wounds_left,
)
from game.rulesets.rouge_elements.data import CHARACTERISTICS, RULES, equipment, having, spells
from game.table.model import Model


def card(state: GameState, model: Model) -> Card:
    """Characteristics in use, wounds, action points, limbs, conditions, effects, weapons."""
    start = starting_wounds(model)
    return Card(
        title=model.name, subtitle=f"{model.points} points · {pool(model)} of {full_pool(model)} AP",
        badge=str(value(model, "A")), attributes=tuple(_characteristic(model, name) for name in CHARACTERISTICS),
        gauge=(0,) * start, marked=max(0, start - wounds_left(model)), gauge_title="Wounds",
        lines=tuple(_lines(state, model)), weapons=tuple(_weapon(state, model, i) for i in items.items(model)),
    )


def _characteristic(model: Model, name: str) -> CardLine:
    found = value(model, name)
    shown = f"{movement(model):g}" if name == "M" else str(found)
    usual = starting_wounds(model) if name == "W" else model.stats[name]
    made = parts(model, name)
    note = RULES.characteristics[name]
    if len(made) > 1:
        note += ": " + " ".join(f"{'+' if v >= 0 and n else '−' if v < 0 else ''} {abs(v)} {r}" for n, (r, v) in
                                enumerate(made)).strip()
    tone = "harm" if found < usual or shown != str(found) else "good" if found > usual else "plain"
    return CardLine(label=name, value=shown, tone=tone, note=note)


def _lines(state: GameState, model: Model) -> list[CardLine]:
    if not model.in_play:
        return [CardLine(label="Out of play", value=str(model.note("left", "")), icon="death-skull", tone="harm")]
    lines = [CardLine(label=RULES.states[s].title, value=_about(model, s), icon=RULES.states[s].icon,
                      tone=RULES.states[s].tone, rule=RULES.states[s].rule) for s in model.states]
    if model.note("mark"):
        lines.append(CardLine(label=str(model.note("mark")).capitalize(), value="harder to hit until it acts again",
                              icon="dodging", rule="RE-R40"))
    if model.note("SD") is not None:
        lines.append(CardLine(label="Spotting", value=f"{model.note('SD'):g}″ this turn", icon="binoculars",
                              rule="RE-8.2"))
    lines += [CardLine(label=name.capitalize(), value=_limb(model, name), icon="broken-bone", tone=(
        "harm" if limb(model, name)["crippled"] else "plain"), rule="RE-R44") for name in LIMBS]
    lines += [CardLine(label=e.name, value=lasting.told(e), icon=(
        spells()[e.spell].icon if e.spell in spells() else "aura"), rule="RE-R76") for e in effects(model)]
    lines += [CardLine(label=having()[key].name, value=_does(key), icon=having()[key].icon) for key in
              dict.fromkeys(model.note("has", []))]
    lines += [CardLine(label=spells()[key].name, value=f"{spells()[key].type}, above {spells()[key].value}",
                       note=spells()[key].about, icon=spells()[key].icon, rule="RE-10.3")
              for key in model.note("spells", [])]
    if state.phase == "turns" and model.id in turns.waiting(state):
        lines.append(CardLine(label="Waits", value=f"acts {turns.waiting(state).index(model.id) + 1}. from now",
                              icon="hourglass", rule="RE-2.1"))
    return lines


def _does(key: str) -> str:
    if key in equipment():
        return ", ".join(f"{v:+d} {k}".replace("-", "−") for k, v in equipment()[key].changes.items())
    return str(getattr(having()[key], "does", ""))


def _about(model: Model, state: str) -> str:
    if state == "burning":
        return f"for {model.note('burning')['turns']} turns"
    if state == "corroded":
        return f"{model.note('corroded', 0)} turns left"
    return RULES.states[state].does


def _limb(model: Model, name: str) -> str:
    told = limb(model, name)
    if told["crippled"] >= 2:
        return "both crippled"
    word = "one crippled, " if told["crippled"] else ""
    return f"{word}{told['total']} of {threshold(model, name)} wounds to the next"


def _weapon(state: GameState, model: Model, one: Item) -> tuple[CardLine, str, str]:
    weapon = items.in_use(model, one)
    ready = items.check_ready(state, model, one)
    note = ", ".join(notes(weapon))
    return (CardLine(label=weapon.name, icon=weapon.icon, note=note if ready else ready.reason, tone=(
        "plain" if ready else "off")), reach(weapon), power(weapon))


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
    found = [word for word, on in (
        ("Burning", weapon.burning), ("Corrosion", weapon.corrosion), ("Heavy", weapon.heavy),
        ("one shot", weapon.one_shot), (f"−{weapon.armour} A", weapon.armour), (f"−{weapon.avoid} AV", weapon.avoid),
        (f"{weapon.aoe:g}″ AoE", weapon.aoe), (f"location ±{weapon.shift}", weapon.shift),
        (f"push D{weapon.push}″", weapon.push), (f"{weapon.hit:+d} to hit".replace("-", "−"), weapon.hit),
        (f"{weapon.damage:+d} damage", weapon.damage)) if on]
    critical = weapon.critical
    best = [word for word, on in (
        (f"+{critical.dam[0]}D{critical.dam[1]} Dam", critical.dam[0]), (f"−{critical.armour} A", critical.armour),
        ("−D6 A", critical.armour_dice[0]), ("+D6 shots", critical.shots[0]), ("Burning", critical.burning),
        ("Corrosion", critical.corrosion), ("knocks down", critical.knockdown or critical.knockdown_at_once),
        ("cripples", critical.cripple), (f"+{critical.aoe:g}″ AoE", critical.aoe),
        (f"+{weapon.critical_damage} damage", weapon.critical_damage),
        ("harder to put out", critical.put_out)) if on]
    found += [f"critical: {', '.join(best)}"] if best else []
    return [*found, f"failure: {weapon.fail.words}"] if weapon.fail else found
