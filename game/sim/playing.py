"""A game played by computer players from where it stands to its end."""
from __future__ import annotations

from collections.abc import Mapping

from game.ai.player import Answer, Choice, Player
from game.engine.match import Match
from game.engine.view import View
from game.errors import FiringArcError
from game.words import say

LIMIT = 20_000
"""Decisions after which a game that does not end is given up."""


class Endless(FiringArcError):
    """A game that went on and on."""


def choice_of(match: Match, player: Player) -> Choice | None:
    """What the player chooses at the decision that stands; None when the game is over."""
    decision = match.decision()
    if decision is None:
        return None
    return player.decide(View(match.ruleset, match.state, decision, decision.side))


def carry_out(match: Match, choice: Choice) -> None:
    """Orders or answers what was chosen. Raises Refused."""
    if isinstance(choice, Answer):
        match.answer(choice.value)
    else:
        match.submit(choice)


def play_out(match: Match, players: Mapping[str, Player], limit: int = LIMIT) -> int:
    """Plays to the end; the number of decisions it took. Raises Endless."""
    count = 0
    while not match.over:
        decision = match.decision()
        if decision is None:
            raise Endless(say("{phase}, round {round}: nothing is asked, yet it is not over",
                              phase=match.state.phase, round=match.state.round))
        choice = players[decision.side].decide(View(match.ruleset, match.state, decision, decision.side))
        carry_out(match, choice)
        count += 1
        if count > limit:
            raise Endless(say("no end after {limit} decisions", limit=limit))
    return count
