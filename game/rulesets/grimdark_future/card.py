"""A unit's card as the screen shows it."""

from __future__ import annotations

from game.engine.cards import Card, CardLine
from game.engine.state import GameState
from game.rulesets.common.cards import state_lines
from game.rulesets.grimdark_future.coherency import is_coherent
from game.rulesets.grimdark_future.conditions import (
    alive,
    defense,
    is_fatigued,
    is_half,
    is_hero,
    is_shaken,
    move_of,
    quality,
    rules_of,
    start_size,
    tough,
    wounds,
)
from game.rulesets.grimdark_future.data import RULES, range_told, weapons
from game.rulesets.grimdark_future.special import rule_id, titled
from game.table.model import Model
from game.words import joined, say


def card(state: GameState, model: Model) -> Card:
    """The card of the model's unit: numbers, weapons with how many carry them, states and special rules."""
    unit = state.units[model.unit]
    members = state.members(unit.id) or [model]
    size = say("{count} of {start} models", count=len(state.members(unit.id)), start=start_size(unit))
    if start_size(unit) <= 1:
        size = say("1 model")
    track, marked = gauge(state, model)
    return Card(
        title=unit.name,
        subtitle=say("{size} · {points} points", size=size, points=unit.note("points", 0)),
        attributes=_numbers(state, members),
        gauge=track if len(track) > 1 else (),
        marked=marked,
        gauge_title="Wounds" if len(members) == 1 else say("Wounds, {name}", name=model.name),
        lines=tuple(_lines(state, model)),
        weapons=tuple(_weapons(members)),
    )


def gauge(state: GameState, model: Model) -> tuple[tuple[int, ...], int]:
    """A block a wound."""
    return (0,) * tough(model), wounds(model)


def _numbers(state: GameState, members: list[Model]) -> tuple[CardLine, ...]:
    unit = members[0].unit
    there = alive(state, unit) or members
    advance, rush = (min(move_of(m, how) for m in there) for how in ("advance", "rush"))
    return (
        _quality(state, there),
        CardLine(
            label="Defense",
            value=f"{defense(state, unit)}+" if alive(state, unit) else f"{members[0].stats['D']}+",
            note="What a die needs to block a hit",
        ),
        CardLine(
            label="Move", value=say("{inches:g}″", inches=advance), note=say("{rush:g}″ rush or charge", rush=rush)
        ),
    )


def _quality(state: GameState, there: list[Model]) -> CardLine:
    """The models' Quality, and a joined hero's where it is another. GF-S13, GF-R78"""
    ranks = [m.stats["Q"] for m in there if not is_hero(m)] or [there[0].stats["Q"]]
    hero = next((m.stats["Q"] for m in there if is_hero(m)), ranks[0])
    if hero == ranks[0]:
        return CardLine(label="Quality", value=f"{hero}+", note="What a die needs to hit, or to keep its nerve")
    return CardLine(
        label="Quality", value=f"{ranks[0]}+ / {hero}+",
        note=say("To hit, the hero's on {hero}+; nerve is tested on {best}+", hero=hero,
                 best=quality(state, there[0].unit)),
    )


def _lines(state: GameState, model: Model) -> list[CardLine]:
    unit = state.units[model.unit]
    lines = state_lines(RULES, unit_states(state, unit.id))
    if not state.members(unit.id):
        return [CardLine(label="Destroyed", icon="death-skull", tone="harm")]
    if not lines:
        lines.append(CardLine(label="Steady", value=say("neither shaken nor fatigued"), icon="l:check", tone="good"))
    if unit.note("reserve"):
        lines.append(CardLine(label="In reserve", value=str(unit.note("reserve")), icon="hidden",
                              rule="GF-S23" if unit.note("reserve") == "scout" else "GF-S3"))
    bases = [m.base for m in alive(state, unit.id)]
    if not is_coherent(bases):
        lines.append(
            CardLine(
                label="Out of coherency", value=say("mends it when it moves"), icon="l:unlink", tone="harm",
                rule="GF-R35",
            )
        )
    if alive(state, unit.id) and is_half(state, unit.id):
        lines.append(
            CardLine(
                label="At half or below",
                value=say("tests when wounded, routs if it loses a melee"),
                icon="broken-shield",
                tone="harm",
                rule="GF-9.1",
            )
        )
    return lines + [CardLine(label=rule.title, icon="l:star", rule=rule_id(rule.name)) for rule in rules_of(model)]


def unit_states(state: GameState, unit: str) -> list[str]:
    entry = state.units[unit]
    return [s for s, held in (("shaken", is_shaken(entry)), ("fatigued", is_fatigued(entry))) if held]


def _weapons(members: list[Model]) -> list[tuple[CardLine, str, str]]:
    """Each weapon once, with how many models carry it."""
    counts: dict[str, int] = {}
    for model in members:
        for name in model.gear:
            counts[name] = counts.get(name, 0) + 1
    found = []
    for name, count in counts.items():
        weapon = weapons()[name]
        title = joined(" × ", (str(count), weapon.name)) if count > 1 else weapon.name
        note = joined(", ", [titled(rule) for rule in weapon.special])
        found.append(
            (
                CardLine(label=title, icon=weapon.icon, note=note),
                range_told(weapon),
                f"A{weapon.attacks}" + (f" AP{weapon.ap}" if weapon.ap else ""),
            )
        )
    return found
