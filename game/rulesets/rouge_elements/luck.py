"""Lucky: once a game, a D6 on the total of any roll or off it, seen but not used (RE-17.11, RE-R92)."""
from __future__ import annotations

from collections.abc import Generator
from typing import Any

from game.engine.events import Altered, Noted, Said
from game.engine.requests import Ask, Candidate, Need
from game.engine.run import Run
from game.engine.state import GameState
from game.resolvers.tests import Throw, tell, throw
from game.rulesets.common.offers import NEVER, USEFUL
from game.rulesets.rouge_elements import tally
from game.rulesets.rouge_elements.conditions import having, in_order
from game.rulesets.rouge_elements.windows import Worth
from game.table.model import Model
from game.words import joined, say

SEEN = "seen"
"""In the tally: the roll that luck is asked about, by whom and how high."""
SIDES = 6
LATER = 0
"""The answer of one who keeps its luck for another action: it is not asked again in this one."""


def offer(run: Run, kind: str, thrown: Throw, by: str, worth: Worth) -> Generator[Ask, Any, int]:
    """Whoever has luck left may use it, in activation order; what they add to the total. They are asked as the
    scenario's `offers` say."""
    offers, added = run.state.options.get("offers", USEFUL), 0
    if offers == NEVER:
        return added
    for name in in_order(run.state, [m.id for m in run.state.models.values() if _may_use(run.state, m)]):
        model = run.state.models[name]
        if offers == USEFUL and not _could_help(run.state, model, by, thrown.total + added, worth):
            continue
        tally.put(run, **{SEEN: {"by": by, "total": thrown.total + added}})
        answer = yield Ask(side=model.side, question="lucky", subject=name, rule="RE-17.11",
                           prompt=say("{name}: luck? {roll}", name=model.name,
                                      roll=_told(run.state, kind, thrown, by, added)),
                           need=Need(key=kind, kind="choice", candidates=(
                               Candidate(1, title="+D6"), Candidate(-1, title="−D6"),
                               Candidate(LATER, title="Not in this action"))))
        if answer == LATER:
            run.emit(Noted(notes={"keeps_luck": [*run.state.note("keeps_luck", []), name]}))
        elif answer:
            added += _use(run, model, int(answer))
    return added


def lucky_one(model: Model) -> bool:
    """Whether it has luck, and has it still."""
    return model.on_table and bool(having(model, "lucky")) and not model.note("lucky_used")


def _may_use(state: GameState, model: Model) -> bool:
    return lucky_one(model) and model.id not in state.note("keeps_luck", [])


def _could_help(state: GameState, model: Model, by: str, total: int, worth: Worth) -> bool:
    """Whether a D6 on the total, or off it, could come to something better for the side of `model`."""
    now = worth(total)
    then = [worth(total + sign * die) for sign in (1, -1) for die in range(1, SIDES + 1)]
    own = by in state.models and state.models[by].side == model.side
    return any(value > now for value in then) if own else any(value < now for value in then)


def _told(state: GameState, kind: str, thrown: Throw, by: str, added: int) -> str:
    """The roll as the question tells it: 'Sam, to hit: 4 + 5, 12 in all'."""
    from game.rulesets.rouge_elements.throws import NAMES

    what = NAMES.get(kind, kind)
    what = joined(", ", (state.models[by].name, what)) if by in state.models else what
    dice: str = " + ".join(map(str, thrown.dice))
    total = thrown.total + added
    if total != sum(thrown.dice):
        dice = say("{dice}, {total} in all", dice=dice, total=total)
    return joined(": ", (what, dice))


def _use(run: Run, model: Model, sign: int) -> int:
    """RE-D15: the D6 falls straight after the roll that it changes."""
    die = throw(run, "luck", side=model.side, count=1)
    run.emit(Altered(model=model.id, notes={"lucky_used": True}, rule="RE-R92"))
    tell(run, "luck", die, by=model.id, side=model.side, outcome=f"{sign * die.total:+d}", rule="RE-R92")
    run.emit(Said(text=say("{name} uses its luck.", name=model.name),
                  side=model.side, models=(model.id,), rule="RE-17.11"))
    return sign * die.total


def tell_aim(run: Run, **known: int) -> None:
    """Keeps what luck should know of the attack that is being rolled, while somebody has luck."""
    if any(lucky_one(model) for model in run.state.models.values()):
        tally.put(run, **known)


def new_action(run: Run) -> None:
    """Whoever kept its luck for another action is asked again."""
    if run.state.note("keeps_luck"):
        run.emit(Noted(notes={"keeps_luck": None}))
