"""What differs between two pieces of plain data, and the second made of the first again: a long history stays a small
file. The order of keys is kept, for that of units is the roster's."""
from __future__ import annotations

from typing import Any

KEYS, LIST, WHOLE = "k", "l", "w"
"""How a delta is told: keys that changed or came (and those that went), entries of a list, or the value as it is."""


def difference(before: Any, after: Any) -> Any:
    """What makes `after` of `before`; None where they are the same."""
    if type(before) is type(after) and before == after and _same(before, after):
        return None
    if isinstance(before, dict) and isinstance(after, dict):
        kept = [key for key in before if key in after]
        new = [key for key in after if key not in before]
        if [*kept, *new] == list(after):
            changed = {key: _inner(before, after, key) for key in after
                       if key not in before or difference(before[key], after[key]) is not None}
            return {KEYS: changed, "gone": [key for key in before if key not in after]}
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after) > 1:
        pairs = enumerate(zip(before, after, strict=True))
        return {LIST: [[n, delta] for n, (a, b) in pairs if (delta := difference(a, b)) is not None]}
    return {WHOLE: after}


def applied(before: Any, delta: Any) -> Any:
    """The second value. Raises LookupError, TypeError, ValueError for a delta that is none."""
    if delta is None:
        return before
    if WHOLE in delta:
        return delta[WHOLE]
    if LIST in delta:
        out = list(before)
        for place, inner in delta[LIST]:
            out[place] = applied(out[place], inner)
        return out
    gone = set(delta["gone"])
    made = {key: value for key, value in before.items() if key not in gone}
    for key, inner in delta[KEYS].items():
        made[key] = applied(made.get(key), inner)
    return made


def _inner(before: dict[str, Any], after: dict[str, Any], key: str) -> Any:
    return difference(before[key], after[key]) if key in before else {WHOLE: after[key]}


def _same(before: Any, after: Any) -> bool:
    """Whether two equal values are of one type and have their keys in the same order, all the way down: 0 is not
    false."""
    if isinstance(before, dict):
        return list(before) == list(after) and all(_same(before[key], after[key]) for key in before)
    if isinstance(before, list):
        return type(before) is type(after) and all(_same(a, b) for a, b in zip(before, after, strict=True))
    return type(before) is type(after)
