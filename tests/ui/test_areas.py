"""Templates and blasts while they are aimed: they follow the pointer and name everybody whom they would touch."""
from __future__ import annotations

from game.engine.commands import Command
from game.engine.match import Match
from game.rulesets.registry import ruleset
from game.table.setting import Setting, UnitSpec
from game.table.side import Side
from game.table.table import Table
from game.ui.overlays.order import order_marks
from tests.ui.desk import Desk

RULES = ruleset("rouge_elements")


def desk(*weapons: str) -> Desk:
    sides = {s: Side(id=s, name=s.title(), edge=e) for s, e in (("blue", "south"), ("red", "north"))}
    units = (
        UnitSpec(id="t", side="blue", profile="Trooper", at=(12.0, 6.0), facing=0.0,
                 extra={"weapons": list(weapons)}),
        UnitSpec(id="friend", side="blue", profile="Trooper", name="Fay", at=(15.0, 12.0), facing=0.0),
        UnitSpec(id="near", side="red", profile="Trooper", name="Near", at=(12.0, 12.0), facing=180.0),
        UnitSpec(id="far", side="red", profile="Trooper", name="Far", at=(12.0, 14.5), facing=180.0),
    )
    setting = Setting(source="test", title="Aim", table=Table(width=24, height=24), sides=sides, units=units,
                      terrain={}, options={"rounds": 4},
                      begin={"phase": "turns", "order": ["t", "near", "far", "friend"]})
    match = Match(RULES, RULES.begin(setting), 1)
    match.submit(Command(do="activate", by="t"))
    return Desk(match)


def aim(hands: Desk, title: str, at: tuple[float, float]) -> tuple[list[str], str]:
    """The models that bear what they would suffer while the weapon is aimed there, and all that is told."""
    option = next(o for o in hands.intents.options() if o.title == title)
    hands.intents.choose(option)
    hands.point(hands.inch(*at))
    marks = order_marks(hands.intents, hands.match.state)
    touched = [m for m in marks if m.kind == "touched"]
    return [m.ref for m in touched], "\n".join(m.text for m in marks if m.kind in ("note", "touched"))


def test_a_template_follows_the_pointer_and_names_whom_it_reaches():
    hands = desk("Flame thrower")
    models, told = aim(hands, "Flame thrower", (12.0, 20.0))
    assert models == ["near", "far"] and told.count("%") == 2 and told.count("wounds") == 2
    models, told = aim(hands, "Flame thrower", (18.0, 18.0))
    assert models == ["friend"] and told.count("%") == 1
    hands.close()


def test_a_blast_names_whom_it_reaches_with_the_strength_there_and_shows_where_it_may_stray():
    hands = desk("Grenade launcher-anti infantry")
    models, told = aim(hands, "Grenade launcher-anti infantry", (12.0, 12.0))
    assert models == ["far", "friend"], "the target itself bears the odds of its line"
    assert "Near: Pow 5" in told and "Far: Pow 3" in told and "Fay: Pow 3" in told
    marks = order_marks(hands.intents, hands.match.state)
    assert any(m.kind == "scatter" and len(m.points) == 72 for m in marks)
    hands.close()
