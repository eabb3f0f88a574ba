"""What the Lab shows of itself: its bar in the smallest window, its history, its help."""
from __future__ import annotations

import pytest

from game import words
from game.rulesets.registry import rulesets
from game.sim.lab.opening import open_lab
from game.ui.lab.bar import TOOLS
from game.ui.lab.desk import Brush
from game.ui.scenes.numbers import NumbersScene
from tests.ui.labdesk import LabHands


@pytest.fixture
def hands():
    made: list[LabHands] = []

    def make(**fields) -> LabHands:
        made.append(LabHands(open_lab("bare:rezolution"), **fields))
        return made[-1]

    yield make
    for one in made:
        one.close()
    words.use("en")


@pytest.mark.parametrize(("size", "scale"), [((1280, 720), 1.0), ((1280, 720), 2.0), ((1920, 1080), 2.0)])
@pytest.mark.parametrize("language", ["en", "pl"])
def test_every_rule_set_and_tool_is_in_the_bar(hands, language: str, size: tuple[int, int], scale: float) -> None:
    """Longer words take room from the tools' words, never from the choice of rules; nothing lies on anything else."""
    words.use(language)
    h = hands(size=size, scale=scale)
    bar = h.picture.lab_bar
    found = {hot.action: hot.box for hot in bar.hots}
    assert {("rules", name) for name in rulesets()} <= set(found)
    inside = [box for box in found.values() if not box.h > h.scene.stage.scale(40)]
    assert all(not a.colliderect(b) for n, a in enumerate(inside) for b in inside[n + 1 :])
    tools = [hot.box for hot in bar.hots if hot.tip is not None and hot.box.h > h.scene.stage.scale(40)]
    assert len(tools) == len(TOOLS) and min(box.left for box in tools) > max(box.right for box in inside)
    assert max(box.right for box in tools) <= size[0]


def test_the_history_names_what_was_put_down(hands) -> None:
    h = hands()
    h.desk.brush = Brush("profile", "glass_rat")
    h.desk.put_down((10.0, 5.0))
    assert h.lab.now.words == "New: Glass Rat"


def test_other_rules_begin_with_the_first_side(hands) -> None:
    h = hands()
    h.desk.side = "red"
    h.scene.other_rules("cyberdark")
    assert h.desk.side == "blue"


def test_help_over_the_numbers_is_that_of_the_rules_in_use(hands) -> None:
    h = hands()
    assert NumbersScene(h.shell, h.scene.numbers).rules == "rezolution"


@pytest.mark.parametrize("rules", rulesets())
def test_nonsense_typed_into_any_box_is_refused_beside_it(hands, rules: str) -> None:
    """Of the table, a piece and a model: the words stay in the box, the reason stands on the form, nothing changes."""
    h = hands()
    h.scene.other_rules(rules)
    entry = next(iter(h.lab.ruleset.builder.catalogue()))
    for brush, at in ((Brush("profile", entry.id), (10.0, 5.0)), (Brush("terrain", "wall"), (18.0, 12.0))):
        h.desk.brush = brush
        assert h.desk.put_down(at)
    h.desk.brush = None
    for thing in (None, *h.desk.doc.things()):
        h.desk.choose([thing] if thing is not None else [])
        for field in h.desk.form.fields():
            if field.kind not in ("whole", "number"):
                continue
            before = h.lab.doc
            h.desk.form.type_into(field.key)
            h.desk.form.typed("abc")
            assert not h.desk.form.settle(), field.key
            assert h.desk.form.typing.words == "abc" and not h.desk.why.ok and h.lab.doc is before
            h.desk.form.typing = None
