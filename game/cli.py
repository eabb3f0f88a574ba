"""The command line: finds the sub-command, reads its arguments, and tells what went wrong in one line.

Exit codes: 0 done, 1 what was checked does not hold, 2 the input is wrong. Besides: 3 a fault of the game itself,
130 interrupted.
"""
from __future__ import annotations

import argparse
import contextlib
import errno
import gettext
import importlib
import itertools
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from game import words
from game.errors import FiringArcError, InputError, did_you_mean
from game.words import joined, say, shown

COMMANDS = {
    "play": say("straight into a battle"),
    "lab": say("straight into the Lab: edit a table, force the dice, see what every rule makes of it"),
    "simulate": say("computer against computer without a window, many games"),
    "onward": say("a position played on by the computer, many times"),
    "check": say("runs rule cases and table questions"),
    "odds": say("the chance of each outcome of one action"),
    "render": say("a picture of the table or of the whole battle screen, without a display"),
    "replay": say("watches a saved game; verifies it, prints its log, makes pictures of it"),
    "import": say("brings an army list, a map or a picture of another program in"),
    "export": say("sends a table out as a map of Tiled"),
    "list": say("what there is: rule sets, scenarios, maps, forces, levels"),
    "bench": say("the project's own measurements"),
}
NO_SUCH_USE = (errno.EISDIR, errno.ENOTDIR, errno.EACCES, errno.EPERM, errno.EROFS, errno.ELOOP, errno.ENAMETOOLONG)
"""Why the disk refuses a path that somebody gave."""
DONE, DOES_NOT_HOLD, WRONG_INPUT, OUR_FAULT, INTERRUPTED = 0, 1, 2, 3, 130


class Parser(argparse.ArgumentParser):
    """An argparse parser whose complaints are ours to print, and which tells its help in the language in use."""

    def __init__(self, *, description: str = "", epilog: str = "", **others: Any) -> None:
        super().__init__(description=shown(description), epilog=shown(epilog), **others)

    def add_argument(self, *names: Any, **others: Any) -> argparse.Action:
        return super().add_argument(*names, **{**others, "help": shown(others.get("help", ""))})

    def error(self, message: str) -> NoReturn:
        raise InputError(say("{prog}: {problem}. See: {prog} --help", prog=self.prog, problem=message))


def main(arguments: Sequence[str] | None = None) -> int:
    """Does what the arguments say and returns the exit code. Never lets a traceback out."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        _use_language(_given_for("--lang", given), _given_for("--data-dir", given))
        code = _dispatch(given)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        return _reader_left()
    except KeyboardInterrupt:
        return _tell(say("Interrupted."), INTERRUPTED)
    except InputError as error:
        return _tell(str(error), WRONG_INPUT)
    except FiringArcError as error:
        return _tell(str(error), DOES_NOT_HOLD)
    except SystemExit as stop:  # argparse has printed its help
        return stop.code if isinstance(stop.code, int) else DONE
    except Exception as error:
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            return _tell(say("No space is left to write to."), WRONG_INPUT)
        if isinstance(error, OSError) and error.errno in NO_SUCH_USE and error.filename is not None:
            return _tell(say("{filename}: cannot be used ({fault})", filename=error.filename,
                             fault=error.strerror), WRONG_INPUT)
        return _own_fault(error)


def _dispatch(given: list[str]) -> int:
    parser, module = _parser(_command_in(given))
    args = parser.parse_args(given)
    if args.data_dir is not None:
        from game.sim import paths  # most commands need no person's files

        paths.use_data_dir(args.data_dir)
    if module is None:
        from game.commands import play_command

        return play_command.open_window(data_dir=args.data_dir)
    code: int = module.run(args)
    return code


def _command_in(given: Sequence[str]) -> str:
    """The first word that is neither an option nor what --data-dir or --lang is given; "" for none."""
    words = [word for before, word in zip(["", *given], given, strict=False) if before not in ("--data-dir", "--lang")]
    return next((word for word in words if not word.startswith("-")), "")


def _given_for(option: str, given: Sequence[str]) -> str:
    """What stands behind an option, "" where it is not given: wanted before there is a parser to tell it."""
    joined_on = [word.partition("=")[2] for word in given if word.startswith(f"{option}=")]
    behind = [word for before, word in itertools.pairwise(given) if before == option]
    return (behind or joined_on or [""])[-1]


def _use_language(asked: str, data_dir: str) -> None:
    """Tells everything in the language asked for, else in the one of the settings, else in the system's."""
    words.use(asked if asked in words.LANGUAGES else _in_settings(data_dir))
    os.environ["LANGUAGE"] = words.language()  # what argparse says of itself, and what processes of ours say
    gettext.bindtextdomain("argparse", str(words.LOCALE))
    gettext.textdomain("argparse")


def _in_settings(data_dir: str) -> str:
    """The language that the settings name; the system's where there are none that can be read."""
    from game.sim import paths, settings

    if data_dir:
        paths.use_data_dir(Path(data_dir))
    with contextlib.suppress(FiringArcError, OSError):
        return settings.parse(settings.settings_path()).language
    return "system"


def _parser(command: str) -> tuple[Parser, ModuleType | None]:
    """The parser with the arguments of `command` alone: only its module is imported."""
    parser = Parser(
        prog="main.py", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Firing Arc: tabletop skirmish wargames on a table in inches. Without a command, opens the window.",
        epilog=say("Each command explains itself: main.py COMMAND --help\n"
                   "Exit codes: 0 done, 1 what was checked does not hold, 2 the input is wrong."),
    )
    parser.add_argument("--version", action="version", version=f"Firing Arc {_version()}")
    parser.add_argument("--data-dir", type=Path, metavar="DIR",
                        help="where settings, saves and logs are kept (also: the variable FIRING_ARC_DATA)")
    _add_language(parser, None)
    commands = parser.add_subparsers(title=shown(say("commands")), metavar="COMMAND", parser_class=Parser)
    chosen = None
    for name, summary in COMMANDS.items():
        module = importlib.import_module(f"game.commands.{name}_command") if name == command else None
        sub = commands.add_parser(
            name, help=shown(summary), formatter_class=argparse.RawDescriptionHelpFormatter,
            description=_first_paragraph(module) or summary, epilog=_examples(module),
        )
        if module is not None:
            module.add_arguments(sub)
            _add_language(sub, argparse.SUPPRESS)
            chosen = module
    if command and chosen is None:
        raise InputError(say('main.py: no command "{command}"{near}', command=command,
                             near=did_you_mean(command, COMMANDS)))
    return parser, chosen


def _add_language(parser: Parser, default: Any) -> None:
    parser.add_argument("--lang", choices=tuple(words.LANGUAGES), default=default,
                        help="the language that everything is told in (the one of the settings, else the system's)")


def _first_paragraph(module: ModuleType | None) -> str:
    return (module.__doc__ or "").strip().split("\n\n")[0] if module else ""


def _examples(module: ModuleType | None) -> str:
    lines: Sequence[str] = module.EXAMPLES if module else ()
    return joined("\n", (say("Examples:"), *(f"  python main.py {line}" for line in lines))) if lines else ""


def _version() -> str:
    from game import __version__

    return __version__


def _tell(message: str, code: int) -> int:
    with contextlib.suppress(OSError):
        print(" ".join(shown(message).split()), file=sys.stderr)
    return code


def _reader_left() -> int:
    """Whoever read our output has gone, as `head` does: nothing more to say, and nothing is wrong."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return DONE


def _own_fault(error: Exception) -> int:
    """One line for the person, the whole trace into the log of faults."""
    import time
    import traceback

    from game.sim import paths

    log = paths.logs_dir() / "faults.log"
    kept: str = ""
    with contextlib.suppress(OSError):
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("a", encoding="utf-8") as file:
            file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')}\n{traceback.format_exc()}\n")
        kept = say("What happened is written in {log}.", log=log)
    told = say("A fault of the game itself: {name}: {error}.", name=type(error).__name__, error=error)
    return _tell(joined(" ", (told, kept)), OUR_FAULT)
