"""Every rule case and table question that ships holds: a test a file."""
from __future__ import annotations

from pathlib import Path

import pytest

from game.sim.casefolder import case_files, results_of

CASES = Path(__file__).parent / "cases"


@pytest.mark.parametrize("file", list(case_files([CASES])), ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_all_of_the_file_holds(file):
    failed = [result.told() for result in results_of(file) if not result.passed]
    assert not failed, "\n".join(failed)
