"""What a report says of attacks and luck."""
import pytest

from game.sim.report import Attack, Luck, Report
from game.ui.scenes.result import attack_words


def attack(verb="shoots", harm=0, felled=(), round_=1):
    return Attack(by="Tinsel", side="blue", verb=verb, at="Ledger Nine", weapon="Wire pistol", harm=harm,
                  felled=felled, round=round_)


def best_of(*attacks):
    return Report(winner="blue", why="", rule="", rounds=(), casualties=(), luck={}, harm={}, attacks=attacks).best


def test_felling_counts_before_harm():
    assert best_of(attack(harm=4), attack("fights", harm=1, felled=("Ledger Nine",))).verb == "fights"


def test_a_shot_counts_before_a_blow_of_the_same_worth_and_the_earlier_before_the_later():
    assert best_of(attack("fights", harm=2), attack(harm=2, round_=2), attack(harm=2, round_=3)).round == 2


def test_misses_are_no_best_attack():
    assert best_of(attack(), attack()) is None
    assert attack_words(None) == "Nobody was hurt by an attack."


def test_the_attack_is_told_in_a_sentence():
    told = attack_words(attack(harm=3, felled=("Ledger Nine",), round_=2))
    assert told == "Tinsel shoots Ledger Nine with Wire pistol in round 2: 3 blocks; Ledger Nine fell."


@pytest.mark.parametrize("total, words", [
    (350, "as expected"), (368, "lucky"), (332, "unlucky"), (390, "very lucky"), (310, "very unlucky"),
])
def test_luck_in_words(total, words):
    assert Luck(100, total, 350.0, 17.08).words == words


def test_no_dice_are_neither_lucky_nor_unlucky():
    assert Luck().words == "as expected" and Luck().difference == 0
