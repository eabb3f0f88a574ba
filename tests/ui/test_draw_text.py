"""Text stays within the room it is given and is never lost to a missing glyph."""
from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.ui import theme
from game.ui.draw import text
from game.ui.draw.text import Segment

WORDS = st.text(st.sampled_from("abcdefghij kłąęMW10″→'. "), max_size=60)
STYLES = st.sampled_from([theme.SMALL, theme.NAME, theme.HEADING, theme.CARD_NAME])


@settings(max_examples=40, deadline=None)
@given(WORDS, STYLES, st.integers(0, 300))
def test_fitted_text_is_never_wider_than_asked(words, style, room):
    assert text.width(text.fit(words, style, room), style) <= room


@settings(max_examples=40, deadline=None)
@given(WORDS, STYLES, st.integers(40, 300))
def test_wrapped_lines_fit_and_lose_no_short_word(words, style, room):
    lines = text.wrap(words, style, room)
    assert all(text.width(line, style) <= room for line in lines)
    kept = " ".join(lines).split()
    assert [w for w in words.split() if text.width(w, style) <= room] == [w for w in kept if not w.endswith("…")]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(WORDS, STYLES), max_size=4), st.integers(60, 300))
def test_wrapped_segments_fit_and_keep_their_letters(parts, room):
    segments = [Segment(words, style, theme.HIGH) for words, style in parts]
    lines = text.wrap_rich(segments, room)
    assert all(text.rich_width(line) <= room for line in lines)
    shown = "".join(s.text for line in lines for s in line).replace(" ", "")
    if "…" not in shown:
        assert shown == "".join(words for words, _ in parts).replace(" ", "")


def test_text_that_fits_is_left_alone():
    assert text.fit("Glass Rat", theme.ROW, 500) == "Glass Rat"
    assert text.wrap("", theme.ROW, 100) == []
    assert text.wrap_rich([], 100) == []


@pytest.mark.parametrize("sign", "″′→✓≈")
def test_display_text_takes_missing_signs_from_the_text_font(sign):
    assert ("semibold" in {f: r for r, f in text.runs(f"6{sign}", "display")}) is True


def test_polish_needs_no_second_font():
    assert text.runs("Zażółć gęślą jaźń", "display") == [("Zażółć gęślą jaźń", "display")]


@pytest.mark.parametrize("anchor, left", [("lc", 100), ("cc", 100), ("rc", 100)])
def test_anchor_says_which_edge_stands_at_the_point(window, anchor, left):
    box = text.place("Move", (left, 50), theme.ROW, anchor)
    assert abs({"l": box.left, "c": box.centerx, "r": box.right}[anchor[0]] - left) <= 1


def test_tracking_widens_a_line():
    plain = theme.Style("display", 15)
    assert text.width("LOG", theme.HEADING) == round(text.width("LOG", plain) + 3 * 1.4)


def test_rendering_the_same_line_again_costs_nothing():
    first = text.render("Bailiff 2", theme.ROW, theme.HIGH)
    assert text.render("Bailiff 2", theme.ROW, theme.HIGH) is first
    assert text.render("Bailiff 2", theme.ROW, theme.LOW) is not first


def test_a_percent_sign_and_the_groups_of_a_number_stay_together():
    style = theme.SENTENCE
    words = "on average, 95 % from 12\u00a0000 to 13\u00a0000 runs"
    for room in range(60, 300, 7):
        lines = text.wrap(words, style, room)
        assert not any(line.startswith(("%", "000")) for line in lines), (room, lines)
        rich = text.wrap_rich([text.Segment(words, style, (255, 255, 255))], room)
        assert not any(line[0].text.lstrip().startswith("%") for line in rich), room
