"""The words of the decision bar: the sentence, the keys worth naming, what Confirm and No say."""
from __future__ import annotations

from game.ui.needs import several
from game.ui.stage import Stage, name_of

WANTED = {
    "model": "choose a model", "models": "choose models", "unit": "choose a unit",
    "piece": "choose a piece of terrain", "point": "choose a place", "path": "choose where it goes",
    "direction": "choose a direction", "choice": "choose", "number": "choose a number", "side": "choose a side",
    "moves": "where does the unit go?", "points": "where does the unit stand?", "shots": "choose a target",
    "truth": "yes or no?",
}
ANSWERS = {"shots": ("Fire", "Hold fire"), "truth": ("Yes", "No"), "models": ("Confirm", "By default"),
           "moves": ("Move", "Stay"), "model": ("Choose", "Nearest to death")}
"""For questions inside an order: what Confirm says, and what declining does."""


def answers(stage: Stage) -> tuple[str, str]:
    """What Confirm and No say to the question that waits."""
    needs = stage.intents.decision.options[0].needs if stage.intents.decision else ()
    return ANSWERS.get(needs[0].kind, ("Confirm", "No")) if needs else ("Confirm", "No")


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
        wanted = f"choose {max(1, need.low)} or more, then confirm" if several(need) else WANTED[need.kind]
        return who, _asked(who, intents.option.title, wanted)
    if intents.formed is not None and intents.option is not None and not decision.inside:
        return who, _asked(who, intents.option.title, WANTED[intents.formed.kind])
    if intents.option is not None and intents.picked_unit and not decision.inside:
        return who, f"{intents.option.title}: {name_of(stage.state, intents.picked_unit)}"
    said = decision.prompt.removeprefix(f"{who}: ")
    said = said[:1].upper() + said[1:]
    weighed = intents.weighed() if decision.inside and intents.barrage is None else None
    if weighed is not None and weighed.lines:
        said = f"{said} {weighed.lines[0][:1].upper()}{weighed.lines[0][1:]}"
    return who, said


def _asked(who: str, title: str, wanted: str) -> str:
    """'Advance: where does the unit go?'; an option that is called after who is asked need not say it twice."""
    return f"{wanted[:1].upper()}{wanted[1:]}" if title == who else f"{title}: {wanted}"


def hints(stage: Stage) -> list[str]:
    """The keys worth naming now, the most useful first."""
    intents = stage.intents
    out = []
    if intents.barrage is not None:
        out += ["Tab next target", *(["↑ ↓ weapons"] if len(intents.barrage.volleys) > 1 else [])]
    elif intents.can_mend:
        out += ["Drag a ghost", "Tab one model"]
    elif stage.picks:
        out += ["Click or Tab, Backspace: in or out"]
    elif intents.formed is not None and not intents.filling_off_table:
        out.append("Drag the unit")
    elif intents.filling is not None and intents.filling.inside and intents.filling.wants("point", "path"):
        out.append("Click a place")
    elif intents.targets():
        out.append("Tab next target")
    elif not intents.doer and intents.able() and intents.filling is None:
        out.append("Click a unit, or Tab" if stage.by_unit else "Click a model, or Tab")
    elif len(intents.able()) > 1 and not (intents.filling and intents.filling.fields):
        out.append("Tab next unit" if stage.by_unit else "Tab next model")
    if intents.dials:
        out.append("← → sets, ↑ ↓ chooses" if len(intents.dials) > 1 else "← → sets")
    if intents.filling is not None and intents.filling.turns:
        out.append("Q E turn")
    if intents.filling is not None and intents.filling.need_of("path"):
        out.append("Shift+click corner")
    if stage.match.can_undo().ok:
        out.append("Ctrl+Z undo")
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
        return "Hold fire", True
    if intents.filling.inside and intents.formed is not None and intents.placement() is None:
        return "Stay", True
    if intents.formed is not None and not intents.filling.inside:
        title = title if intents.formed.kind == "moves" else "Put down"
        shown = intents.placement() is not None
        return title, bool(verdict.ok) if verdict is not None else shown
    if intents.filling.need_of("path") and not intents.filling.inside:
        title = f"{title} here"
    under = intents.pointed_verdict()
    if under is not None and not under.ok:
        return title, False
    aimed = intents.filling.candidate(intents.hovered) if intents.hovered is not None else None
    placed = intents.end is not None or intents.aimed_course is not None
    open_ = verdict is None and (placed or (aimed is not None and aimed[1].verdict.ok))
    return title, bool(verdict and verdict.ok) or open_
