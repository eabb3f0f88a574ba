"""Draws a picture of the table, or of the whole battle screen (--screen), without a display.

SCENARIO is a scenario, whose set-up the computer plays first, or a saved game as it stands.
"""
from __future__ import annotations

import argparse
import os
from collections.abc import Iterable
from pathlib import Path

from game.commands.common import whole
from game.errors import FileError, UnknownName
from game.sim import paths
from game.sim.opening import find_model, play_on, read_match
from game.words import say, shown

EXAMPLES = (
    "render first_skirmish --out table.png",
    "render first_skirmish --screen --size 1920x1080 --after 30 --overlay arcs,sight --out screen.png",
)
KINDS = (".png", ".jpg", ".bmp", ".tga")
SIZE = (1600, 900)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("scenario", metavar="SCENARIO", help="a scenario's id or file, or a saved game")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.png", help="the picture")
    parser.add_argument("--size", type=picture_size, default=SIZE, metavar="WxH", help="in pixels (1600x900)")
    parser.add_argument("--screen", action="store_true", help="the whole battle screen, not the table alone")
    parser.add_argument("--scale", type=whole(75, 200), default=100, metavar="PERCENT",
                        help="of the interface, 75 to 200 (100); with --screen")
    parser.add_argument("--select", default="", metavar="MODEL", help="the model in focus: its id or name")
    parser.add_argument("--overlay", default="", metavar="A,B,...", help="arcs, sight, reach, threat, ... by name")
    parser.add_argument("--plain", action="store_true", help="flat ground, at once, instead of the painted one")
    parser.add_argument("--after", type=whole(0, 10_000), default=0, metavar="N",
                        help="let the computer play N decisions first (0)")
    parser.add_argument("--seed", type=whole(0, 2**63), default=1, metavar="N", help="of the dice (1)")


def run(args: argparse.Namespace) -> int:
    """Writes the picture. Raises InputError for names that are none, FileError where it cannot be written."""
    if args.out.suffix.lower() not in KINDS:
        raise FileError(args.out, "", say("a picture is one of {kinds}", kinds=", ".join(KINDS)))
    match = read_match(args.scenario, args.seed)
    if not args.scenario.endswith(".json"):
        play_on(match, args.after)
    select = find_model(match.state, args.select).id if args.select else ""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    from game.ui.overlays.registry import OVERLAYS  # only here and in play: every other command does without pygame
    from game.ui.render import render_screen, render_table, write

    overlays = _overlays(args.overlay, [overlay.id for overlay in OVERLAYS])
    cache = paths.cache_dir()
    if args.screen:
        picture = render_screen(match, args.size, args.scale / 100, select=select,
                                overlays=overlays or None, textured=not args.plain, cache_dir=cache)
    else:
        picture = render_table(match.state, match.ruleset, args.size, select, overlays, textured=not args.plain,
                               cache_dir=cache)
    write(picture, args.out)
    print(f"{args.out}: {picture.get_width()} x {picture.get_height()}")
    return 0


def _overlays(named: str, known: Iterable[str]) -> list[str]:
    names = [name.strip() for name in named.split(",") if name.strip()]
    for name in names:
        if name not in known:
            raise UnknownName("overlay", name, known)
    return names


def picture_size(text: str) -> tuple[int, int]:
    """"1600x900" as two numbers."""
    width, _, height = text.lower().partition("x")
    if not (width.isdigit() and height.isdigit()):
        raise argparse.ArgumentTypeError(shown(say("{text!r} is no size; 1600x900 is one", text=text)))
    if not (320 <= int(width) <= 8192 and 240 <= int(height) <= 8192):
        raise argparse.ArgumentTypeError(shown(say("{text} is not from 320x240 to 8192x8192", text=text)))
    return int(width), int(height)
