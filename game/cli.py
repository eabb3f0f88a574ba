"""The command line: finds the sub-command, reads its arguments, and tells what went wrong in one line.

Exit codes: 0 done, 1 what was checked does not hold, 2 the input is wrong. Besides: 3 a fault of the game itself,
130 interrupted.
"""
from __future__ import annotations

import argparse
import contextlib
import errno
import importlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import NoReturn

from game.errors import FiringArcError, InputError, did_you_mean

COMMANDS = {
    "play": "straight into a battle",
    "lab": "straight into the Lab: edit a table, force the dice, see what every rule makes of it",
    "simulate": "computer against computer without a window, many games",
    "check": "runs rule cases and table questions",
    "odds": "the chance of each outcome of one action",
    "render": "a picture of the table or of the whole battle screen, without a display",
    "replay": "plays a saved game again: verify it, or print its log",
    "import": "brings a list of another program in",
    "list": "what there is: rule sets, scenarios, maps, forces, levels",
    "bench": "the project's own measurements",
}
NO_SUCH_USE = (errno.EISDIR, errno.ENOTDIR, errno.EACCES, errno.EPERM, errno.EROFS, errno.ELOOP, errno.ENAMETOOLONG)
"""Why the disk refuses a path that somebody gave."""
DONE, DOES_NOT_HOLD, WRONG_INPUT, OUR_FAULT, INTERRUPTED = 0, 1, 2, 3, 130


class Parser(argparse.ArgumentParser):
    """An argparse parser whose complaints are ours to print."""

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{self.prog}: {message}. See: {self.prog} --help")


def main(arguments: Sequence[str] | None = None) -> int:
    """Does what the arguments say and returns the exit code. Never lets a traceback out."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = _dispatch(given)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        return _reader_left()
    except KeyboardInterrupt:
        return _tell("Interrupted.", INTERRUPTED)
    except InputError as error:
        return _tell(str(error), WRONG_INPUT)
    except FiringArcError as error:
        return _tell(str(error), DOES_NOT_HOLD)
    except SystemExit as stop:  # argparse has printed its help
        return stop.code if isinstance(stop.code, int) else DONE
    except Exception as error:
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            return _tell("No space is left to write to.", WRONG_INPUT)
        if isinstance(error, OSError) and error.errno in NO_SUCH_USE and error.filename is not None:
            return _tell(f"{error.filename}: cannot be used ({error.strerror})", WRONG_INPUT)
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
    """The first word that is neither an option nor the folder of --data-dir; "" for none."""
    words = [word for before, word in zip(["", *given], given, strict=False) if before != "--data-dir"]
    return next((word for word in words if not word.startswith("-")), "")


def _parser(command: str) -> tuple[Parser, ModuleType | None]:
    """The parser with the arguments of `command` alone: only its module is imported."""
    parser = Parser(
        prog="main.py", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Firing Arc: tabletop skirmish wargames on a table in inches. Without a command, opens the window.",
        epilog="Each command explains itself: main.py COMMAND --help\n"
               "Exit codes: 0 done, 1 what was checked does not hold, 2 the input is wrong.",
    )
    parser.add_argument("--version", action="version", version=f"Firing Arc {_version()}")
    parser.add_argument("--data-dir", type=Path, metavar="DIR",
                        help="where settings, saves and logs are kept (also: the variable FIRING_ARC_DATA)")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=Parser)
    chosen = None
    for name, summary in COMMANDS.items():
        module = importlib.import_module(f"game.commands.{name}_command") if name == command else None
        sub = commands.add_parser(
            name, help=summary, formatter_class=argparse.RawDescriptionHelpFormatter,
            description=_first_paragraph(module) or summary, epilog=_examples(module),
        )
        if module is not None:
            module.add_arguments(sub)
            chosen = module
    if command and chosen is None:
        raise InputError(f'main.py: no command "{command}"{did_you_mean(command, COMMANDS)}')
    return parser, chosen


def _first_paragraph(module: ModuleType | None) -> str:
    return (module.__doc__ or "").strip().split("\n\n")[0] if module else ""


def _examples(module: ModuleType | None) -> str:
    lines: Sequence[str] = module.EXAMPLES if module else ()
    return "Examples:\n" + "\n".join(f"  python main.py {line}" for line in lines) if lines else ""


def _version() -> str:
    from game import __version__

    return __version__


def _tell(message: str, code: int) -> int:
    with contextlib.suppress(OSError):
        print(" ".join(message.split()), file=sys.stderr)
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
    kept = ""
    with contextlib.suppress(OSError):
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("a", encoding="utf-8") as file:
            file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')}\n{traceback.format_exc()}\n")
        kept = f" What happened is written in {log}."
    return _tell(f"A fault of the game itself: {type(error).__name__}: {error}.{kept}", OUR_FAULT)
