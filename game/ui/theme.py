"""Colours, sides, type and measures of the whole window, and the one scale they go through.

Nothing here draws and nothing needs a display. Lengths are px at 100 %; `Scale` turns them into px on screen.
"""
from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from game.errors import UnknownName

Color: TypeAlias = tuple[int, int, int]
Pattern: TypeAlias = Literal["plain", "notched", "double", "chequered"]
FontName: TypeAlias = Literal[
    "regular", "text", "medium", "semibold", "bold", "italic",
    "display_500", "display", "display_700", "display_800",
]


def rgb(hexadecimal: str) -> Color:
    """'#07090C' as (7, 9, 12)."""
    digits = hexadecimal.lstrip("#")
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


def mix(start: Color, end: Color, share: float) -> Color:
    """`start` moved `share` (0 to 1) of the way to `end`."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(start, end, strict=True))
    return red, green, blue


# ---- colours that no palette changes
VOID, INK0, INK1, INK2, INK3 = (rgb(c) for c in ("#07090C", "#0C1116", "#121920", "#1A232C", "#25313C"))
LINE, LINE_STRONG = rgb("#33414D"), rgb("#4A5B69")
HIGH, BODY, LOW, OFF = (rgb(c) for c in ("#F2F5F7", "#CBD4DB", "#93A1AD", "#66737F"))
ON_ACT, ON_ACT_LOW = rgb("#14180A"), rgb("#4A4712")
REFUSED, REFUSED_PLATE = rgb("#C3CDD5"), rgb("#20272D")
SPENT, SPENT_PLATE, TICK = rgb("#5B6771"), rgb("#1B2127"), rgb("#8B97A1")
SYSTEM_RIM, SYSTEM_PLATE, SYSTEM_ICON, SYSTEM = (rgb(c) for c in ("#37635C", "#0D1A1A", "#BFE9DF", "#5BD6AE"))
NEUTRAL = rgb("#C9D3DB")
TOOLTIP = rgb("#05070A")
TRAY_FRAME, TRAY_FELT, TRAY_GAP = rgb("#2B3038"), rgb("#1B2620"), rgb("#0A0D0C")
CHART_DIE, CHART_PIP = rgb("#DDE3E8"), rgb("#10161C")
BLOCK, BLOCK_MARKED = rgb("#E6ECF0"), rgb("#5A1E40")
LIGHT_WARM = rgb("#FFC477")


@dataclass(frozen=True)
class Side:
    """How one side looks: always colour and pattern and letter. Text takes the tint, never the fill."""

    letter: str
    fill: Color
    tint: Color
    plate: Color
    pattern: Pattern


@dataclass(frozen=True)
class Palette:
    """The colours with a meaning in play. `ramp` runs from little harm to much."""

    name: str
    act: Color
    mint: Color
    harm: Color
    ramp: tuple[Color, Color, Color, Color]
    sides: tuple[Side, Side, Side, Side]

    def side(self, letter: str) -> Side:
        """The side called `letter` ('A' to 'D'). Raises UnknownName."""
        for side in self.sides:
            if side.letter == letter:
                return side
        raise UnknownName("side", letter, [s.letter for s in self.sides])


def _side(letter: str, pattern: Pattern, fill: str, tint: str, plate: str) -> Side:
    return Side(letter, rgb(fill), rgb(tint), rgb(plate), pattern)


STANDARD = Palette(
    "standard",
    act=rgb("#F0E442"),
    mint=rgb("#3CC7A0"),
    harm=rgb("#E58AB9"),
    ramp=(rgb("#3B2A4D"), rgb("#8A3F7D"), rgb("#D9679F"), rgb("#FFD3E4")),
    sides=(
        _side("A", "plain", "#0072B2", "#56B4E9", "#08324F"),
        _side("B", "notched", "#D55E00", "#F79A5B", "#592400"),
        _side("C", "double", "#009E73", "#5BD6AE", "#00402F"),
        _side("D", "chequered", "#CC79A7", "#EDB5D3", "#5A2E47"),
    ),
)
CONTRAST = Palette(
    "contrast",
    act=rgb("#FFF04A"),
    mint=rgb("#7FF0D0"),
    harm=rgb("#F472B6"),
    ramp=(rgb("#2A1F45"), rgb("#7E2F86"), rgb("#F06FB0"), rgb("#FFE6F1")),
    sides=(
        _side("A", "plain", "#00549E", "#6FBDF7", "#05233E"),
        _side("B", "notched", "#F08A24", "#FFC07A", "#6A3400"),
        _side("C", "double", "#6FCDB8", "#B2F2E3", "#123F37"),
        _side("D", "chequered", "#A64F90", "#E3A3D2", "#34142C"),
    ),
)
"""The second palette parts the sides by lightness too, for eyes or screens that lose hue."""

PALETTES = {palette.name: palette for palette in (STANDARD, CONTRAST)}
_current = STANDARD


def palette() -> Palette:
    """The palette in use."""
    return _current


def use_palette(name: str) -> Palette:
    """Make the palette called `name` the one in use. Raises UnknownName."""
    global _current
    if name not in PALETTES:
        raise UnknownName("palette", name, PALETTES)
    _current = PALETTES[name]
    return _current


def side(letter: str) -> Side:
    """The side called `letter` in the palette in use."""
    return _current.side(letter)


# ---- type
@dataclass(frozen=True)
class Style:
    """A font, its size in px and the extra px between letters."""

    font: FontName
    size: int
    tracking: float = 0.0


WORDMARK = Style("display_800", 78, 5)
CARD_NAME = Style("display_700", 23)
DICE_TOTAL = Style("display_700", 20)
BAR_TITLE = Style("display", 19)
SIDE_NAME = Style("display", 17)
HEADING = Style("display", 15, 1.4)
KEY = Style("display", 15)
NUMBER = Style("display", 16)
FIGURE = Style("display_500", 16)
SMALL = Style("text", 15)
SENTENCE = Style("text", 16)
LABEL = Style("medium", 15)
ROW = Style("medium", 16)
NAME = Style("semibold", 16)
BUTTON = Style("semibold", 17)
QUESTION = Style("semibold", 18)
TAG = Style("semibold", 15)

# ---- measures, px at 100 %
GAP_SMALL, GAP, GAP_LARGE = 8, 12, 16
TOP_BAR, BOTTOM_BAR, ROSTER, RIGHT_COLUMN = 48, 104, 240, 344
CARD_HEIGHT, TRAY_HEIGHT = 402, 150
ROW_INDEPENDENT, ROW_TEAM, ROW_UNIT, ROW_LOG, ROW_WEAPON, BUTTON_HEIGHT = 38, 64, 41, 25, 33, 46
CHAMFER, CHAMFER_BUTTON = 14, 8
OVERLAY_SWITCH = (46, 38)
NARROW, LOW_WINDOW = 1280, 720
"""Under this width the roster shrinks to icons; under this height the tray opens only while dice roll."""

SCALE_LEAST, SCALE_MOST = 0.75, 2.0


@dataclass(frozen=True)
class Scale:
    """The UI scale. Every px measure goes through it: `s(48)`, `s.style(theme.ROW)`."""

    factor: float = 1.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "factor", min(SCALE_MOST, max(SCALE_LEAST, float(self.factor))))

    def __call__(self, measure: float) -> int:
        """`measure` px at 100 % as whole px on screen; what is above 0 stays at least 1."""
        scaled = round(measure * self.factor)
        return max(1, scaled) if measure > 0 else scaled

    def exact(self, measure: float) -> float:
        """`measure` px at 100 % as px on screen, unrounded: for line widths and radii."""
        return measure * self.factor

    def style(self, style: Style) -> Style:
        """`style` with size and tracking scaled."""
        return replace(style, size=self(style.size), tracking=style.tracking * self.factor)
