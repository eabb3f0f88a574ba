"""Tokens show side, facing and state at the true size of the base; sprites are kept within bounds."""
from __future__ import annotations

import itertools
import math

import numpy as np
import pygame
import pytest

from game.errors import UnknownName
from game.ui import theme
from game.ui.draw import badges, cache, icons, markers, shapes, token_parts, tokens
from game.ui.draw.token_parts import Block
from game.ui.draw.tokens import TokenLook


def at(image: pygame.Surface, degrees: float, distance: float) -> np.ndarray:
    x, y = shapes.towards((image.get_width() / 2, image.get_height() / 2), degrees, distance)
    return np.array(image.get_at((int(x), int(y)))[:3])


def picture(look: TokenLook) -> bytes:
    return pygame.image.tobytes(tokens.sprite(look), "RGBA")


def nearer(color: np.ndarray, first: theme.Color, second: theme.Color) -> bool:
    return bool(np.linalg.norm(color - first) < np.linalg.norm(color - second))


@pytest.mark.parametrize("facing", [0, 45, 90, 215, 300])
def test_front_of_the_rim_is_tinted_wherever_the_model_faces(facing):
    image = tokens.sprite(TokenLook("A", "rat", 40, facing))
    side = theme.side("A")
    for turn in (-60, 60):
        assert nearer(at(image, facing + turn, 33), side.tint, side.fill)
        assert nearer(at(image, facing + 180 + turn, 33), side.fill, side.tint)


def test_a_narrow_front_tints_only_its_arc():
    image = tokens.sprite(TokenLook("A", "rat", 40, 90, front=90))
    side = theme.side("A")
    assert nearer(at(image, 90 + 30, 33), side.tint, side.fill)
    assert nearer(at(image, 90 + 70, 33), side.fill, side.tint)


def test_facing_mark_sticks_out_of_the_base_only_when_there_is_facing():
    assert at_alpha(tokens.sprite(TokenLook("A", "rat", 40, 90)), 90, 48) == 255
    assert at_alpha(tokens.sprite(TokenLook("A", "rat", 40, None)), 90, 48) == 0


def at_alpha(image: pygame.Surface, degrees: float, distance: float) -> int:
    x, y = shapes.towards((image.get_width() / 2, image.get_height() / 2), degrees, distance)
    return image.get_at((int(x), int(y)))[3]


@pytest.mark.parametrize("radius", [7, 12.5, 20, 33, 60])
def test_disc_is_as_large_as_the_base(radius):
    alpha = pygame.surfarray.array_alpha(tokens.sprite(TokenLook("A", "rat", radius)))
    wide = (alpha.max(axis=1) > 127).sum()
    assert abs(wide - 2 * radius) <= 1


@pytest.mark.parametrize("radius", [6, 20, 40])
def test_sides_differ_without_their_colours(radius):
    images = [pygame.surfarray.array3d(tokens.sprite(TokenLook(letter, "rat", radius))) for letter in "ABCD"]
    dark = [image.mean(axis=2) < 40 for image in images]
    for a, b in itertools.combinations(dark, 2):
        assert (a != b).sum() >= radius * radius * 0.1


def test_small_tokens_have_no_icon():
    assert picture(TokenLook("A", "rat", 8)) == picture(TokenLook("A", "gavel", 8))
    assert picture(TokenLook("A", "rat", 20)) != picture(TokenLook("A", "gavel", 20))
    assert not TokenLook("A", "rat", 11).small
    assert TokenLook("A", "rat", 21, unit=2).small


def test_unhurt_models_at_rest_show_no_gauge():
    whole, hurt = (Block(False),) * 3, (Block(True), Block(False))
    assert not TokenLook("A", "rat", 20, gauge=whole).shows_gauge
    assert TokenLook("A", "rat", 20, gauge=whole, selected=True).shows_gauge
    assert TokenLook("A", "rat", 20, gauge=hurt).shows_gauge


def badge_angles(look: TokenLook) -> list[float]:
    wanted = [badges.badge(s, d) for s in look.states for d in range(13, 24)]
    out = []
    for image, (x, y) in tokens.parts(look, (200, 200)):
        if any(image is w for w in wanted):
            dx, dy = x + image.get_width() / 2 - 200, y + image.get_height() / 2 - 200
            out.append(math.degrees(math.atan2(dx, -dy)) % 360)
    return out


@pytest.mark.parametrize("facing, left", [(60, True), (139, True), (4, False), (220, False), (None, False)])
def test_states_stand_on_the_side_away_from_the_facing_mark(facing, left):
    angles = badge_angles(TokenLook("A", "rat", 20, facing, states=("prone", "burning")))
    assert len(angles) == 2
    assert all((a > 180) is left for a in angles)


def test_fourth_state_is_counted():
    four = TokenLook("A", "rat", 20, states=("prone", "burning", "jammed", "aimed"))
    assert len(badge_angles(four)) == 3
    assert any(image is badges.more(1, 19) for image, _ in tokens.parts(four, (0, 0)))


def test_facing_is_kept_in_steps():
    assert tokens.sprite(TokenLook("A", "rat", 20, 61)) is tokens.sprite(TokenLook("A", "rat", 20, 59))
    assert token_parts.in_steps(358) == 0


def test_changing_the_palette_changes_the_sprites():
    before = picture(TokenLook("B", "rat", 20))
    theme.use_palette("contrast")
    assert picture(TokenLook("B", "rat", 20)) != before


def test_ghost_is_fainter_than_its_model():
    solid, ghost = (tokens.sprite(TokenLook("A", "rat", 20, ghost=g)) for g in (False, True))
    assert abs(at_alpha(ghost, 0, 0) - 0.8 * at_alpha(solid, 0, 0)) <= 1


def test_drawing_stays_inside_the_box_it_reports():
    surface = pygame.Surface((300, 300), pygame.SRCALPHA)
    look = TokenLook("B", "rat", 25, 200, selected=True, activated=True, gauge=(Block(True),) * 4, states=("prone",))
    box = tokens.draw(surface, look, (150, 150))
    assert box.contains(surface.get_bounding_rect())


@pytest.mark.parametrize("size", [20, 72])
@pytest.mark.parametrize("name", ["rat", "visored-helm", "l:undo-2", "l:circle-help", "sentry-gun"])
def test_icons_are_crisp_and_not_empty(name, size):
    alpha = pygame.surfarray.array_alpha(icons.icon(name, size, theme.HIGH))
    assert alpha.shape == (size, size)
    full, partial = (alpha > 240).mean(), ((alpha > 15) & (alpha <= 240)).mean()
    assert full > 0.03
    assert partial < (0.5 if size == 20 else 0.16)


def test_every_icon_of_a_state_exists():
    assert [s.icon for s in badges.STATES.values() if not icons.has(s.icon)] == []


def test_icon_takes_the_colour_asked_for():
    image = icons.icon("rat", 40, theme.rgb("#E58AB9"))
    colors, alpha = pygame.surfarray.array3d(image), pygame.surfarray.array_alpha(image)
    assert np.abs(colors[alpha > 90].astype(int) - [0xE5, 0x8A, 0xB9]).max() <= 6


def test_unknown_icon_offers_the_nearest():
    with pytest.raises(UnknownName, match="rat"):
        icons.icon("ratt", 20, theme.HIGH)


def test_smoothing_leaves_no_dark_fringe():
    canvas = shapes.Canvas(20, 20)
    canvas.circle((10, 10), 8, (255, 255, 255))
    image = canvas.image()
    colors, alpha = pygame.surfarray.array3d(image), pygame.surfarray.array_alpha(image)
    assert colors[(alpha > 20) & (alpha < 250)].min() > 240


def test_cache_stays_within_its_budget():
    kept = cache.SpriteCache(40_000)
    for i in range(100):
        kept.get(i, lambda: pygame.Surface((10, 10), pygame.SRCALPHA))
    assert kept.used <= 40_000
    assert len(kept) == 100
    for i in range(100, 200):
        kept.get(i, lambda: pygame.Surface((10, 10), pygame.SRCALPHA))
    assert kept.used <= 40_000
    assert len(kept) == 100


def test_all_caches_stay_within_their_budgets_when_everything_turns():
    for facing in range(0, 360, 5):
        for side in "ABCD":
            tokens.sprite(TokenLook(side, "rat", 30, facing))
    assert cache.bytes_used() <= cache.byte_budget()
    cache.clear_all()
    assert cache.bytes_used() == 0


def test_dashes_follow_bends_and_keep_their_measure():
    parts = shapes.dashes([(0, 0), (10, 0), (10, 10)], 8, 4)
    assert parts == [[(0, 0), (8, 0)], [(10, 2), (10, 10)]]
    assert shapes.dashes([(0, 0), (10, 0), (10, 10)], 12, 4)[0] == [(0, 0), (10, 0), (10, 2)]
    assert shapes.dashes([(3, 3)], 8, 4) == []


def test_flag_tells_the_strength():
    assert markers.Flag("A", "rat", 8, 10).strength == "8/10"
    assert markers.Flag("A", "rat", 10, 10).strength == "10"


def test_contested_objective_shows_both_tints():
    image = markers.objective_ring(60, ("A", "B"))
    colors = pygame.surfarray.array3d(image)[pygame.surfarray.array_alpha(image) > 200].astype(int)
    for letter in "AB":
        assert (np.abs(colors - theme.side(letter).tint).sum(axis=1) < 12).any()


def test_one_sprite_looks_like_its_parts():
    look = TokenLook("B", "rat", 22, 200, can_act=True, activated=True, states=("prone",), gauge=(Block(True),) * 3)
    whole, layered = (pygame.Surface((120, 120)) for _ in range(2))
    for surface in (whole, layered):
        surface.fill((90, 80, 70))
    tokens.draw(whole, look, (60, 60))
    layered.fblits(tokens.parts(look, (60, 60)))
    difference = np.abs(pygame.surfarray.array3d(whole).astype(int) - pygame.surfarray.array3d(layered))
    assert difference.max() <= 12
