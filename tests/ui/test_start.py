"""The first window: as the settings want it, and no larger than what it opens on."""
from __future__ import annotations

import pytest

from game.ui.start import within


@pytest.mark.parametrize("wanted, desktops, expected", [
    ((1600, 900), [(1366, 768)], (1366, 768)),
    ((1600, 900), [(1280, 720), (2560, 1440)], (1600, 900)),
    ((1280, 720), [(1920, 1080)], (1280, 720)),
    ((1600, 900), [], (1600, 900)),
])
def test_the_window_fits_the_largest_desktop(wanted, desktops, expected):
    assert within(wanted, desktops) == expected
