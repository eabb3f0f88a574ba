"""CyberDark: the exact odds tables of its digest, its data, its set-up, and games played through."""
from __future__ import annotations

from fractions import Fraction

import pytest

from game.ai.levels import player
from game.engine.commands import Command
from game.engine.match import Match
from game.engine.view import View
from game.resolvers.damage import plain_odds
from game.resolvers.keeping import chance, clash, faces
from game.rulesets.cyberdark import odds
from game.rulesets.cyberdark.situation import Attack
from game.rulesets.registry import ruleset
from game.sim.playing import carry_out
from game.sim.scenario import list_scenarios, load_scenario
from game.table.setting import Setting, UnitSpec
from game.table.side import Side
from game.table.table import Table

RULES = ruleset("cyberdark")
NETS = (-2, -1, 0, 1, 2)
SUCCESS = {
    1: "1/1728 1/144 1/12 23/144 397/1728", 2: "1/216 1/36 1/6 11/36 91/216", 3: "1/64 1/16 1/4 7/16 37/64",
    4: "1/27 1/9 1/3 5/9 19/27", 5: "125/1728 25/144 5/12 95/144 1385/1728", 6: "1/8 1/4 1/2 3/4 7/8",
    7: "343/1728 49/144 7/12 119/144 1603/1728", 8: "8/27 4/9 2/3 8/9 26/27", 9: "27/64 9/16 3/4 15/16 63/64",
    10: "125/216 25/36 5/6 35/36 215/216",
}
PAIRS = ((0, 0), (1, 0), (2, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1))
HITS = {
    (1, 1): "11/144 253/1728 4367/20736 11/1728 121/1728 143/1728 2783/20736 143/20736 3289/20736",
    (5, 5): "5/16 875/1728 4345/6912 205/1728 415/1728 665/1728 8245/20736 3205/20736 12755/20736",
    (6, 7): "17/48 953/1728 511/768 271/1728 451/1728 773/1728 8713/20736 4393/20736 14159/20736",
    (7, 4): "31/72 541/864 3737/5184 203/864 31/96 155/288 5003/10368 3179/10368 7981/10368",
    (8, 6): "7/16 1073/1728 4903/6912 439/1728 523/1728 989/1728 9433/20736 7417/20736 16319/20736",
    (3, 8): "5/24 317/864 281/576 43/864 151/864 209/864 3211/10368 619/10368 4397/10368",
    (10, 1): "55/72 385/432 2365/2592 275/432 605/864 715/864 4235/5184 3575/5184 5005/5184",
    (10, 10): "65/144 1075/1728 14645/20736 485/1728 505/1728 1055/1728 9215/20736 8735/20736 16585/20736",
}


@pytest.mark.parametrize("level", SUCCESS)
def test_the_chance_of_a_success_is_the_digests(level: int) -> None:
    assert [chance(level, net) for net in NETS] == [Fraction(f) for f in SUCCESS[level].split()]


@pytest.mark.parametrize("levels", HITS)
def test_the_chance_that_an_attack_hits_is_the_digests(levels: tuple[int, int]) -> None:
    found = [clash(levels[0], attack, levels[1], defence).hit for attack, defence in PAIRS]
    assert found == [Fraction(f) for f in HITS[levels].split()]


def test_criticals_depend_on_the_net_alone() -> None:
    assert [faces(net).best for net in NETS] == [0, 0, 0, Fraction(1, 144), Fraction(17, 864)]
    assert [faces(net).worst for net in NETS] == [Fraction(17, 864), Fraction(1, 144), 0, 0, 0]
    assert all(sum(faces(net).chances) == 1 for net in NETS)
    for level, against in HITS:
        assert clash(level, 1, against).critical == Fraction(11, 1728)
        assert clash(level, 2, against).critical == Fraction(187, 10368)


def test_a_pool_takes_half_of_its_dice() -> None:
    assert plain_odds(3, 4) == tuple(Fraction(f) for f in ("1/8", "3/8", "3/8", "1/8"))
    assert plain_odds(4, 4) == tuple(Fraction(f) for f in ("1/16", "1/4", "3/8", "1/4", "1/16"))
    for net, mean in ((0, Fraction(17, 24)), (1, Fraction(241, 216))):
        assert odds.of_clash(clash(6, net, 7), 4, 100).harm == pytest.approx(float(mean))


def test_the_letter_of_the_comparison_lets_any_lower_die_stop() -> None:
    """CD-R2: the defender's level is left out of it."""
    assert clash(6, 0, 4).hit > clash(6, 0, 4, any_level=True).hit == clash(6, 0, 12).hit


def test_ready_crews_cost_the_same() -> None:
    assert {f.id: (f.points, f.models) for f in RULES.forces()} == {
        "rdza_street": (435, 6), "brzask_security": (435, 6)}


# --- the odds that are shown are those that happen


def duel(**options: object) -> Match:
    sides = {s: Side(id=s, name=s.title(), edge=e) for s, e in (("blue", "south"), ("red", "north"))}
    units = (UnitSpec(id="a", side="blue", profile="enforcer", at=(18.0, 10.0), facing=0.0),
             UnitSpec(id="b", side="red", profile="ganger", at=(18.0, 11.5), facing=180.0))
    setting = Setting(source="duel", title="Duel", table=Table(width=36.0, height=36.0), terrain={}, sides=sides,
                      units=units, begin={"phase": "turns"}, options={"ends_by_hand": True, **options})
    return Match(RULES, RULES.begin(setting), 1)


def test_the_preview_agrees_with_what_happens() -> None:
    order = Command(do="fight", by="a", fields={"weapon": "servo_hammer", "at": "b"})
    start = duel(offer_composure="never", offer_chance="never")
    shown = RULES.preview(start.state, order)
    assert shown is not None and shown.chance is not None and shown.harm is not None
    harm, games = 0, 3000
    for seed in range(games):
        match = Match(RULES, start.state, seed)
        match.submit(order)
        harm += 6 - int(match.state.models["b"].note("po"))
    assert shown.chance == pytest.approx(float(clash(8, 1, 5).hit))
    assert harm / games == pytest.approx(shown.harm, abs=0.1)
    assert odds.attack_odds(start.state, Attack(kind="fight", by="a", at="b", item="servo_hammer")).harm == shown.harm


def test_offers_can_be_made_never_or_only_when_they_matter() -> None:
    order = Command(do="fight", by="a", fields={"weapon": "servo_hammer", "at": "b"})
    asked = {}
    for offers in ("always", "when it matters", "never"):
        start = duel(offer_composure=offers, offer_chance=offers)
        asked[offers] = 0
        for seed in range(40):
            match = Match(RULES, start.state, seed)
            match.submit(order)
            while match.run is not None:
                asked[offers] += 1
                match.answer(None)
    assert asked["always"] >= asked["when it matters"] > asked["never"] == 0


# --- whole games


@pytest.mark.parametrize("name", [s.id for s in list_scenarios() if s.rules == "cyberdark"])
def test_players_of_every_kind_play_each_scenario_through(name: str) -> None:
    rules, match = RULES, Match(RULES, load_scenario(name).start(), 4)
    players = {"blue": player("regular"), "red": player("recruit")}
    for _ in range(1500):
        decision = match.decision()
        if decision is None:
            break
        carry_out(match, players[decision.side].decide(View(rules, match.state, decision, decision.side)))
        assert rules.problems(match.state) == []
    assert match.over and not any(m.has("bleeding") for m in match.state.on_table())
