"""The little Markdown that a rules reference needs: headings, paragraphs, lists, tables, bold, italic, code."""
from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from game.words import say, shown

Kind: TypeAlias = Literal["paragraph", "item", "table", "heading"]
Manner: TypeAlias = Literal["plain", "bold", "italic", "code"]

_SPAN = re.compile(r"\*\*(?P<bold>.+?)\*\*|(?<!\w)[*_](?=\S)(?P<italic>[^*_]+)(?<=\S)[*_](?!\w)|`(?P<code>[^`]+)`")
_MANNERS: tuple[Manner, ...] = ("bold", "italic", "code")
_ITEM = re.compile(r"^(?P<indent> *)(?:[-*+]|(?P<number>\d+)[.)])\s+(?P<words>.*)$")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")


@dataclass(frozen=True)
class Span:
    """Words in one manner."""

    words: str
    manner: Manner = "plain"


@dataclass(frozen=True)
class Block:
    """A paragraph, an item with its mark and depth, a table of rows of cells (the first is its head), or a lesser
    heading."""

    kind: Kind
    spans: tuple[Span, ...] = ()
    mark: str = ""
    depth: int = 0
    rows: tuple[tuple[str, ...], ...] = ()

    @property
    def words(self) -> str:
        """All its words, for searching."""
        cells = " ".join(cell for row in self.rows for cell in row)
        return "".join(span.words for span in self.spans) + cells


@dataclass
class Section:
    """What stands under a heading of the first two levels."""

    title: str
    blocks: list[Block] = field(default_factory=list)


def parse(source: str, told: Callable[[str], str] = shown) -> list[Section]:
    """The sections in order, every piece of text as `told` puts it: in the language in use. Words before the first
    heading stand under "Rules". [] for no words."""
    sections: list[Section] = []
    for kind, value in _lines(source, told):
        if kind == "section":
            sections.append(Section(str(value)))
            continue
        if not sections:
            sections.append(Section(told(say("Rules"))))
        assert isinstance(value, Block)
        sections[-1].blocks.append(value)
    return [section for section in sections if section.blocks]


def messages(source: str) -> list[str]:
    """The pieces of text that `parse` puts into the language in use, one after another."""
    found: list[str] = []

    def kept(words: str) -> str:
        found.append(words)
        return words

    parse(source, kept)
    return found


def spans(words: str) -> tuple[Span, ...]:
    """A line cut into manners; a link keeps its words."""
    words = _LINK.sub(r"\1", words)
    out: list[Span] = []
    at = 0
    for match in _SPAN.finditer(words):
        if match.start() > at:
            out.append(Span(words[at:match.start()]))
        manner = next(each for each in _MANNERS if match[each] is not None)
        out.append(Span(match[manner], manner))
        at = match.end()
    if at < len(words):
        out.append(Span(words[at:]))
    return tuple(out)


def matching(sections: list[Section], wanted: str) -> list[Section]:
    """The sections cut down to the blocks that hold every word wanted; a section whose title does, whole."""
    needles = wanted.casefold().split()
    if not needles:
        return sections
    found = []
    for section in sections:
        title = section.title.casefold()
        blocks = [b for b in section.blocks if all(n in b.words.casefold() or n in title for n in needles)]
        if blocks:
            found.append(Section(section.title, blocks))
    return found


def _lines(source: str, told: Callable[[str], str]) -> Iterator[tuple[str, Block | str]]:
    """Blocks, and titles of sections, one after another."""
    for chunk in _chunks(source):
        first = chunk[0]
        if first.startswith("#"):
            level = len(first) - len(first.lstrip("#"))
            title = "".join(span.words for span in spans(told(first.lstrip("#").strip())))
            yield ("section", title) if level <= 2 else ("block", Block("heading", (Span(title, "bold"),)))
        elif first.lstrip().startswith("|"):
            yield "block", Block("table", rows=tuple(_cells(line, told) for line in chunk if not _is_rule(line)))
        elif match := _ITEM.match(first):
            words = " ".join([match.group("words"), *(line.strip() for line in chunk[1:])])
            mark = f"{match.group('number')}." if match.group("number") else "•"
            yield "block", Block("item", spans(told(words)), mark, len(match.group("indent")) // 2)
        else:
            yield "block", Block("paragraph", spans(told(" ".join(line.strip() for line in chunk))))


def _chunks(source: str) -> Iterator[list[str]]:
    """Lines that belong together: a paragraph, one item, a table."""
    chunk: list[str] = []
    for line in [*source.splitlines(), ""]:
        table = line.lstrip().startswith("|")
        goes_on = table == (bool(chunk) and chunk[0].lstrip().startswith("|"))
        begins = line.startswith("#") or _ITEM.match(line) or not goes_on
        if chunk and (not line.strip() or begins or chunk[0].startswith("#")):
            yield chunk
            chunk = []
        if line.strip():
            chunk.append(line)


def _cells(line: str, told: Callable[[str], str]) -> tuple[str, ...]:
    cells = (told(cell.strip()) if cell.strip() else "" for cell in line.strip().strip("|").split("|"))
    return tuple("".join(s.words for s in spans(cell)) for cell in cells)


def _is_rule(line: str) -> bool:
    return not line.strip().strip("|-: \t")
