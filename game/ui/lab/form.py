"""The form of what is chosen in the Lab: its values, and what is being typed into it or into the dice."""
from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from game.engine.casewords import FormField
from game.engine.dice import seed_of
from game.engine.verdict import refuse
from game.errors import FiringArcError
from game.sim.lab import values
from game.sim.lab.dice import parse, told
from game.sim.lab.doc import verdict_of
from game.words import say

if TYPE_CHECKING:
    from game.ui.lab.desk import Desk


@dataclass
class Typing:
    """A value that is being typed: of the form's field `key`, or of "dice", "seed"."""

    key: str
    words: str
    fresh: bool = True
    """Whether the first key replaces what stands there."""


class Form:
    """`typing` is the value that is being typed, None while none is."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.typing: Typing | None = None

    def fields(self) -> list[FormField]:
        """What the form shows: of the only thing chosen, of the table where nothing is; nothing of several."""
        doc, one = self._desk.doc, self._desk.one
        if one is None:
            return values.table_fields(doc) if not self._desk.chosen else []
        if one.kind == "piece":
            return values.piece_fields(doc.setting.terrain[one.id])
        if one.kind == "marker":
            return values.marker_fields(doc, one.id)
        return values.model_fields(doc, self._desk.state, one.id)

    def field(self, key: str) -> FormField | None:
        return next((f for f in self.fields() if f.key == key), None)

    def set(self, key: str, value: Any, merge: bool = False) -> bool:
        """A value on the form is changed."""
        field, one = self.field(key), self._desk.one
        if field is None:
            return False
        if one is None:
            edit = values.set_table(key, value)
        elif one.kind == "piece":
            edit = values.set_piece(one.id, key, value)
        elif one.kind == "marker":
            edit = values.set_marker(one.id, key, value)
        else:
            edit = values.set_model(one.id, field, value)
        about = one.id if one is not None else "table"
        done = self._desk.do(edit, f"{field.title}: {shown(field, value)}", f"{about} {key}" if merge else "")
        now = self.field(key)
        if done and now is not None and now.value == field.value and field.kind != "text":
            self._desk.why = refuse("", say("As things stand, the rules leave {field} at {value}.", field=field.title,
                                         value=shown(now, now.value)))
        return done

    def step(self, key: str, by: int) -> bool:
        """A number on the form one step up or down."""
        field = self.field(key)
        if field is None or field.kind not in ("whole", "number"):
            return False
        wide = 1.0 if field.kind == "whole" else {"″": 0.5, "°": 15.0, "mm": 5.0}.get(field.unit, 1.0)
        value = field.value + by * wide
        if field.unit == "°":
            value %= 360
        return self.set(key, min(field.high, max(field.low, value)))

    # --- typing
    def type_into(self, key: str) -> None:
        """Begins to type a value."""
        field = self.field(key)
        words = (told(self._desk.lab.queue) if key == "dice" else str(self._desk.lab.now.seed) if key == "seed"
                 else shown(field, field.value, bare=True) if field is not None else "")
        self.typing, self._desk.why = Typing(key, words, key != "dice"), None
        self._desk.touched()

    def typed(self, words: str) -> None:
        """Signs were typed."""
        typing = self.typing
        if typing is None:
            return
        typing.words = (words if typing.fresh else typing.words + words)[:60]
        typing.fresh = False
        self._desk.touched()

    def erase(self, whole: bool = False) -> None:
        typing = self.typing
        if typing is not None:
            typing.words = "" if whole or typing.fresh else typing.words[:-1]
            typing.fresh = False
            self._desk.touched()

    def settle(self) -> bool:
        """What was typed is so. False where it is refused: the words stay to be mended."""
        typing = self.typing
        if typing is None:
            return True
        self._desk.why = None
        self._desk.touched()
        if typing.key in ("dice", "seed"):
            done = self._settle_dice(typing)
        else:
            field = self.field(typing.key)
            done = field is None or typing.words == shown(field, field.value, bare=True) or self.set(
                typing.key, typing.words) or self._desk.why is None
        if done:
            self.typing = None
        return done

    def _settle_dice(self, typing: Typing) -> bool:
        try:
            if typing.key == "dice":
                self._desk.lab.force(parse(typing.words))
            else:
                self._desk.lab.reseed(seed_of(typing.words) or 0)
        except FiringArcError as error:
            self._desk.why = verdict_of(error)
            return False
        return True


def shown(field: FormField | None, value: Any, bare: bool = False) -> str:
    """A value as the form shows it; `bare` as somebody would type it."""
    if field is None:
        return str(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (tuple, list)):
        return ", ".join(str(v).replace("_", " ") for v in value) or "none"
    if isinstance(value, (int, float)):
        words = f"{round(value, 2):g}"
        return words if bare else f"{words}{' ' if field.unit == 'mm' else ''}{field.unit}"
    if bare or field.kind == "text":
        return str(value)
    return values.GROUND_WORDS.get(str(value), str(value).replace("_", " "))
