"""What each roll is made with: the level, and every advantage and penalty die with its reason (CD-5, CD-H10)."""
from __future__ import annotations

import functools

import msgspec

from game.engine.state import GameState
from game.geometry.cover import pieces_between
from game.geometry.measure import gap, gap_to_piece
from game.geometry.scene import Scene
from game.geometry.shapes import Base, Piece
from game.resolvers.keeping import limited
from game.resolvers.tests import Modifiers
from game.rulesets.cyberdark.conditions import (
    engaged_with,
    helped_by,
    in_front,
    level,
    noise,
    sees,
    stress,
    weapon_of,
)
from game.rulesets.cyberdark.data import DICE, NUMBERS, programs
from game.table.model import Model
from game.units import within
from game.words import say

SKILL_OF = {"shoot": "Sh", "fight": "Me", "hack": "Ha", "clear": "Te", "stabilise": "FA"}
"""The skill that an action uses. CD-1.4, CD-H5"""
LIGHT, HEAVY = ("soft", "medium"), ("heavy", "shifting")
"""Grades of cover on the table, as light and heavy cover. CD-H8"""


LIMIT = say("at most 3 dice")
RULES_OF = {
    "long range": "CD-H9", "light cover": "CD-H8", "heavy cover": "CD-H8", "from behind": "CD-H6", "no sight": "CD-H15",
    "Stress": "CD-H23", "Composure": "CD-8.4", "Evade": "CD-R22", LIMIT: "CD-5.5",
}
"""The rule behind each reason for a die; all others stand in the table of CD-H10."""


class Attack(msgspec.Struct, frozen=True, kw_only=True):
    """`by` attacks `at`. `kind` is shoot, fight or hack, `item` the weapon or program, `aimed_at` the item of the
    target that a program asks for. `free`: a free Fight against one that breaks off (CD-H14)."""

    kind: str
    by: str
    at: str
    item: str
    aimed_at: str = ""
    composure: bool = False
    free: bool = False

    @property
    def pool(self) -> int:
        """Its damage dice; 0 for a program that does no damage."""
        return programs()[self.item].dice if self.kind == "hack" else weapon_of(self.item).dice

    @property
    def title(self) -> str:
        return programs()[self.item].name if self.kind == "hack" else weapon_of(self.item).name


class Stake(msgspec.Struct, frozen=True, kw_only=True):
    """What an offer is about. `needs`: the highest face that would do. An `attack`, `critical` or not, or else a test
    of `action`, `at` a character or a piece. `fumbled`: the roll was a critical failure."""

    needs: int = 0
    test: Test | None = None
    attack: Attack | None = None
    critical: bool = False
    action: str = ""
    at: str = ""
    fumbled: bool = False


class Test(msgspec.Struct, frozen=True, kw_only=True):
    """A roll about to be made: whose, on which skill, with which dice and why. CD-3.1, CD-5"""

    by: str
    skill: str
    level: int
    parts: Modifiers = ()

    @property
    def sum(self) -> int:
        """All dice, advantage less penalty, before the limit."""
        return sum(n for _, n in self.parts)

    @property
    def net(self) -> int:
        """CD-5.4, CD-5.5, CD-R3"""
        return limited(self.sum)

    @property
    def takes_composure(self) -> bool:
        """Whether a further advantage die can count. CD-R13"""
        return self.sum < 2

    def with_composure(self) -> Test:
        return msgspec.structs.replace(self, parts=(*self.parts, ("Composure", DICE.composure)))


def counted(test: Test) -> Modifiers:
    """Its dice with their reasons, and what the limit takes away, so that they add up to those rolled. CD-R3"""
    over = test.net - test.sum
    return (*test.parts, (LIMIT, over)) if over else test.parts


def rule_of(reason: str) -> str:
    """The rule behind an advantage or penalty die."""
    return RULES_OF.get(reason, "CD-H10")


# --- the dice


def plain_test(model: Model, action: str) -> Test:
    """Clear and Stabilise, and Reflex."""
    skill = SKILL_OF.get(action, action)
    helps = {"FA": "first aid", "Re": "reflex", "Co": "concentration"}.get(skill, "")
    return _test(model, skill, [*_gear(model, helps), *_of_nerves(model)])


def present_test(state: GameState, model: Model, skill: str) -> Test:
    """A skill as it stands now whoever is attacked: what it carries, its nerves, and for attacks what it did just
    before and who is at its throat. Range, cover and the target come on top."""
    kind = next((k for k, s in SKILL_OF.items() if s == skill), "")
    if kind not in ("shoot", "fight", "hack"):
        return plain_test(model, skill)
    parts = _gear(model, "fight") if kind == "fight" else _attacker(state, model, kind)
    return _test(model, skill, [*parts, *_after_another(model), *_of_nerves(model)])


def piece_test(state: GameState, model: Model, *, by_deck: bool, hindrance: str = "") -> Test:
    """On a lock or a terminal: Hacking with a cyberdeck, else Tech; a `hindrance` is a penalty die. CD-S2, CD-S3"""
    parts = [(say("engaged"), DICE.engaged)] if by_deck and engaged_with(state, model) else []
    parts += [(hindrance, DICE.hindered)] if hindrance else []
    return _test(model, "Ha" if by_deck else "Te", [*parts, *_of_nerves(model)])


def attack_test(state: GameState, attack: Attack) -> Test:
    """The attacker's roll; Composure where it is spent on it. CD-H10"""
    model, target = state.models[attack.by], state.models[attack.at]
    parts = list({"shoot": _shot, "fight": _fight, "hack": _hack}[attack.kind](state, model, target, attack))
    parts += [] if attack.free else _after_another(model)
    test = _test(model, SKILL_OF[attack.kind], [*parts, *_of_nerves(model)])
    return test.with_composure() if attack.composure else test


def defence_test(state: GameState, attack: Attack) -> Test | None:
    """The target's roll; None where it makes none. CD-4.1, CD-H12, CD-R22"""
    model, attacker = state.models[attack.at], state.models[attack.by]
    if attack.kind == "hack":
        return _test(model, "Co", [*_gear(model, "concentration"), *_of_nerves(model)])
    parts: list[tuple[str, int]] = []
    if attack.kind == "shoot":
        always = bool(state.options.get("dodge_shots"))
        if not always and not model.note("evade"):
            return None
        if always and model.note("evade"):
            parts.append((say("Evade"), DICE.gear))
        parts += _gear(model, "dodge shots")
    if not in_front(model, attacker.base.at):
        parts.append((say("from behind"), DICE.behind))
    return _test(model, "Do", [*parts, *_of_nerves(model)])


def _after_another(model: Model) -> list[tuple[str, int]]:
    return [(say("second attack"), DICE.second_attack)] if int(model.note("attacks", 0)) else []


def _attacker(state: GameState, model: Model, kind: str) -> list[tuple[str, int]]:
    """Of a Shoot or Hack, whoever it is at."""
    found = [(say("engaged"), DICE.engaged)] if engaged_with(state, model) else []
    return [*found, (say("Aim"), DICE.aim)] if kind == "shoot" and model.note("last") == "aim" else found


def _test(model: Model, skill: str, parts: list[tuple[str, int]]) -> Test:
    return Test(by=model.id, skill=skill, level=level(model, skill), parts=tuple(parts))


def _gear(model: Model, rolls: str) -> list[tuple[str, int]]:
    return [(name, DICE.gear) for name in helped_by(model, rolls)] if rolls else []


def _of_nerves(model: Model) -> list[tuple[str, int]]:
    """Stress and White Noise, on any K12 roll. CD-H23"""
    found = [(say("Stress"), DICE.stress)] if stress(model) >= NUMBERS.shaken else []
    return [*found, (say("White Noise"), DICE.white_noise)] if noise(model) else found


def _shot(state: GameState, model: Model, target: Model, attack: Attack) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    if is_long(model, target, attack.item):
        found += [(say("long range"), DICE.long), *_gear(model, "long shots")]
    cover = cover_of(state, model, target)
    if cover:
        heavy = cover == "heavy"
        found.append((say("heavy cover"), DICE.heavy_cover) if heavy else (say("light cover"), DICE.light_cover))
    with_friend = [e for e in engaged_with(state, target) if e.id != model.id]
    found += [(say("target engaged with a friend"), DICE.friend_engaged)] if with_friend else []
    return [*found, *_attacker(state, model, "shoot")]


def _fight(state: GameState, model: Model, target: Model, attack: Attack) -> list[tuple[str, int]]:
    found = _gear(model, "fight")
    others = [e for e in engaged_with(state, target) if e.id != model.id]
    return [*found, (say("a friend is engaged with it"), DICE.helped)] if others else found


def _hack(state: GameState, model: Model, target: Model, attack: Attack) -> list[tuple[str, int]]:
    found = _attacker(state, model, "hack")
    return found if sees(state, model, target) else [*found, (say("no sight"), DICE.no_sight)]


def is_long(model: Model, target: Model, weapon: str) -> bool:
    """Whether a shot is at long range. CD-H9"""
    return not within(gap(model.base, target.base), weapon_of(weapon).short)


# --- cover


def cover_of(state: GameState, shooter: Model, target: Model) -> str:
    """light, heavy or '': the worst piece on the line of centres. CD-H8"""
    return cover_between(state.scene, shooter.base, target.base)[0]


@functools.lru_cache(8192)
def cover_between(scene: Scene, shooter: Base, target: Base) -> tuple[str, tuple[str, ...]]:
    """The cover on the line, and the pieces that give it. A piece is ignored when the shooter's base is within 1″ of it
    and the target's is not. CD-H8"""
    found = [p for p in pieces_between(scene, shooter, target) if p.cover and not _is_shot_over(p, shooter, target)]
    heavy = tuple(p.id for p in found if p.cover in HEAVY)
    light = tuple(p.id for p in found if p.cover in LIGHT)
    return ("heavy", heavy) if heavy else ("light", light) if light else ("", ())


def _is_shot_over(piece: Piece, shooter: Base, target: Base) -> bool:
    return _is_beside(piece, shooter) and not _is_beside(piece, target)


def _is_beside(piece: Piece, base: Base) -> bool:
    return within(gap_to_piece(base, piece), NUMBERS.beside_cover)
