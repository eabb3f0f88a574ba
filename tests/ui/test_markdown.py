"""The Markdown of a rules reference: sections, items, tables, manners, and the search."""
import pytest

from game.ui.markdown import Span, matching, parse, spans

SOURCE = """# Rules

First words
go on here.

## Moving

1. Walk **six** inches (`RZ-5.1`).
   More of it.
- Run
  - twice

### Odd cases

| Gait | Inches |
|---|---|
| walk | 6 |
| run | *12* |

After the table.
"""


def kinds(section):
    return [block.kind for block in section.blocks]


def test_sections_hold_their_blocks_in_order():
    first, second = parse(SOURCE)
    assert (first.title, kinds(first)) == ("Rules", ["paragraph"])
    assert first.blocks[0].words == "First words go on here."
    assert (second.title, kinds(second)) == (
        "Moving", ["item", "item", "item", "heading", "table", "paragraph"],
    )


def test_items_keep_mark_depth_and_their_further_lines():
    numbered, run, twice = parse(SOURCE)[1].blocks[:3]
    assert (numbered.mark, numbered.words) == ("1.", "Walk six inches (RZ-5.1). More of it.")
    assert (run.mark, run.depth, twice.depth) == ("•", 0, 1)


def test_tables_lose_their_rule_and_their_stars():
    table = parse(SOURCE)[1].blocks[4]
    assert table.rows == (("Gait", "Inches"), ("walk", "6"), ("run", "12"))


@pytest.mark.parametrize("words, manners", [
    ("plain", [("plain", "plain")]),
    ("a **b** c", [("a ", "plain"), ("b", "bold"), (" c", "plain")]),
    ("*a* `b*c`", [("a", "italic"), (" ", "plain"), ("b*c", "code")]),
    ("see [the table](x.md)", [("see the table", "plain")]),
    ("2 * 3 * 4", [("2 * 3 * 4", "plain")]),
    ("", []),
])
def test_manners(words, manners):
    assert spans(words) == tuple(Span(*pair) for pair in manners)


def test_search_keeps_what_holds_every_word():
    found = matching(parse(SOURCE), "WALK 6")
    assert [(s.title, kinds(s)) for s in found] == [("Moving", ["table"])]
    assert matching(parse(SOURCE), "nothing such") == []
    assert len(matching(parse(SOURCE), "  ")) == 2


def test_no_words_are_no_sections():
    assert parse("") == [] and parse("# Only a title\n") == []
