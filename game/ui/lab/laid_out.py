"""The order, or the answer to a question, that is laid out on the table in play, as something to ask many times."""
from __future__ import annotations

from game.engine.match import Match
from game.engine.state import GameState
from game.sim.lab.asked import Wish
from game.ui.intents import Intents


def drafted(match: Match, intents: Intents) -> Wish | None:
    """What Enter would carry out now; None where something is missing or it may not be."""
    filling = intents.filling
    verdict = intents.verdict()
    if filling is None or verdict is None or not verdict:
        return None
    option, run, state = filling.option, match.run, match.state
    if filling.inside:
        if run is None or run.waiting is None:
            return None
        subject = _model(state, run.waiting.subject)
        return Wish(title=run.waiting.prompt, doer=subject, asks=run.waiting.question, answer=intents.answer(),
                    icon=run.waiting.icon)
    command = intents.command({})
    if command is None:
        return None
    return Wish(title=option.title, doer=_model(state, command.by), target=_model(state, str(command.get("at", ""))),
                command=command, icon=option.icon)


def _model(state: GameState, name: str) -> str:
    """The model, or a unit's first one still in play; '' for anything else."""
    if name in state.models:
        return name
    return next((m.id for m in state.members(name)), "") if name in state.units else ""
