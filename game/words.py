"""Texts that know how to be told in another language.

Everything the game says is written in English where it is thought of, and stays English in states, records and tests.
`say` makes a `Phrase`: a str whose value is that English text and which still knows its template and what filled it.
Only where a text is drawn or printed does `shown` put it into the language in use; nothing below the window and the
command line asks for a language. A plain string is looked up as it is, so that titles and names out of data files
need no mark.
"""
from __future__ import annotations

import contextlib
import functools
import gettext
import locale
import os
import re
import string
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol

LOCALE = Path(__file__).with_name("locale")
LANGUAGES = {"en": "English", "pl": "Polski"}
"""Each language in its own word; the first is the one that the game is written in."""
COMMAS = frozenset({"pl"})
"""The languages whose fractions stand after a comma."""
_FRACTION = re.compile(r"(?<![\d.])(\d+)\.(\d+)(?![\d.])")
_NUMBERED = re.compile(r"(.*\D) (\d+(?: #\d+)?)")
_LETTER = re.compile(r"[^\W\d_]")


class Catalogue(Protocol):
    """What gettext's translations answer."""

    def gettext(self, message: str) -> str: ...
    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str: ...
    def pgettext(self, context: str, message: str) -> str: ...


class Shown(str):
    """A text as a person reads it, in the language in use; it is not looked up again."""

    __slots__ = ()


class Phrase(str):
    """An English text that can be told in another language. The kinds of it differ in `_translated`."""

    __slots__ = ("_told", "parts")
    parts: tuple[Any, ...]
    _told: tuple[int, Shown]

    @classmethod
    def of(cls, english: str, *parts: Any) -> Phrase:
        """The phrase that reads `english`, made of these parts."""
        made = str.__new__(cls, english)
        made.parts = parts
        return made

    def __str__(self) -> str:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).of, (plain(self), *self.parts)

    def told(self) -> Shown:
        """It in the language in use; worked out once a language."""
        known = getattr(self, "_told", None)
        if known is None or known[0] != _use.number:
            known = self._told = _use.number, Shown(self._translated())
        return known[1]

    def _translated(self) -> str:
        raise NotImplementedError


class Sentence(Phrase):
    """A template (`parts`: its message, its context, what fills it)."""

    __slots__ = ()

    def _translated(self) -> str:
        message, context, values = self.parts
        assert _use.catalogue is not None
        found = _use.catalogue.pgettext(context, message) if context else _use.catalogue.gettext(message)
        return _filled(found, values)


class Counted(Phrase):
    """A template that depends on a number (`parts`: its message for one, for many, the number, what fills it)."""

    __slots__ = ()

    def _translated(self) -> str:
        one, many, n, values = self.parts
        assert _use.catalogue is not None
        return _filled(_use.catalogue.ngettext(one, many, n), values)


class Joined(Phrase):
    """Texts one after another (`parts`: what stands between them, the texts)."""

    __slots__ = ()

    def _translated(self) -> str:
        between, texts = self.parts
        return str(shown(between).join(shown(text) for text in texts))


class Capital(Phrase):
    """A text with its first letter large (`parts`: the text)."""

    __slots__ = ()

    def _translated(self) -> str:
        text = shown(self.parts[0])
        return text[:1].upper() + text[1:]


class Lowered(Phrase):
    """A text with its first letter small, for the middle of a sentence (`parts`: the text)."""

    __slots__ = ()

    def _translated(self) -> str:
        text = shown(self.parts[0])
        return text[:1].lower() + text[1:]


# --- making texts


def say(message: str, /, *, context: str = "", **values: Any) -> str:
    """The text of a template: `say("{name} aims.", name=model.name)`. Fields are named and formatted as by
    `str.format`; what fills them may be texts themselves. `context` tells apart what English says with one word."""
    return Sentence.of(message.format(**values) if values else message, message, context, values)


def say_many(one: str, many: str, n: int, /, **values: Any) -> str:
    """The text of a template that depends on the number {n}: `say_many("{n} die", "{n} dice", count)`."""
    values["n"] = n
    return Counted.of((one if n == 1 else many).format(**values), one, many, n, values)


def joined(between: str, texts: Iterable[str]) -> str:
    """Texts with a sign between them; only words of no language belong into `between`."""
    kept = tuple(texts)
    return Joined.of(between.join(kept), between, kept)


def listed(texts: Iterable[str]) -> str:
    """'a, b and c'."""
    kept = list(texts)
    if len(kept) < 2:
        return kept[0] if kept else ""
    return say("{first} and {last}", first=joined(", ", kept[:-1]), last=kept[-1])


def capital(text: str) -> str:
    """The text with its first letter large."""
    return Capital.of(text[:1].upper() + text[1:], text)


def lowered(text: str) -> str:
    """A title as it stands in the middle of a sentence."""
    return Lowered.of(text.lower(), text)


def percent(share: float, places: int = 0) -> str:
    """A share of 1 as everything here tells it: '28 %', with so many places '28.4 %'."""
    rounded = round(100 * share, places)
    return say("{share} %", share=f"{rounded:.{places}f}")


def grouped(number: int) -> str:
    """A large whole number in groups of three, as both languages may read it: '12 000'."""
    return f"{number:,}".replace(",", "\u00a0")


def length(inches: float) -> str:
    """Inches as everything here tells what is left or at most: '4″', '1.9″'."""
    return say("{inches:g}″", inches=round(inches, 1))


def signed(number: float, places: int = 0) -> str:
    """A number with its sign, as a text has it: '+2', '−1.5'."""
    return f"{round(number, places) + 0.0:+.{places}f}".replace("-", "−")  # + 0.0: next to nothing is not negative


def verbatim(text: object) -> Shown:
    """What is said alike in every language, though a word may look like it: a path, a key, what somebody typed."""
    return Shown(text)


def plain(text: Any) -> str:
    """The English text as a str and nothing more, as files hold it. Raises TypeError for what is no text."""
    if not isinstance(text, str):
        raise TypeError(f"{type(text).__name__} is no text")
    return str.__str__(text)


# --- telling them


class _Use:
    """The language in use. `number` counts the changes, so that what was worked out before is known to be old."""

    def __init__(self) -> None:
        self.language = "en"
        self.catalogue: Catalogue | None = None
        self.number = 0


_use = _Use()


def shown(text: str) -> str:
    """The text in the language in use: to be called where it is drawn or printed, and nowhere before."""
    if _use.catalogue is None or isinstance(text, Shown):
        return text
    if isinstance(text, Phrase):
        return text.told()
    return _looked_up(text)


def language() -> str:
    """The language in use."""
    return _use.language


def use(chosen: str) -> None:
    """Tells everything in this language from now on: one of LANGUAGES, or "system" for the system's."""
    chosen = system_language() if chosen == "system" else chosen
    use_catalogue(chosen, _catalogue(chosen) if chosen != "en" else None)


def use_catalogue(chosen: str, catalogue: Catalogue | None) -> None:
    """Tells everything out of this catalogue; None is English."""
    _use.language, _use.catalogue = chosen, catalogue
    _use.number += 1
    _looked_up.cache_clear()


def system_language() -> str:
    """The first of our languages that the system asks for; English where it asks for none of them."""
    for name in _wished():
        if name[:2].casefold() in LANGUAGES:
            return name[:2].casefold()
    return "en"


def _wished() -> Iterable[str]:
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(variable):
            yield from os.environ[variable].split(":")
            return
    if sys.platform == "win32":
        import ctypes

        yield locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    with contextlib.suppress(ValueError):
        yield locale.getlocale()[0] or ""


@functools.cache
def _catalogue(chosen: str) -> Catalogue:
    """All of a language's domains as one."""
    found = gettext.NullTranslations()
    for path in sorted((LOCALE / chosen / "LC_MESSAGES").glob("*.mo")):
        with path.open("rb") as file:
            part = gettext.GNUTranslations(file)
        part.add_fallback(found)
        found = part
    return found


@functools.lru_cache(16384)
def _looked_up(text: str) -> Shown:
    """A text that carries no template: a message itself, a name with a number after it, a title in the middle of a
    sentence, or nothing but signs."""
    if not _LETTER.search(text):
        return Shown(_commas(text))
    assert _use.catalogue is not None
    found = _use.catalogue.gettext(text)
    if found != text:
        return Shown(found)
    numbered = _NUMBERED.fullmatch(text)
    if numbered:
        return Shown(f"{_use.catalogue.gettext(numbered[1])} {numbered[2]}")
    title = text.capitalize()
    told = _use.catalogue.gettext(title)
    return Shown(told[:1].lower() + told[1:] if told != title and text[:1].islower() else text)


def _commas(text: str) -> str:
    return _FRACTION.sub(r"\1,\2", text) if _use.language in COMMAS else text


class _Filler(string.Formatter):
    """Fills templates with texts in the language in use, and numbers as it writes them."""

    def convert_field(self, value: Any, conversion: Any) -> Any:
        if conversion is not None:
            return super().convert_field(value, conversion)
        return value if isinstance(value, int | float) else shown(value if isinstance(value, Shown) else str(value))

    def format_field(self, value: Any, format_spec: str) -> str:
        told = str(super().format_field(value, format_spec))
        return _commas(told) if isinstance(value, float) else told


_filler = _Filler()


def _filled(template: str, values: Mapping[str, Any]) -> str:
    return str(_filler.vformat(template, (), values)) if values else template
