"""What was played in the Lab as a rule case: the position before, the orders with their answers, every die, and what
must hold. A case is only made of what `check` then finds to be so."""
from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from game.engine import events as ev
from game.engine.journal import write_atomically
from game.engine.match import Match
from game.engine.requests import Ask
from game.engine.ruleset import RuleSet
from game.engine.state import GameState
from game.engine.verdict import Verdict
from game.errors import FiringArcError
from game.sim.casefile import BY_HAND, MARKER_KEYS, Case, cases_of
from game.sim.cases import CasePlay, run_case
from game.sim.expectations import Moment
from game.sim.lab.doc import Doc, refusal, sentence
from game.sim.lab.following import followed
from game.sim.lab.lab import Lab
from game.sim.lab.lab import Moment as LabMoment
from game.sim.lab.table_edits import zone_depth
from game.sim.lab.writing import piece_table, unit_table
from game.table import tomltext
from game.table.side import EDGES, SIDES
from game.words import joined, plain, say

SEEN = (ev.Acted, ev.Rolled, ev.Placed, ev.Moved, ev.Harmed, ev.Left, ev.Returned, ev.TerrainAltered, ev.MarkerAltered,
        ev.Joined, ev.Grouped, ev.Ended)
"""Events that somebody at the table would notice; a case may begin with other bookkeeping than the game had."""


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """A case in the making: where it begins, its dice and steps. `moments[n]` is how things stand after step n."""

    rules: RuleSet
    position: dict[str, Any]
    dice: tuple[int, ...] = ()
    steps: tuple[dict[str, Any], ...] = ()
    moments: tuple[Moment, ...] = ()

    @property
    def end(self) -> GameState:
        state: GameState = self.moments[-1].state
        return state


class Label(msgspec.Struct, frozen=True, kw_only=True):
    """What the author says of a case: its title, the rules that it is about."""

    title: str
    cites: tuple[str, ...] = ()
    comment: str = ""


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """An order that may not be given, as a step, and why."""

    step: dict[str, Any]
    words: str
    verdict: Verdict


def drafted(lab: Lab, orders: int = 1) -> Draft:
    """A case of the last `orders` orders (0: the table as it stands, with nothing done). Where a file cannot tell the
    position that the first of them was given in (in the middle of an activation), earlier orders come along. One
    that still waits for an answer is left out: a case has no word for that. Raises Refused where no beginning can be
    told."""
    path = _since_the_edit(lab)
    places = [n for n, moment in enumerate(path) if moment.kind == "order"]
    if orders > len(places):
        orders = len(places)
    begins = [places[-orders]] if orders else [len(path)]
    earlier = [n for n in reversed(places) if n < begins[0]]
    begins += [earlier[back - 1] for back in _backwards(len(earlier))]
    why: FiringArcError | None = None
    for begin in begins:
        try:
            return _draft(path, begin)
        except FiringArcError as error:
            why = why or error
    raise refusal(say("No case file can tell where this begins: {why} Give the order from the beginning of an "
                      "activation.", why=sentence(str(why))))


def _backwards(count: int) -> list[int]:
    """How many orders earlier to try: each of the nearest, then ever farther back, the first of all at last."""
    return sorted({back for back in (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 128) if back < count}
                  | ({count} if count else set()))


def orders_to_tell(lab: Lab) -> int:
    """How many orders were given since the table was last edited, without one that waits for an answer."""
    return sum(moment.kind == "order" for moment in _since_the_edit(lab))


def _since_the_edit(lab: Lab) -> list[LabMoment]:
    """The moments from the last that is no order or answer to the present one, or to the last at which no question
    waits. An order given again stands alone, behind what it was given in."""
    path = [lab.now]
    while path[0].kind in ("order", "answer") and path[0].before is not None:
        path.insert(0, path[0].before)
    if path[0].kind in ("order", "answer"):  # a game that was opened with its past
        place = next((n for n, m in enumerate(lab.moments) if m is path[0]), 0)
        while place and lab.moments[place].kind in ("order", "answer"):
            place -= 1
            path.insert(0, lab.moments[place])
    while len(path) > 1 and path[-1].match.run is not None:
        path.pop()
    return path


def _draft(path: Sequence[LabMoment], place: int) -> Draft:
    """The draft that begins with the order at a place of a path. Raises FiringArcError where playing its file does
    not tell the same as was told."""
    first, last = path[place - 1], path[-1].match
    steps, past = _steps(path, place), first.match.journal.entries
    dice = tuple(face for entry in last.journal.entries[len(past):] for record in entry.record
                 if record.roll is not None for face in record.dice)
    doc = followed(first.doc, first.state)
    why: FiringArcError | None = None
    for begin in _beginnings(doc, first.state, steps):
        draft = Draft(rules=doc.ruleset, position=_position(doc, first.state, begin), dice=dice, steps=steps)
        try:
            play = _played(draft)
            _check_same(play.match, last, len(first.match.events))
        except FiringArcError as error:
            why = why or error
            continue
        return msgspec.structs.replace(draft, moments=tuple(play.moments))
    assert why is not None
    raise why


def _steps(path: Sequence[LabMoment], place: int) -> tuple[dict[str, Any], ...]:
    """The orders of a path from a place on, each with the answers that were given in it."""
    words = path[0].doc.ruleset.case_words
    steps: list[dict[str, Any]] = []
    given: list[tuple[Ask, Any]] = []
    order, state = path[place - 1].command, path[place - 1].state
    for number in range(place, len(path)):
        moment, before = path[number], path[number - 1]
        if moment.kind == "order":
            order, state, given = moment.command, before.state, []
        else:
            assert before.match.run is not None and before.match.run.waiting is not None
            given.append((before.match.run.waiting, moment.answer))
        if number + 1 == len(path) or path[number + 1].kind == "order":
            assert order is not None
            steps += words.written(state, order, given)
    return tuple(map(_built, steps))


def _beginnings(doc: Doc, state: GameState, steps: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Ways to say whose turn it is where a case begins: as the game notes it, then that whoever acts first is next,
    then only what the document says."""
    words, plainly = doc.ruleset.case_words, {"phase": state.phase, **doc.setting.begin}
    noted = {**plainly, **_noted(words.begin_keys, state)}
    yield noted
    by = str(steps[0].get("by", "")) if steps else str(state.active or "")
    models = state.units[by].models if by in state.units else (by,)
    if models[0] in state.models:
        yield {**noted, **words.acts_next(state, models[0])}
    yield plainly


def _built(step: dict[str, Any]) -> dict[str, Any]:
    """A step as a file writes it: plain lists, whole numbers, no trace of how it was computed."""
    built: dict[str, Any] = msgspec.to_builtins(step, enc_hook=plain)
    return {key: value for key, value in built.items() if value is not None}


def _played(draft: Draft) -> CasePlay:
    """The draft's file played, with nothing expected yet. Raises FiringArcError."""
    case = case_of(case_text(draft, Label(title=draft.rules.id)))
    play = CasePlay(case)
    play.run()
    if play.problems:
        raise refusal(sentence(play.problems[0]))
    return play


def _check_same(found: Match, wanted: Match, past: int) -> None:
    """Raises Refused unless playing the file tells what was told on the table."""
    if _seen(found.events) != _seen(wanted.events[past:]):
        raise refusal("The same orders would bring something else from there.")


def _seen(events: Sequence[ev.Event]) -> list[ev.Event]:
    states = (e for e in events if isinstance(e, SEEN) or (isinstance(e, ev.Altered) and e.states is not None))
    return [msgspec.structs.replace(e, notes={}) if isinstance(e, ev.Altered) else e for e in states]


# --- the file


def _position(doc: Doc, state: GameState, begin: Mapping[str, Any]) -> dict[str, Any]:
    """What a case says of where it begins; `begin` tells whose turn it is."""
    setting, begin = doc.setting, dict(begin)
    words = doc.ruleset.case_words
    if state.turn is not None and "turn" not in begin and "first" not in begin:
        begin["turn"] = state.turn
    options = dict(setting.options)
    markers = [msgspec.to_builtins(m) for m in setting.markers.values()]
    if "marker" in words.begin_keys and not markers:
        markers = list(options.pop("markers", ()))
        if state.markers:
            markers = [{key: getattr(m, key) for key in MARKER_KEYS} for m in state.markers.values()]
    if "ends_by_hand" not in options:
        options["ends_by_hand"] = False
    options = {key: value for key, value in options.items() if BY_HAND.get(key) != value}
    table = {"table": [setting.table.width, setting.table.height], **begin, "options": options,
             "sides": _sides(doc), "unit": [unit_table(u) for u in setting.units],
             "terrain": [piece_table(p) for p in setting.terrain.values()],
             "marker": [{k: v for k, v in m.items() if v not in (None, "")} for m in markers]}
    built: dict[str, Any] = msgspec.to_builtins(table, enc_hook=plain)
    for unit in built["unit"]:
        for model in unit.get("model", (unit,)):
            live = state.models.get(model["id"])
            if live is not None and live.at is not None and "at" in model:
                model.update(at=list(live.at), facing=live.facing)  # to the last digit, for dice may hang on it
    return built


def _noted(keys: Sequence[str], state: GameState) -> dict[str, Any]:
    """Keys of a beginning that the game keeps a note of by the same name: of its own (slots), of its sides (nodes)."""
    told = {key: state.notes[key] for key in keys if state.notes.get(key) is not None}
    for key in keys:
        sides = {name: side.notes[key] for name, side in state.sides.items() if side.notes.get(key)}
        if sides and key not in told:
            told[key] = sides
    return told


def _sides(doc: Doc) -> dict[str, dict[str, Any]]:
    """What differs from a case's usual sides: names, edges, depth of zones."""
    rules, out = doc.ruleset, {}
    for name, side in doc.setting.sides.items():
        usual = {"name": name.capitalize(), "edge": EDGES[SIDES.index(name)], "zone": float(rules.zone_depth)}
        told = {"name": side.name, "edge": side.edge, "zone": zone_depth(doc, name)}
        known = any(unit.side == name for unit in doc.setting.units) or name in SIDES[:2]
        differs = {key: value for key, value in told.items() if value != usual[key]}
        if differs or not known:
            out[name] = differs
    return out


def case_text(draft: Draft, label: Label, refused: Sequence[Refusal] = (), expects: Sequence[Mapping[str, Any]] = ()
              ) -> str:
    """The case file. Refused steps come after the others, in order."""
    told = {"title": label.title, "rules": draft.rules.id, "cites": list(label.cites), "comment": label.comment}
    place = {k: v for k, v in draft.position.items() if k not in ("unit", "terrain", "marker")}
    head = {key: value for key, value in {**told, **place}.items() if value not in ("", [], {})}
    lines = _lines({**head, "dice": list(draft.dice)})
    steps = [*draft.steps, *(r.step for r in refused)]
    for key, tables in (("unit", draft.position["unit"]), ("terrain", draft.position["terrain"]),
                        ("marker", draft.position["marker"]), ("step", steps), ("expect", expects)):
        for table in tables:
            lines += ["", f"[[{key}]]", *_lines(table)]
    return "\n".join(lines) + "\n"


def _lines(told: Mapping[str, Any]) -> list[str]:
    return [f"{key} = {tomltext.value(value)}" for key, value in told.items()]


def case_of(text: str, path: Path | None = None) -> Case:
    """The case in a file's text. Raises FileError."""
    return next(cases_of(path or Path("case.toml"), tomllib.loads(text)))


def write_case(path: Path, text: str) -> None:
    """Writes a case that `check` passes, in one step. Raises Refused, and writes nothing, where it does not pass;
    FileError where the disk does not take it."""
    result = run_case(case_of(text, path))
    if not result.passed:
        raise refusal(sentence(joined("; ", result.problems)))
    write_atomically(path, text.encode())


