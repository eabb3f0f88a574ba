"""The words of the decision bar: the sentence, the keys worth naming, what Confirm and No say."""
from __future__ import annotations

from game.ui.needs import several
from game.ui.stage import Stage, name_of
from game.words import capital, joined, say, shown, verbatim

WANTED = {
    "model": say("choose a model"), "models": say("choose models"), "unit": say("choose a unit"),
    "piece": say("choose a piece of terrain"), "point": say("choose a place"), "path": say("choose where it goes"),
    "direction": say("choose a direction"), "choice": say("choose"), "number": say("choose a number"),
    "side": say("choose a side"), "moves": say("where does the unit go?"),
    "points": say("where does the unit stand?"), "shots": say("choose a target"), "truth": say("yes or no?"),
}
ANSWERS = {"shots": (say("Fire"), say("Hold fire")), "truth": (say("Yes"), say("No")),
           "models": (say("Confirm"), say("By default")),
           "moves": (say("Move"), say("Stay")), "model": (say("Choose"), say("Nearest to death"))}
"""For questions inside an order: what Confirm says, and what declining does."""


def answers(stage: Stage) -> tuple[str, str]:
    """What Confirm and No say to the question that waits."""
    needs = stage.intents.decision.options[0].needs if stage.intents.decision else ()
    return ANSWERS.get(needs[0].kind, (say("Confirm"), say("No"))) if needs else (say("Confirm"), say("No"))


def prompt(stage: Stage) -> tuple[str, str]:
    """Who is asked, and the sentence."""
    intents = stage.intents
    decision = intents.decision
    if decision is None:
        return "", ""
    doer = intents.doer or intents.picked_unit or decision.subject
    who = name_of(stage.state, doer) if doer else stage.state.sides[decision.side].name
    need = intents.need
    if intents.option is not None and need is not None and not decision.inside:
        wanted = say("choose {least} or more, then confirm", least=max(1, need.low)) if several(need) else WANTED[
            need.kind]
        return who, _asked(who, intents.option.title, wanted)
    if intents.formed is not None and intents.option is not None and not decision.inside:
        return who, _asked(who, intents.option.title, WANTED[intents.formed.kind])
    if intents.option is not None and intents.picked_unit and not decision.inside:
        return who, joined(": ", (intents.option.title, name_of(stage.state, intents.picked_unit)))
    said = capital(_without(who, decision.prompt))
    weighed = intents.weighed() if decision.inside and intents.barrage is None else None
    if weighed is not None and weighed.lines:
        said = joined(" ", (said, capital(weighed.lines[0])))
    return who, said


def _without(who: str, said: str) -> str:
    """A question without the name of who is asked at its beginning: that stands before it already."""
    named = f"{shown(who)}: "
    return verbatim(shown(said).removeprefix(named)) if shown(said).startswith(named) else said


def _asked(who: str, title: str, wanted: str) -> str:
    """'Advance: where does the unit go?'; an option that is called after who is asked need not say it twice."""
    return capital(wanted) if title == who else joined(": ", (title, wanted))


def hints(stage: Stage) -> list[str]:
    """The keys worth naming now, the most useful first."""
    intents = stage.intents
    out = []
    if intents.barrage is not None:
        out += [say("Tab next target"), *([say("↑ ↓ weapons")] if len(intents.barrage.volleys) > 1 else [])]
    elif intents.can_mend:
        out += [say("Drag a ghost"), say("Tab one model")]
    elif stage.picks:
        out += [say("Click or Tab, Backspace: in or out")]
    elif intents.formed is not None and not intents.filling_off_table:
        out.append(say("Drag the unit"))
    elif intents.filling is not None and intents.filling.inside and intents.filling.wants("point", "path"):
        out.append(say("Click a place"))
    elif intents.targets():
        out.append(say("Tab next target"))
    elif not intents.doer and intents.able() and intents.filling is None:
        out.append(say("Click a unit, or Tab") if stage.by_unit else say("Click a model, or Tab"))
    elif len(intents.able()) > 1 and not (intents.filling and intents.filling.fields):
        out.append(say("Tab next unit") if stage.by_unit else say("Tab next model"))
    if intents.dials:
        out.append(say("← → sets, ↑ ↓ chooses") if len(intents.dials) > 1 else say("← → sets"))
    if intents.filling is not None and intents.filling.turns:
        out.append(say("Q E turn"))
    if intents.filling is not None and intents.filling.need_of("path"):
        out.append(say("Shift+click corner"))
    if stage.match.can_undo().ok:
        out.append(say("Ctrl+Z undo"))
    return out


def confirm_label(stage: Stage) -> tuple[str, bool]:
    """What Confirm says, and whether it would be taken; '' for none."""
    intents = stage.intents
    if intents.filling is None:
        return "", False
    if intents.choices() and not intents.filling.fields and intents.hovered is None:
        return "", False
    verdict = intents.verdict()
    title = intents.filling.option.title if not intents.filling.inside else answers(stage)[0]
    if intents.filling.inside and intents.barrage is not None and intents.barrage.answer() is None:
        return say("Hold fire"), True
    if intents.filling.inside and intents.formed is not None and intents.placement() is None:
        return say("Stay"), True
    if intents.formed is not None and not intents.filling.inside:
        title = title if intents.formed.kind == "moves" else say("Put down")
        placed = intents.placement() is not None
        return title, bool(verdict.ok) if verdict is not None else placed
    if intents.filling.need_of("path") and not intents.filling.inside:
        title = say("{title} here", title=title)
    under = intents.pointed_verdict()
    if under is not None and not under.ok:
        return title, False
    aimed = intents.filling.candidate(intents.hovered) if intents.hovered is not None else None
    placed = intents.end is not None or intents.aimed_course is not None
    open_ = verdict is None and (placed or (aimed is not None and aimed[1].verdict.ok))
    return title, bool(verdict and verdict.ok) or open_
