"""What a player of armies lays store by, in numbers that may be tuned."""
from __future__ import annotations

import msgspec


class Stakes(msgspec.Struct, frozen=True, kw_only=True):
    """How a player weighs what may come against what is certain. `last`, `late`, `early`: what a marker counts in the
    last round, the one before, and sooner, as shares of its worth; `drawn` what one does that can still be got to,
    `pressed` the same in the last round but one. `over`: what losses count in the last round. `crowd`: what a marker
    keeps of its pull for each unit that is nearer. `stays`, `comes`, `follows`: the chances that who is at a marker
    stays there, and that an enemy or a friend who could come does. `blood`: how much more losses, its own and the
    enemy's, count when the battle begins than in its last round: whoever falls early takes no marker later. `rout`:
    the chance that who loses a melee flees. `game`: points that it is worth to win, weighed in the last round; `even`:
    the share of them for a draw."""

    caution: float = 0.8
    last: float = 1.5
    late: float = 1.6
    early: float = 0.6
    drawn: float = 2.5
    pressed: float = 5.0
    over: float = 0.35
    future: float = 0.35
    horizon: float = 3.0
    crowd: float = 0.4
    stays: float = 0.9
    comes: float = 0.45
    follows: float = 0.3
    blood: float = 1.0
    rout: float = 0.4
    game: float = 900.0
    even: float = 0.35
