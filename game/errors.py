"""Every error the game raises on purpose.

    FiringArcError
    |-- InputError            what a person gave is wrong: a file, a key, an argument
    |   |-- FileError         in a file: path, place in it, what is wrong, what would be right
    |   `-- UnknownName       no such rule set, scenario, profile, model; names the nearest
    |-- GeometryError         a shape no question can be asked of (NaN, self-crossing, no base)
    |-- Refused               a command that the rules do not allow; carries its verdict
    |-- ReplayDiverged        a record asks for something else than the resolver does now
    `-- DiceError             scripted dice: too few, left over, or a face the die has not

Messages are one plain sentence for the person who can act; the command line prints them as they are.
"""
from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from game.words import Shown, joined, say, verbatim

LONG_WORD = re.compile(r"\S{200,}")
"""What no error repeats whole."""


class FiringArcError(Exception):
    """The root of the family."""


class InputError(FiringArcError):
    """What a person gave cannot be used."""


class FileError(InputError):
    """A file cannot be used: which, where in it, what is wrong, what would be right."""

    def __init__(self, path: object, where: str, problem: str) -> None:
        self.path, self.where, self.problem = str(path), where, problem
        told = joined(": ", (verbatim(where), problem)) if where else problem
        if LONG_WORD.search(told):
            told = LONG_WORD.sub(lambda word: short(word.group()), told)
        super().__init__(joined(", " if where else ": ", (verbatim(path), told)))


def brief(value: Any) -> Shown:
    """A value as an error names it, cut short."""
    return short(repr(value))


def short(words: str) -> Shown:
    """What a person wrote, cut short."""
    return verbatim(words if len(words) <= 60 else f"{words[:57]}...")


class UnknownName(InputError):
    """A name that nothing answers to; the message offers the nearest known one."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        self.what, self.name = what, name
        super().__init__(say('no {what} "{name}"{near}', what=what, name=short(name), near=did_you_mean(name, known)))


class GeometryError(FiringArcError):
    """A shape or number that no question can be asked of."""


class Refused(FiringArcError):
    """A command the rules do not allow. `verdict` tells the reason, the rule and what shows it."""

    def __init__(self, verdict: Any) -> None:
        self.verdict = verdict
        super().__init__(str(verdict))


class ReplayDiverged(FiringArcError):
    """A record and the resolver disagree about what is asked next."""


class DiceError(FiringArcError):
    """Scripted dice that do not fit the rolls asked for."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """'; did you mean "x"?' for the nearest of `known`, else a short list of them, else ''."""
    import difflib  # only when something is wrong: the first frame does without it

    names = list(dict.fromkeys(str(k) for k in known))
    near = difflib.get_close_matches(str(name).casefold(), [n.casefold() for n in names], 1, 0.6)
    if near:
        return say('; did you mean "{name}"?', name=verbatim(next(n for n in names if n.casefold() == near[0])))
    if 0 < len(names) <= 12:
        return say("; known: {names}", names=verbatim(", ".join(sorted(names))))
    return ""
