"""Paint one of the tests' tables to a PNG: `python tools/paint_table.py street 30 out.png`."""
from __future__ import annotations

import os
import sys
import time
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import pygame

from game.ui.draw.ground.bake import blocks, paint_block
from game.ui.draw.ground.scene import scene_of
from tests.ui import ground_scenes


def main(name: str, ppi: int, out: str) -> None:
    start = time.perf_counter()
    scene = scene_of(*getattr(ground_scenes, name)())
    area = scene.area(ppi)
    sheet = pygame.Surface((area.x1, area.y1), 0, 24)
    for block in blocks(area):
        pixels = paint_block(scene, block)
        picture = pygame.image.frombuffer(pixels.tobytes(), (block.x1 - block.x0, block.y1 - block.y0), "RGB")
        sheet.blit(picture, (block.x0, block.y0))
    print(f"{name}: {area.x1} x {area.y1} in {time.perf_counter() - start:.1f} s")
    pygame.image.save(sheet, out)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
