"""Finds every text of the game that a person may read: in the code, in data files and in the references.

In code a message is the literal first given to `say` and `say_many`, and any literal that goes where a text goes: a
parameter, field, or variable with one of the names in FIELDS. In TOML it is the value of a key in KEYS; in Markdown
each heading, paragraph, item and cell.
"""
from __future__ import annotations

import ast
import functools
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.ui import markdown

ROOT = Path(__file__).resolve().parents[1]
FIELDS = frozenset({
    "about", "against", "description", "does", "gauge_title", "help", "hint", "how", "hurts", "label", "note",
    "outcome", "problem", "prompt", "reason", "short", "subtitle", "summary", "text", "title", "told", "verb", "what",
    "why", "words",
})
KEYS = frozenset({"about", "called", "cover", "does", "name", "state", "title", "titles", "words"})
THINGS = frozenset({"system"})
"""Keys of TOML whose value is what a piece of terrain is called, also at the beginning of a line."""
MAKERS = {"say": 1, "say_many": 2}
"""The functions that make texts, and how many messages each is given."""
ERRORS = re.compile(r"(FiringArc|Input|Geometry|Dice|ArgumentType)Error|ReplayDiverged|Stuck|NoWindow|Unusable")
"""Errors that are made of nothing but their sentence."""
FOR_US = frozenset({"AssertionError", "TypeError", "ValueError", "RuntimeError", "KeyError", "NotImplementedError"})
"""Errors that only who writes the game sees."""
AN_ID = re.compile(r"l:.*|\S+\.(ttf|toml|json|png)|[a-z0-9]+([-_][a-z0-9]+)+")
"""What goes where texts go and is a key or an icon."""
KEYED = frozenset({"memo", "match", "fullmatch", "search", "compile", "sub", "finditer", "split"})
"""Methods whose first argument is a key or a pattern."""
WORDS = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True)
class Text:
    """A message, its form for many and its context ("" for none), and the file that holds it."""

    message: str
    many: str
    context: str
    file: str
    line: int


@functools.cache
def all_texts() -> dict[str, list[Text]]:
    """The messages of each domain; one that several share stands in the first of them."""
    found: dict[str, list[Text]] = {}
    seen: set[tuple[str, str]] = set()
    for domain, files in domains().items():
        mine: dict[tuple[str, str], list[Text]] = {}
        for text in (text for file in files for text in texts_of(file)):
            mine.setdefault((text.message, text.context), []).append(text)
        found[domain] = [text for key, texts in mine.items() if key not in seen for text in texts]
        seen.update(mine)
    return found


def domains() -> dict[str, list[Path]]:
    """The files of each domain: the program's, the window's, each rule set's with its scenarios, the tables'."""
    code = sorted((ROOT / "game").rglob("*.py")) + sorted((ROOT / "game").rglob("*.toml"))
    sets = sorted(p.parent for p in (ROOT / "game" / "rulesets").glob("*/ruleset.toml"))
    found = {"engine": [p for p in code if not p.is_relative_to(ROOT / "game" / "ui")
                        and not any(p.is_relative_to(s) for s in sets)],
             "window": [p for p in code if p.is_relative_to(ROOT / "game" / "ui")]}
    for folder in sets:
        found[folder.name] = sorted([*folder.rglob("*.py"), *folder.rglob("*.toml"), *folder.rglob("*.md"),
                                     *(ROOT / "maps" / folder.name).rglob("*.toml")])
    found["maps"] = sorted((ROOT / "maps" / "tables").rglob("*.toml"))
    return found


def texts_of(file: Path) -> Iterator[Text]:
    """The messages in a file."""
    name = file.relative_to(ROOT).as_posix()
    source = file.read_text(encoding="utf-8") if file.suffix != ".py" else ""
    if file.suffix == ".py":
        module = Module(file)
        found = [(*m.parts, m.node.lineno) for m in module.messages]
        if file.name.endswith("_command.py"):
            found.append((module.about.strip().split("\n\n")[0], "", "", 1))
    elif file.suffix == ".toml":
        data = tomllib.loads(source)
        found = [(text, "", "", 0) for text in _toml_texts(data, "")]
        if file.name == "kinds.toml":
            found += [(text, "", "", 0) for kind in data for text in _as_title(kind)]
    else:
        found = [(text, "", "", 0) for text in markdown.messages(source)]
    return (Text(message, many, context, name, line) for message, many, context, line in found if message.strip())


def _toml_texts(value: Any, key: str) -> Iterator[str]:
    if isinstance(value, dict):
        if key == "states":
            yield from (state.replace("_", " ") for state in value)
        for inner, held in value.items():
            yield from _toml_texts(held, inner)
    elif isinstance(value, list):
        for held in value:
            yield from _toml_texts(held, key)
    elif isinstance(value, str) and key in THINGS:
        yield from _as_title(value)
    elif isinstance(value, str) and (key in KEYS or (key.isupper() and " " in value)) and re.search(r"[^\W\d_]", value):
        yield value


def _as_title(kind: str) -> tuple[str, str]:
    """A kind of terrain in the middle and at the beginning of a line."""
    return kind.replace("_", " "), kind.replace("_", " ").capitalize()


# --- code


@dataclass(frozen=True)
class Message:
    """A message in code: the message, its form for many, its context."""

    parts: tuple[str, str, str]
    node: ast.AST


class Module:
    """A module's messages, and what in it looks like a text and is none."""

    def __init__(self, file: Path) -> None:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        self.about = ast.get_docstring(tree, clean=False) or ""
        self._dotted = ".".join(file.resolve().relative_to(ROOT).with_suffix("").parts)
        self._names = {alias.asname or alias.name: (node.module or "", alias.name)
                       for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
        self.messages: list[Message] = []
        self.broken: list[ast.AST] = []
        """Texts put together in a way that no other language can follow: f-strings, sums, `format`."""
        self._taken: set[int] = set()
        for node in ast.walk(tree):
            self._look(node)
        self.loose = [node for node in _looks_like_text(tree) if id(node) not in self._taken]
        """Literals that look like a text and go nowhere where texts go."""

    def _look(self, node: ast.AST) -> None:
        match node:
            case ast.Call():
                self._call(node)
            case ast.Assign(targets=[ast.Name(id=name) | ast.Attribute(attr=name)], value=value) if name in FIELDS:
                self._text(value)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value) if name in FIELDS:
                self._text(value)
            case ast.FunctionDef(args=args):
                self._defaults(args)
            case ast.Dict(keys=keys, values=values):
                for key, value in zip(keys, values, strict=True):
                    if isinstance(key, ast.Constant) and key.value in FIELDS:
                        self._text(value)

    def _defaults(self, args: ast.arguments) -> None:
        plain = [*args.posonlyargs, *args.args]
        for arg, default in zip(plain[len(plain) - len(args.defaults):], args.defaults, strict=True):
            if arg.arg in FIELDS:
                self._text(default)
        for arg, kept in zip(args.kwonlyargs, args.kw_defaults, strict=True):
            if arg.arg in FIELDS and kept is not None:
                self._text(kept)

    def _call(self, node: ast.Call) -> None:
        name = _name(node.func)
        if name in MAKERS:
            self._made(node, MAKERS[name])
            return
        for keyword in node.keywords:
            if keyword.arg in FIELDS:
                self._text(keyword.value)
        for place in self._places(node.func):
            if place < len(node.args) and not any(isinstance(a, ast.Starred) for a in node.args[:place + 1]):
                self._text(node.args[place])

    def _places(self, func: ast.expr) -> tuple[int, ...]:
        """At which places of a call a text is given, by the names of what is called."""
        match func:
            case ast.Name(id=name) | ast.Attribute(attr=name) if ERRORS.fullmatch(name):
                return (0,)
            case ast.Name(id=name):
                home, original = self._names.get(name, (self._dotted, name))
                return places(home).get(original, ())
            case ast.Attribute(value=ast.Name(id=module), attr=name) if module in self._names:
                return places(".".join(self._names[module])).get(name, ()) or methods().get(f".{name}", ())
            case ast.Attribute(attr=name):
                return methods().get(f".{name}", ())
        return ()

    def _made(self, node: ast.Call, count: int) -> None:
        given = node.args[:count]
        context = next((k.value for k in node.keywords if k.arg == "context"), None)
        if len(given) < count or not all(isinstance(a, ast.Constant) and isinstance(a.value, str) for a in given):
            self.broken.append(node)
            return
        words = [str(a.value) for a in given if isinstance(a, ast.Constant)]
        self._taken.update(id(a) for a in given)
        told = str(context.value) if isinstance(context, ast.Constant) else ""
        if context is not None:
            self._taken.add(id(context))
        self.messages.append(Message((words[0], words[1] if count > 1 else "", told), node))

    def _text(self, value: ast.expr) -> None:
        """What goes where a text goes."""
        match value:
            case ast.Constant(value=str() as words):
                self._taken.add(id(value))
                if re.search(r"[^\W\d_]", words) and not AN_ID.fullmatch(words):
                    self.messages.append(Message((words, "", ""), value))
            case ast.IfExp(body=one, orelse=other):
                self._text(one)
                self._text(other)
            case ast.BoolOp(values=values):
                for held in values:
                    self._text(held)
            case ast.JoinedStr() if _wordy(value):
                self.broken.append(value)
            case ast.BinOp(op=ast.Add(), left=left, right=right) if _wordy(left) or _wordy(right):
                self.broken.append(value)


def _wordy(node: ast.expr) -> bool:
    """Whether a literal or an f-string holds words of its own."""
    if isinstance(node, ast.JoinedStr):
        return any(_wordy(part) for part in node.values if isinstance(part, ast.Constant))
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(WORDS.search(node.value))


@functools.cache
def places(dotted: str) -> dict[str, tuple[int, ...]]:
    """For each function and class of a module by its name, at which places it is given texts; methods as `.name`."""
    file = ROOT / Path(*dotted.split(".")).with_suffix(".py")
    if not file.is_file():
        return {}
    found: dict[str, tuple[int, ...]] = {}
    tree = ast.parse(file.read_text(encoding="utf-8"))
    methods = {id(held) for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for held in node.body}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            at = tuple(place for place, given in enumerate(_given(node)) if given in FIELDS)
            name = f".{node.name}" if id(node) in methods and isinstance(node, ast.FunctionDef) else node.name
            if at:
                found[name] = tuple(sorted({*found.get(name, ()), *at}))
    return found


@functools.cache
def methods() -> dict[str, tuple[int, ...]]:
    """At which places methods are given texts, whichever class they are of."""
    found: dict[str, tuple[int, ...]] = {}
    for file in (ROOT / "game").rglob("*.py"):
        for name, at in places(".".join(file.relative_to(ROOT).with_suffix("").parts)).items():
            if name.startswith("."):
                found[name] = tuple(sorted({*found.get(name, ()), *at}))
    return found


def _given(node: ast.FunctionDef | ast.ClassDef) -> list[str]:
    """The names of what a function, or a class when one is made, is given by place."""
    if isinstance(node, ast.FunctionDef):
        names = [a.arg for a in [*node.args.posonlyargs, *node.args.args]]
        return names[1:] if names[:1] in (["self"], ["cls"]) else names
    init = next((b for b in node.body if isinstance(b, ast.FunctionDef) and b.name == "__init__"), None)
    if init is not None:
        return _given(init)
    return [b.target.id for b in node.body if isinstance(b, ast.AnnAssign) and isinstance(b.target, ast.Name)]


def _looks_like_text(tree: ast.Module) -> Iterator[ast.AST]:
    """Literals with a blank between words or a capital at their beginning, and f-strings with words; what only we
    read left out: docstrings, assertions, errors of ours, annotations."""
    ours = {id(inner) for node in ast.walk(tree) for inner in _for_us(node)}
    for node in ast.walk(tree):
        if id(node) in ours:
            continue
        if isinstance(node, ast.JoinedStr):
            if any(isinstance(p, ast.Constant) and re.search(r"[^\W\d_]{2,}\b.*\s|\s.*\b[^\W\d_]{2,}", str(p.value))
                   for p in node.values):
                yield node
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and re.search(
                r"[^\W\d_]\s+\S*[^\W\d_]|^[A-Z][a-z]+\b(?!\.\w)", node.value):
            yield node


def _for_us(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Module() | ast.ClassDef() | ast.FunctionDef():
            for held in node.body:
                if isinstance(held, ast.Expr) and isinstance(held.value, ast.Constant):
                    yield held.value
            if isinstance(node, ast.FunctionDef) and node.returns is not None:
                yield from ast.walk(node.returns)
        case ast.Assert(msg=ast.expr() as said):
            yield from ast.walk(said)
        case ast.Raise(exc=ast.Call(func=func) as call) if _name(func) in FOR_US:
            yield from ast.walk(call)
        case ast.JoinedStr():
            for part in node.values:
                yield from ([part] if isinstance(part, ast.Constant) else [])
        case ast.Call(func=ast.Attribute(attr=name), args=[ast.expr() as key, *_]) if name in KEYED:
            yield from ast.walk(key)
        case ast.AnnAssign(annotation=annotation):
            yield from ast.walk(annotation)
        case ast.arg(annotation=ast.expr() as annotation):
            yield from ast.walk(annotation)
        case ast.Subscript(value=ast.Name(id="Literal")):
            yield from ast.walk(node)


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
