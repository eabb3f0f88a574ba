"""Mages of every lore in whole games: random play keeps every invariant; Rewind at any time leaves sound states."""
from __future__ import annotations

import msgspec
import pytest

from game.engine import journal as journals
from game.engine.commands import Command
from game.engine.journal import Journal
from game.engine.match import Match
from game.engine.state import decode, digest, encode
from game.rulesets.registry import ruleset
from game.rulesets.rouge_elements.data import spells
from game.sim.random_player import RandomPlayer
from game.table.setting import Setting, UnitSpec
from game.table.side import Side
from game.table.table import Table
from game.table.terrainspec import TerrainSpec, build_terrain

RULES = ruleset("rouge_elements")
LORES = sorted({s.lore for s in spells().values()})
GROUND = (
    TerrainSpec(id="wall", kind="wall", rect=(10.0, 9.0, 14.0, 9.5)),
    TerrainSpec(id="crate", rect=(5.0, 10.0, 8.0, 13.0), height=1.5),
    TerrainSpec(id="smoke", rect=(15.0, 6.0, 18.0, 9.0), height=2.0, cover="shifting"),
    TerrainSpec(id="trench", kind="gap", rect=(17.0, 12.0, 20.0, 16.0), depth=3.0),
)
WEAPONS = ["Grenade", "RPG", "Flame thrower", "Hand weapon"]
BIONICS = ["Bionic arm", "Bionic Organs", "Bionic Eyes"]


def duel(blue: str, red: str, seed: int) -> Match:
    """Two mages of a lore each, every spell of it at hand, and a soldier beside each."""
    sides = {s: Side(id=s, name=s.title(), edge=e) for s, e in (("blue", "south"), ("red", "north"))}
    units = []
    for side, lore, y, facing in (("blue", blue, 4.0, 0.0), ("red", red, 18.0, 180.0)):
        book = [s.name for s in spells().values() if s.lore == lore]
        mage = {"level": 5, "spells": book, "weapons": WEAPONS, "has": ["+1 weapon slot"] * 2,
                "upgrades": {"AP": 4, "W": 8}}
        units.append(UnitSpec(id=f"{side}-mage", side=side, profile="Mage", at=(12.0, y), facing=facing, extra=mage))
        soldier = {"has": BIONICS, "weapons": ["Plasma pistol", "Grenade"]}
        units.append(UnitSpec(id=f"{side}-soldier", side=side, profile="Trooper", at=(9.0, y), facing=facing,
                              extra=soldier))
    setting = Setting(source="test", title="Duel", table=Table(width=24.0, height=24.0), sides=sides,
                      units=tuple(units), terrain=build_terrain("test", GROUND), options={"rounds": 8})
    return Match(RULES, RULES.begin(setting), seed)


@pytest.mark.parametrize("seed", range(6))
def test_games_of_mages_keep_every_invariant(seed: int):
    match = duel(LORES[seed % 6], LORES[(seed + 1 + seed // 6) % 6], seed)
    for _ in RandomPlayer(seed).play(match):
        assert RULES.problems(match.state) == []
    assert match.over


@pytest.mark.parametrize("seed", range(3))
def test_rewind_whenever_it_can_be_cast_leaves_a_sound_state(seed: int):
    match = duel("time", "fire", seed)
    order = Command(do="cast", by="blue-mage", fields={"spell": "rewind"})
    tried = 0
    for _ in RandomPlayer(seed).play(match):
        if match.decision() is None or match.decision().inside or not match.verify(order):
            continue
        fork = Match(RULES, match.state, seed)
        fork.submit(order)
        while fork.decision().inside:
            fork.answer(None)
        tried += 1
        assert RULES.problems(fork.state) == []
    assert tried


ORDERS = {
    "blast": {"do": "shoot", "weapon": "Grenade launcher-anti infantry", "at": "e1"},
    "spray": {"do": "shoot", "weapon": "Flame thrower", "direction": 0},
    "missile": {"do": "cast", "spell": "Banishment", "at": "e1"},
    "meteor": {"do": "cast", "spell": "Flaming meteor", "at": "e1", "boost": 1},
    "charge": {"do": "cast", "spell": "Static charge"},
    "hit": {"do": "cast", "spell": "Molten Hell", "at": "e2"},
}
TRIES = 400


@pytest.mark.parametrize("name", ORDERS)
def test_the_odds_of_areas_and_spells_agree_with_the_dice(name: str):
    sides = {s: Side(id=s, name=s.title(), edge=e) for s, e in (("blue", "south"), ("red", "north"))}
    caster = {"level": 4, "spells": [str(o["spell"]) for o in ORDERS.values() if "spell" in o],
              "weapons": [str(ORDERS[name]["weapon"])] if "weapon" in ORDERS[name] else []}
    units = (
        UnitSpec(id="m", side="blue", profile="Mage", at=(12.0, 6.0), facing=0.0, extra=caster),
        UnitSpec(id="e1", side="red", profile="Monster", at=(12.0, 11.0), facing=180.0),
        UnitSpec(id="e2", side="red", profile="Monster", at=(12.4, 12.5), facing=180.0, set={"A": 4}),
    )
    setting = Setting(source="test", title="Odds", table=Table(width=24.0, height=24.0), sides=sides, units=units,
                      terrain={}, options={"ends_by_hand": True},
                      begin={"phase": "turns", "order": ["m", "e1", "e2"]})
    state = RULES.begin(setting)
    order = Command(do=str(ORDERS[name]["do"]), by="m", fields={k: v for k, v in ORDERS[name].items() if k != "do"})
    begun = Match(RULES, state, 0)
    begun.submit(Command(do="activate", by="m"))
    told = RULES.preview(begun.state, order)
    total = 0
    for seed in range(TRIES):
        match = Match(RULES, begun.state, seed)
        match.submit(order)
        total += sum(int(m.note("W")) * (1 if m.side == "blue" else -1) for m in match.state.models.values())
        total -= sum(int(m.note("W")) * (1 if m.side == "blue" else -1) for m in begun.state.models.values())
    assert told is not None and told.harm == pytest.approx(total / TRIES, rel=0.2, abs=0.35)


@pytest.mark.parametrize("seed", range(2))
def test_what_is_saved_in_the_middle_of_magic_is_the_same_game(seed: int):
    match = duel("time", "tech", seed)
    for number, _ in enumerate(RandomPlayer(seed).play(match)):
        if number % 7:
            continue
        written = journals.encode(match.journal)
        loaded = Match.resume(RULES, msgspec.json.decode(written, type=Journal))
        assert digest(loaded.state) == digest(match.state) == digest(decode(encode(match.state)))
        if loaded.can_undo():
            loaded.undo()
            loaded.redo()
            assert journals.encode(loaded.journal) == written
