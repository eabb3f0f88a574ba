"""A made-up language, to find what is not translated: every letter of a translated text is Cyrillic, so whatever is
told with Latin words in it was told as it is. A text may be cut, joined and made large: its letters stay what they are.
"""
from __future__ import annotations

import functools
import re
import string
from collections.abc import Iterable

from game import words
from game.words import shown
from tools.texts import all_texts

LETTERS = str.maketrans(string.ascii_letters, "абвгдежзиклмнопрстуфхцчшщэАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЭ")
LATIN = re.compile(r"[A-Za-z]{2,}")
RULE = re.compile(r"\b[A-Z]{2}-[A-Z]?\d+(\.\d+)?( to [A-Z]?\d+(\.\d+)?)?\b")
"""A rule's id, alike in every language."""
CUT = re.compile(r"\w*…")
"""A word that was cut."""
ALIKE = frozenset({
    "Firing", "Arc", "Army", "Forge", "JSON", "TTS", "toml", "game", "icons", "net", "CC", "BY", "min", "English",
    "Polski",
    "Enter", "Esc", "Tab", "Backspace", "Home", "Del", "Ctrl", "Shift", "maps", "py", "main", "json", "firing",
    "arc", "FIRING", "ARC", "AP", "mm",
})
"""Words that are no words of a language: names, keys, files."""


class MadeUp:
    """A catalogue with a translation for every message that the game's sources hold."""

    def __init__(self) -> None:
        self._known = {(t.message, t.context) for texts in all_texts().values() for t in texts}

    def gettext(self, message: str) -> str:
        return foreign(message) if (message, "") in self._known else message

    def ngettext(self, one: str, many: str, n: int) -> str:
        return foreign(one if n == 1 else many) if (one, "") in self._known else one if n == 1 else many

    def pgettext(self, context: str, message: str) -> str:
        return foreign(message) if (message, context) in self._known else message


@functools.cache
def foreign(message: str) -> str:
    """The message with Cyrillic letters; what stands in braces stays."""
    out = []
    for literal, name, spec, conversion in string.Formatter().parse(message):
        out.append(literal.translate(LETTERS))
        if name is not None:
            out.append("{" + name + (f"!{conversion}" if conversion else "") + (f":{spec}" if spec else "") + "}")
    return "".join(out)


def speak() -> None:
    """Everything is told in the made-up language from now on."""
    words.use_catalogue("made up", MadeUp())


def latin(text: str, names: Iterable[str] = ()) -> str:
    """The text as it is told, where it holds a Latin word that is none of `names`; "" where it does not."""
    told = str(shown(text))
    rest = CUT.sub("", RULE.sub("", told))
    for name in names:
        rest = re.sub(rf"(?<![^\W\d_]){re.escape(name)}(?![^\W\d_])", "", rest)
    return told if any(word not in ALIKE for word in LATIN.findall(rest)) else ""
