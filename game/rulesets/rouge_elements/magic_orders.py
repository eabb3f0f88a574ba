"""The order to cast a spell, read from its fields (RE-10.3)."""
from __future__ import annotations

from game.engine.commands import Command
from game.engine.run import Resolver, Run
from game.engine.state import GameState
from game.engine.verdict import Verdict, refuse
from game.errors import UnknownName
from game.rulesets.common.given import model_by
from game.rulesets.rouge_elements import casting, meaning, spell_targets, turns
from game.rulesets.rouge_elements.casting import Cast
from game.rulesets.rouge_elements.data import find, spells
from game.rulesets.rouge_elements.spell_targets import Aimed


def cast_of(command: Command) -> Cast | None:
    """The casting that the order means; None where it names no spell."""
    try:
        key = find("spell", str(command.get("spell") or ""), spells())
    except UnknownName:
        return None
    named = meaning.names(command, "at")
    direction = command.get("direction")
    aimed = Aimed(at=named[0] if named else "", direction=None if direction is None else float(direction),
                  to=meaning.point(command, "to"), aim=meaning.whole(command, "aim"),
                  shift=meaning.whole(command, "shift"), part=str(command.get("part") or ""))
    return Cast(by=command.by, spell=key, boost=bool(command.get("boost")), aimed=aimed)


def check_cast(state: GameState, command: Command) -> Verdict:
    model, cast = model_by(state, command), cast_of(command)
    if cast is None:
        return turns.check_step(state, model, turns.SHOOT) and refuse("RE-10.2", "There is no such spell.")
    verdict = casting.check_may_cast(state, model, cast.spell, boosts=int(command.get("boost") or 0))
    if verdict and len(meaning.names(command, "at")) > 1:
        return refuse("RE-R72", "A spell names one character.")
    return verdict and casting.check(state, cast)


def check_target(state: GameState, command: Command) -> Verdict:
    """Whether the target may be chosen, whatever else the spell still needs (a place to go to)."""
    cast = cast_of(command)
    assert cast is not None
    return spell_targets.check_choice(state, state.models[cast.by], spells()[cast.spell], cast.aimed)


def do_cast(run: Run, command: Command) -> Resolver:
    cast = cast_of(command)
    assert cast is not None
    yield from casting.resolve(run, cast)
