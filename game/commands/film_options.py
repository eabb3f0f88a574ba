"""What `replay` makes of a game as pictures: its options, and the files."""
from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from game.commands.common import number_from, tell, whole
from game.commands.render_command import picture_size
from game.engine.match import Match
from game.errors import FileError, InputError
from game.sim import paths
from game.words import say, shown

if TYPE_CHECKING:
    from game.ui.replay.film import Each
    from game.ui.replay.filming import Kind

SIZE = (960, 540)


def add_film_options(parser: argparse.ArgumentParser) -> None:
    """The options of `--animate` and `--pictures`."""
    parser.add_argument("--animate", type=Path, metavar="FILE", help="a moving picture: .gif, .webp or .png (APNG)")
    parser.add_argument("--pictures", type=Path, metavar="DIR|FILE.png",
                        help="a folder of pictures, or one sheet of them")
    parser.add_argument("--each", choices=("round", "decision", "event", "motion"),
                        help="a picture for each (decision); motion shows everything as it moves")
    parser.add_argument("--from", dest="first", type=whole(1, 999), metavar="ROUND", help="from this round on")
    parser.add_argument("--to", dest="last", type=whole(1, 999), metavar="ROUND", help="to the end of this round")
    parser.add_argument("--size", type=picture_size, default=SIZE, metavar="WxH", help="in pixels (960x540)")
    parser.add_argument("--seconds", type=number_from(0.05, 30), default=0.7, metavar="S",
                        help="how long each picture stays (0.7)")
    parser.add_argument("--speed", type=number_from(0.25, 16), default=2.0, metavar="X",
                        help="of motion: how many times as fast as played (2)")
    parser.add_argument("--screen", action="store_true", help="the whole screen, not the table alone")
    parser.add_argument("--plain", action="store_true", help="flat ground, at once, instead of the painted one")


def make_pictures(match: Match, args: argparse.Namespace) -> None:
    """Writes what was asked for. Raises InputError, FileError; Ctrl+C leaves nothing behind."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    from game.ui.replay.filming import SUFFIXES

    if args.animate is not None:
        kind = SUFFIXES.get(args.animate.suffix.lower())
        if kind is None:
            raise FileError(args.animate, "", say("a moving picture is one of {kinds}", kinds=", ".join(SUFFIXES)))
        _make(match, args, args.animate, kind, args.each or "decision")
    if args.pictures is not None:
        row: Kind = "sheet" if args.pictures.suffix.lower() == ".png" else "folder"
        if args.each == "motion":
            raise InputError(say("motion is for --animate; --pictures takes round, decision or event"))
        _make(match, args, args.pictures, row, args.each or "round")


def _make(match: Match, args: argparse.Namespace, path: Path, kind: Kind, each: Each) -> None:
    from game.sim.course import Course
    from game.ui.render import headless
    from game.ui.replay.film import Film, Wish, check, span
    from game.ui.replay.filming import KEPT, Writer, refuse_folder

    headless()
    course = Course(match)
    start, end = span(course, args.first, args.last)
    wish = Wish(each=each, start=start, end=end, whole=args.screen, size=args.size,
                seconds=args.seconds, speed=args.speed, textured=not args.plain)
    frames = check(course, wish, KEPT[kind])
    if kind == "folder":
        refuse_folder(path)
    film = Film(match, wish, paths.cache_dir() / "tables")
    writer = Writer(path, kind, frames)
    try:
        if wish.textured:
            film.settle()
        for done, shot in enumerate(film.frames(), 1):
            writer.add(shot)
            if sys.stderr.isatty():
                print(f"\r{shown(say('{done} of {count}', done=done, count=frames))} ", end="", file=sys.stderr)
        writer.finish()
        writer.wait()
    finally:
        writer.stop()
        film.close()
        if sys.stderr.isatty():
            print("\r", end="", file=sys.stderr)
    size = film.size
    tell(say("{path}: {frames} pictures of {width} x {height}", path=path, frames=frames, width=size[0],
             height=size[1]))
