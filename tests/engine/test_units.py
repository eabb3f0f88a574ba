"""How figures are told."""
from __future__ import annotations

import re
from pathlib import Path

from game.words import percent

SOURCES = Path(__file__).resolve().parents[2] / "game"


def test_a_share_is_told_in_whole_per_cent_with_a_space():
    assert [percent(share) for share in (0.0, 0.284, 1.0)] == ["0 %", "28 %", "100 %"]
    assert percent(0.2846, 2) == "28.46 %"


def test_nobody_spells_a_percentage_another_way():
    other = re.compile(r"\{[^{}]*:[^{}]*%\}|[0-9}]%[^0-9a-zA-Z_({%]")
    found = [f"{file.relative_to(SOURCES)}: {line.strip()}" for file in sorted(SOURCES.rglob("*.py"))
             for line in file.read_text(encoding="utf-8").splitlines() if other.search(line)]
    assert not found
