"""Writes maps/firing_arc.tiled-project from the kinds of terrain: python tools/tiled_project.py"""
from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from game.sim.maps.tiled_out import encoded  # noqa: E402
from game.sim.maps.tiled_project import project  # noqa: E402

if __name__ == "__main__":
    (ROOT / "maps" / "firing_arc.tiled-project").write_bytes(encoded(project()))
