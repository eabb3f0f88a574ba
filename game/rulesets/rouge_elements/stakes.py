"""What is at stake in a question, drawn on the table: the attack that may be evaded, the spell that may be stopped."""
from __future__ import annotations

from game.engine.state import GameState
from game.engine.verdict import Mark
from game.rulesets.rouge_elements import odds
from game.rulesets.rouge_elements.attacks import Attack
from game.rulesets.rouge_elements.data import Spell
from game.table.model import Model
from game.words import joined, say


def of_attack(state: GameState, attack: Attack) -> tuple[Mark, ...]:
    """The line of an attack with its odds as things stand, from the sums that resolve it. RE-R84"""
    attacker, target = state.models[attack.by], state.models[attack.at]
    if not attacker.on_table or not target.on_table:
        return ()
    found = odds.attack_odds(state, attack)
    return (Mark(kind="line", points=(attacker.base.at, target.base.at), role="harm",
                 text=say("{chance} %\n≈ {wounds:.1f} wounds", chance=round(100 * found.chance),
                          wounds=found.wounds)),)


def of_spell(caster: Model, target: Model | None, book: Spell) -> tuple[Mark, ...]:
    """Who casts what at whom. RE-R71"""
    if not caster.on_table:
        return ()
    if target is None or not target.on_table or target.id == caster.id:
        return (Mark(kind="model", ref=caster.id, role="harm", text=joined(": ", (book.name, book.about))),)
    return (Mark(kind="line", points=(caster.base.at, target.base.at), role="harm",
                 text=joined("\n", (book.name, book.about))),)
