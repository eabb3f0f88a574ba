"""Whole games line by line: what changes here, a player would notice."""
from __future__ import annotations

import difflib

import pytest

from tests.golden.games import GAMES, path_of, told


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_told_as_before(name):
    before, now = path_of(name).read_text(encoding="utf-8").splitlines(), told(name)
    changed = list(difflib.unified_diff(before, now, "golden", "now", lineterm="", n=2))
    assert not changed, "\n".join([*changed[:40], "Meant? Renew with: python -m tests.golden.games"])
