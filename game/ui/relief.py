"""Heights told at a glance: contour lines and a tag on each deck, a tag in each gap, and a legend of the levels.

No rule here: what can be stood on says so by its traits, and how high it is by its height.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import pygame

from game.table.terrain import Terrain
from game.ui import theme
from game.ui.camera import Camera
from game.ui.draw import text
from game.ui.draw.ground import low
from game.ui.draw.ground.decks import deck_tone
from game.ui.draw.ground.scene import inset
from game.ui.draw.icons import icon
from game.ui.draw.shapes import Canvas, put
from game.ui.overlays.areas import Blit, disc_outline
from game.ui.panels.panel import Hot
from game.ui.pointing import inside
from game.ui.stage import Tip
from game.ui.theme import Color, Scale
from game.units import Point
from game.words import capital, say, say_many, shown

LEAST = 0.75
"""Inches: what is lower is stepped on without a thought and bears no tag."""
CONTOUR_STEP, CONTOUR_FIRST, CONTOUR_APART = 3.0, 0.30, 0.16
"""A contour line for each 3 in of height, drawn in from the ledge so many inches, and so far from each other."""
TAG_IN = (0.95, 0.55)
"""Inches from a corner to the middle of its tag."""
FAR = 12.0
"""px to the inch under which tags would hide what they are about."""
WIDEST = 1.35
"""A tag may be so much wider than its piece is narrow."""
LEGEND_WIDE, DOOR_HIGH = 108, 30
Tagged: TypeAlias = tuple[Point, str, Color, float]


def is_deck(piece: Terrain) -> bool:
    """Whether a piece is a level to stand on."""
    return "climbable" in piece.traits and piece.height >= LEAST


def is_gap(piece: Terrain) -> bool:
    return "gap" in piece.traits and piece.depth > 0


def relief(terrain: Mapping[str, Terrain], camera: Camera, scale: Scale) -> list[Blit]:
    """Contours and tags of a table as sprites, lower levels first."""
    pieces = list(terrain.values())
    decks = sorted((p for p in pieces if is_deck(p)), key=lambda p: p.height)
    out = [_contours(piece, camera) for piece in decks if piece.outline]
    if camera.ppi >= FAR:
        out += placed(tags(pieces), camera, scale)
    return [blit for blit in out if blit[0].get_rect(topleft=blit[1]).colliderect(camera.view)]


def placed(told: Sequence[Tagged], camera: Camera, scale: Scale) -> list[Blit]:
    """The tags as they have room: those of the widest pieces first, small ones on narrow pieces, none past the edge of
    the table and none over another; whoever has none tells its height on hover."""
    out: list[Blit] = []
    taken: list[pygame.Rect] = []
    table = camera.table_box()
    for at, words, tone, narrow in sorted(told, key=lambda t: -t[3]):
        for image in (tag(words, tone, scale), small_tag(words, scale)):
            box = image.get_rect(center=tuple(map(round, camera.px(at)))).clamp(table)
            if min(box.size) <= narrow * camera.ppi and box.w <= WIDEST * narrow * camera.ppi and (
                    box.inflate(2, 2).collidelist(taken) < 0):
                taken.append(box)
                out.append((image, box.topleft))
                break
    return out


def tags(pieces: Iterable[Terrain]) -> list[Tagged]:
    """For each deck and gap: where its tag stands, its words, the deck's tone, and how narrow it is, inches."""
    told = list(pieces)
    out: list[Tagged] = []
    for piece in told:
        if is_deck(piece):
            above = [p for p in told if p.height > piece.height and is_deck(p)]
            out.append((_spot(piece, above), f"{piece.height:g}″", _tone(piece.height), _narrow(piece)))
        elif is_gap(piece):
            spot = _spot(piece, [p for p in told if is_deck(p)])
            out.append((spot, f"−{piece.depth:g}″", theme.VOID, _narrow(piece)))
    return out


def _narrow(piece: Terrain) -> float:
    """The shorter side of the box round a piece."""
    xs, ys = zip(*(piece.outline or disc_outline(piece.disc)), strict=True)
    return float(min(max(xs) - min(xs), max(ys) - min(ys)))


def _tone(height: float) -> Color:
    red, green, blue = (round(float(v) * 255) for v in deck_tone(height))
    return red, green, blue


def _spot(piece: Terrain, above: Sequence[Terrain]) -> Point:
    """Inside a corner that nothing higher covers, the north-western ones first; else the middle."""
    cx, cy = piece.centre
    for x, y in sorted(piece.outline, key=lambda p: p[0] - p[1]):
        spot = x + (TAG_IN[0] if x < cx else -TAG_IN[0]), y + (TAG_IN[1] if y < cy else -TAG_IN[1])
        if inside(piece.outline, spot) and not any(inside(p.outline, spot) for p in above if p.outline):
            return spot
    return cx, cy


def _contours(piece: Terrain, camera: Camera) -> Blit:
    """Fine light lines within the ledge, one for each step of height: the more, the higher."""
    ring = list(piece.outline)
    if sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)) > 0:
        ring.reverse()
    box = pygame.Rect(0, 0, 0, 0)
    xs, ys = zip(*(camera.px(p) for p in ring), strict=True)
    box = pygame.Rect(min(xs), min(ys), max(xs) - min(xs) + 2, max(ys) - min(ys) + 2)
    canvas = Canvas(box.w, box.h, box.topleft, 2)
    narrow = min(box.w, box.h) / camera.ppi
    for step in range(max(1, round(piece.height / CONTOUR_STEP))):
        depth = CONTOUR_FIRST + step * CONTOUR_APART
        if depth * 2.4 > narrow:
            break
        # the ring is turned to screen inches, y down, as the ground's painters have it
        drawn = inset([(x, -y) for x, y in ring], depth)
        points = [camera.px((x, -y)) for x, y in drawn]
        canvas.line([*points, points[0]], (255, 255, 255, 88), max(1.0, camera.ppi * 0.034))
    return canvas.image(), box.topleft


def tag(words: str, tone: Color, scale: Scale) -> pygame.Surface:
    """The plate of a height, with its deck's tone at the left."""
    style = scale.style(theme.TAG)
    wide, high, bar = text.width(words, style) + scale(20), scale(22), scale(6)
    image = pygame.Surface((wide, high), pygame.SRCALPHA)
    image.fill((*theme.VOID, 225))
    image.fill(tone, (scale(2), scale(2), bar, high - scale(4)))
    text.draw(image, words, (bar + scale(7), high / 2), style, theme.HIGH, "lc")
    return image


def small_tag(words: str, scale: Scale) -> pygame.Surface:
    """A bare figure with a dark edge, for what is too narrow for a plate."""
    style = scale.style(theme.TAG)
    words = words.removesuffix("″")
    image = pygame.Surface((text.width(words, style) + scale(6), scale(18)), pygame.SRCALPHA)
    text.draw(image, words, image.get_rect().center, style, theme.HIGH, "cc", edge=theme.VOID)
    return image


# ---- the legend
class Level(NamedTuple):
    """One height of the table: its words, how many pieces are so high, its tone."""

    height: float
    pieces: int
    tone: Color


def levels(pieces: Iterable[Terrain]) -> list[Level]:
    """The heights that can be stood on, the highest first, and the drops; empty for a table without any."""
    told = list(pieces)
    heights = sorted({p.height for p in told if is_deck(p)}, reverse=True)
    depths = sorted({p.depth for p in told if is_gap(p)})
    if not heights and not depths:
        return []
    out = [Level(h, sum(is_deck(p) and p.height == h for p in told), _tone(h)) for h in heights]
    out.append(Level(0.0, 0, _tone(0.0)))
    return out + [Level(-d, sum(is_gap(p) and p.depth == d for p in told), theme.INK0) for d in depths]


SEVERAL: dict[str, Callable[[int], str]] = {
    "floor": lambda n: say("floor") if n <= 1 else say_many("{n} floor", "{n} floors", n),
    "gap": lambda n: say("gap") if n <= 1 else say_many("{n} gap", "{n} gaps", n),
    "deck": lambda n: say("deck") if n <= 1 else say_many("{n} deck", "{n} decks", n),
}
MEANT = {
    "floor": say("The table itself."), "gap": say("A drop: crossing it takes a jump or a way round."),
    "deck": say("A level to stand on."),
}

DOORS = {
    "open": (say("open"), "l:door-open", say("Nobody is stopped by it, and no sight.")),
    "closed": (say("closed"), "l:door-closed", say("It stops moves and sight until somebody opens it.")),
    "locked": (say("locked"), "padlock", say("It stops moves and sight; a lock has to be opened first.")),
}


def doors(pieces: Iterable[Terrain]) -> list[str]:
    """The states of a table's doors, where some of them are locked: then they have to be told apart."""
    found = {p.state for p in pieces if p.kind == "door"}
    return [state for state in DOORS if state in found] if "locked" in found else []


def _what(level: Level) -> str:
    return "floor" if level.height == 0 else "gap" if level.height < 0 else "deck"


def _counted(level: Level) -> str:
    """How many pieces are so high, in words."""
    return shown(SEVERAL[_what(level)](level.pieces))


class Legend:
    """The levels of the table and how its doors look, in the free margin at its left; `image` is None where there is no
    room."""

    def __init__(self) -> None:
        self.image: pygame.Surface | None = None
        self.box = pygame.Rect(0, 0, 0, 0)
        self.hots: list[Hot] = []
        self._key: object = None

    def refresh(self, terrain: Mapping[str, Terrain], view: pygame.Rect, margin: float, scale: Scale) -> None:
        """`margin` is the px beside the table as it fits."""
        key = (id(terrain), tuple(view), round(margin), scale.factor, theme.palette().name)
        if key == self._key:
            return
        self._key, self.hots = key, []
        heights, shut = levels(terrain.values()), doors(terrain.values())
        wide = max([scale(LEGEND_WIDE), *(scale(62) + text.width(_counted(level), scale.style(theme.SMALL))
                                          for level in heights)])
        if not (heights or shut) or margin < wide + scale(16):
            self.image, self.box = None, pygame.Rect(0, 0, 0, 0)
            return
        high = sum(scale(36) + len(part) * scale(row) for part, row in ((heights, 46), (shut, DOOR_HIGH)) if part)
        self.box = pygame.Rect(view.x + scale(12), view.y + scale(14), wide, high)
        self.image = pygame.Surface(self.box.size, pygame.SRCALPHA)
        self.image.fill((*theme.INK0, 210))
        if heights:
            self._levels(self.image, heights, scale)
        if shut:
            self._doors(self.image, shut, self.box.h - scale(36) - len(shut) * scale(DOOR_HIGH), scale)

    def _doors(self, image: pygame.Surface, states: list[str], top: int, s: Scale) -> None:
        small = s.style(theme.SMALL)
        text.draw(image, shown(say("Doors")).upper(), (s(8), top + s(15)), s.style(theme.HEADING), theme.LOW)
        for row, state in enumerate(states):
            words, sign, meant = DOORS[state]
            y = top + s(30) + row * s(DOOR_HIGH)
            tone = low.BOLTED if state == "locked" else low.MINT
            put(image, icon(sign, s(20), tone), (s(18), y + s(DOOR_HIGH) // 2))
            named = text.fit(words, small, self.box.w - s(36))
            text.draw(image, named, (s(32), y + s(DOOR_HIGH) // 2), small, theme.HIGH, "lc")
            self.hots.append(Hot(pygame.Rect(0, y, self.box.w, s(DOOR_HIGH)).move(self.box.topleft), (),
                                 Tip(capital(words), meant)))

    def _levels(self, image: pygame.Surface, levels: list[Level], s: Scale) -> None:
        text.draw(image, shown(say("Levels")).upper(), (s(8), s(15)), s.style(theme.HEADING), theme.LOW)
        for row, level in enumerate(levels):
            y = s(30) + row * s(46)
            box = pygame.Rect(s(8), y + s(4), s(36), s(32))
            pygame.draw.rect(image, level.tone, box, 0, s(3))
            pygame.draw.rect(image, theme.mix(level.tone, theme.HIGH, 0.35), box, max(1, s(1.5)), s(3))
            said = f"{level.height:g}″".replace("-", "−")
            text.draw(image, said, (s(54), y + s(12)), s.style(theme.NAME), theme.HIGH)
            text.draw(image, _counted(level), (s(54), y + s(31)), s.style(theme.SMALL), theme.LOW)
            tip = Tip(said, MEANT[_what(level)])
            self.hots.append(Hot(pygame.Rect(0, y, self.box.w, s(46)).move(self.box.topleft), (), tip))

    def at(self, pos: tuple[int, int]) -> Hot | None:
        return next((h for h in self.hots if h.box.collidepoint(pos)), None) if self.image is not None else None
