"""Renews the translations out of the game's texts: `python -m tools.translations`.

    python -m tools.translations [DOMAIN...]  every .po (of these domains) anew, what is translated kept, and its .mo
    python -m tools.translations --check      changes nothing; says what is missing, left over or wrong, exit 1
    python -m tools.translations --loose DIR  literals under DIR that look like texts and are not marked as any

One file a domain under game/locale/LANGUAGE/LC_MESSAGES; a text that several domains hold stands in the first.
"""
from __future__ import annotations

import argparse
import ast
import io
import string
import sys
from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from game.words import LOCALE
from tools.texts import ROOT, Module, Text, all_texts

BORN = datetime(2026, 1, 1, tzinfo=UTC)
"""In every header, so that a renewal changes nothing but texts."""
NO_HEADERS = (b'"Generated-By', b'"Report-Msgid', b'"Last-Translator', b'"Language-Team')
BY_HAND = "argparse"
"""The domain of the texts that Python's own argparse prints; they differ between its versions."""


def folder(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES"


def languages() -> list[str]:
    return sorted(path.name for path in LOCALE.iterdir() if path.is_dir())


def read(path: Path, language: str) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def empty(language: str) -> Catalog:
    return Catalog(locale=language, project="Firing Arc", version="1", creation_date=BORN, revision_date=BORN,
                   last_translator="", language_team="", fuzzy=False,
                   header_comment="# Texts of Firing Arc. See docs/translating.md.")


def renewed(language: str) -> dict[str, Catalog]:
    """Each domain with the texts of today and the translations that are known, from whichever domain."""
    known = {}
    for path in sorted(folder(language).glob("*.po")):
        for entry in read(path, language):
            if entry.id and _is_told(entry):
                known.setdefault(_key(entry), entry.string)
    fresh = {}
    for domain, texts in all_texts().items():
        fresh[domain] = catalog = empty(language)
        for text in texts:
            _add(catalog, text, known)
    return fresh


def _add(catalog: Catalog, text: Text, known: dict[tuple[str, str, bool], object]) -> None:
    key = text.message, text.context, bool(text.many)
    many = (text.message, text.many) if text.many else text.message
    told = known.get(key, ("",) * catalog.num_plurals if text.many else "")
    catalog.add(many, told, [(text.file, None)], context=text.context or None)
    entry = catalog.get(many, text.context or None)
    assert entry is not None
    entry.flags.discard("python-format")
    entry.flags.discard("python-brace-format")


def _key(entry: Entry) -> tuple[str, str, bool]:
    several = isinstance(entry.id, tuple | list)
    return str(entry.id[0] if several else entry.id), entry.context or "", several


def _is_told(entry: Entry) -> bool:
    return bool(entry.string) and all(entry.string if isinstance(entry.string, tuple) else (entry.string,))


def written(catalog: Catalog) -> bytes:
    """The .po as bytes, in the order of the messages, so that branches merge."""
    out = io.BytesIO()
    write_po(out, catalog, width=120, sort_output=True, include_lineno=False, ignore_obsolete=True)
    return b"".join(line for line in out.getvalue().splitlines(keepends=True) if not line.startswith(NO_HEADERS))


def compiled(catalog: Catalog) -> bytes:
    """The .mo as bytes."""
    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def strings(mo: Path) -> dict[tuple[str, str, bool], object]:
    """What a .mo holds."""
    with mo.open("rb") as file:
        return {_key(entry): _plainly(entry.string) for entry in read_mo(file) if entry.id}


def _plainly(told: object) -> object:
    return tuple(told) if isinstance(told, list) else told


def renew(wanted: Collection[str]) -> None:
    """Writes every .po and .mo, or those of the domains wanted."""
    for language in languages():
        for domain, catalog in renewed(language).items():
            if not wanted or domain in wanted:
                (folder(language) / f"{domain}.po").write_bytes(written(catalog))
        for path in sorted(folder(language).glob("*.po")):
            if not wanted or path.stem in wanted:
                path.with_suffix(".mo").write_bytes(compiled(read(path, language)))


def problems() -> Iterator[str]:
    """What of the translations is missing, left over, or does not fit its message."""
    for language in languages():
        fresh = renewed(language)
        for domain, catalog in fresh.items():
            path = folder(language) / f"{domain}.po"
            if not path.exists():
                yield f"{path.name}: is missing; run python -m tools.translations"
                continue
            held = read(path, language)
            wanted, given = ({_key(e) for e in c if e.id} for c in (catalog, held))
            yield from (f'{path.name}: "{one}" stands in it no more' for one, _, _ in sorted(given - wanted))
            yield from (f'{path.name}: "{one}" is new; run python -m tools.translations'
                        for one, _, _ in sorted(wanted - given))
        for path in sorted(folder(language).glob("*.po")):
            held = read(path, language)
            yield from (f"{path.name}: {told}" for entry in held if entry.id for told in _faults(entry, held))
            yield from (f'{path.name}: "{entry.id}" is left over' for entry in held.obsolete.values())
            mo = path.with_suffix(".mo")
            if not mo.exists() or strings(mo) != {_key(e): _plainly(e.string) for e in held if e.id and _is_told(e)}:
                yield f"{mo.name}: is not made of {path.name}; run python -m tools.translations"


def _faults(entry: Entry, catalog: Catalog) -> Iterator[str]:
    ids = entry.id if isinstance(entry.id, tuple) else (entry.id,)
    told = entry.string if isinstance(entry.string, tuple) else (entry.string,)
    if not _is_told(entry):
        yield f'"{ids[0]}" is not translated'
        return
    if entry.fuzzy:
        yield f'"{ids[0]}" is fuzzy'
    if len(ids) > 1 and len(told) != catalog.num_plurals:
        yield f'"{ids[0]}" has {len(told)} plural forms, not {catalog.num_plurals}'
    wanted = fields(ids[-1])
    for form in told:
        if fields(form) - wanted or (wanted - fields(form) - ({"n"} if len(ids) > 1 else set())):
            yield f'"{ids[0]}" has the fields {sorted(wanted)}, its translation {sorted(fields(form))}'


def fields(template: str) -> set[str]:
    """The names of a template's fields; a template that cannot be read has the field "?"."""
    try:
        return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}
    except ValueError:
        return {"?"}


def loose(where: Path) -> Iterator[str]:
    """Literals that look like texts and are not marked, and texts put together as no other language could."""
    for file in sorted(where.rglob("*.py")) if where.is_dir() else [where]:
        module = Module(file)
        place = file.resolve().relative_to(ROOT)
        found = [("put together", node) for node in module.broken] + [("not marked", node) for node in module.loose]
        for what, node in sorted(found, key=lambda pair: pair[1].lineno):
            yield f"{place}:{node.lineno}: {what}: {ast.unparse(node)}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("domain", nargs="*")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--loose", type=Path, metavar="DIR")
    args = parser.parse_args()
    if not args.check and args.loose is None:
        renew(args.domain)
    found = list(loose(args.loose)) if args.loose is not None else list(problems())
    if args.domain:
        found = [told for told in found if told.partition(".")[0] in args.domain]
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
