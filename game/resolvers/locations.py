"""Hit locations: which row of a table a rolled total means, and moving along it."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol


class Row(Protocol):
    """A row of a table of locations."""

    @property
    def rolls(self) -> Sequence[int]:
        """The totals that mean it."""


def located(rows: Mapping[str, Row], total: int) -> str:
    """The row that a total means; beyond the table's ends, the nearest total counts."""
    totals = [t for row in rows.values() for t in row.rolls]
    meant = max(min(totals), min(max(totals), total))
    return next(name for name, row in rows.items() if meant in row.rolls)


def shifts(rows: Mapping[str, Row], total: int, most: int) -> list[tuple[int, str]]:
    """Each shift of a total by up to `most` either way that stays on the table, with the row that it leads to."""
    totals = {t for row in rows.values() for t in row.rolls}
    return [(by, located(rows, total + by)) for by in range(-most, most + 1) if total + by in totals]
