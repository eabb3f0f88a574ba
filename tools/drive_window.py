"""Open the real window on a virtual screen, play some decisions with mouse and keys, and take pictures of it.

    python tools/drive_window.py out/ [--scenario first_skirmish] [--size 1600x900] [--decisions 12]

Wants Xvfb, xdotool and ImageMagick's `import`. The game's files go to a folder of their own; the pictures `NN-what.png`
to `out/`. Leaves with 1 when the window closed before the last decision.
"""
from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NEEDED = ("Xvfb", "xdotool", "import")
OPENING_S, STEP_S = 10.0, 2.5


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--scenario", default="first_skirmish")
    parser.add_argument("--size", default="1600x900")
    parser.add_argument("--decisions", type=int, default=12)
    given = parser.parse_args()
    missing = [tool for tool in NEEDED if shutil.which(tool) is None]
    if missing:
        print(f"these programs are wanted: {', '.join(missing)}", file=sys.stderr)
        return 2
    given.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, screen(given.size) as display, window(display, data, given) as game:
        return play(display, given, game)


@contextmanager
def screen(size: str) -> Iterator[str]:
    """A virtual screen of its own, by its display name."""
    display = f":{90 + os.getpid() % 9000}"
    server = subprocess.Popen(["Xvfb", display, "-screen", "0", f"{size}x24"], stderr=subprocess.DEVNULL)
    time.sleep(1.0)
    try:
        yield display
    finally:
        server.terminate()


@contextmanager
def window(display: str, data: str, given: argparse.Namespace) -> Iterator[subprocess.Popen[bytes]]:
    """The game in a battle of two people, on that screen."""
    env = {**os.environ, "DISPLAY": display, "SDL_AUDIODRIVER": "dummy", "SDL_FRAMEBUFFER_ACCELERATION": "0"}
    env.pop("SDL_VIDEODRIVER", None)
    words = ["play", given.scenario, "--blue", "human", "--red", "human", "--seed", "7"]
    game = subprocess.Popen([sys.executable, str(ROOT / "main.py"), "--data-dir", data, *words], env=env)
    time.sleep(OPENING_S)
    try:
        yield game
    finally:
        game.terminate()
        game.wait(10)


def play(display: str, given: argparse.Namespace, game: subprocess.Popen[bytes]) -> int:
    """Answers decisions by their first option, looks about with the mouse, and goes back with Esc."""
    width, height = (int(side) for side in given.size.split("x"))
    shoot(display, given.out / "00-opened.png")
    for number in range(1, given.decisions + 1):
        if game.poll() is not None:
            print(f"the window closed with {game.returncode} before decision {number}", file=sys.stderr)
            return 1
        send(display, "mousemove", str(width // 3 + number * 17 % (width // 3)), str(height // 3 + number * 29 % 200))
        send(display, "key", "1")
        time.sleep(STEP_S / 2)
        if number % 3 == 0:
            send(display, "click", "1")
        send(display, "key", "Return")
        time.sleep(STEP_S)
        shoot(display, given.out / f"{number:02d}-decision.png")
    for number, key in enumerate(("h", "F1", "Escape", "F12"), given.decisions + 1):
        send(display, "key", key)
        time.sleep(STEP_S)
        shoot(display, given.out / f"{number:02d}-{key}.png")
    return 0


def send(display: str, *words: str) -> None:
    subprocess.run(["xdotool", *words], env={**os.environ, "DISPLAY": display}, check=True)


def shoot(display: str, path: Path) -> None:
    subprocess.run(["import", "-display", display, "-window", "root", str(path)], check=True)
    print(path)


if __name__ == "__main__":
    sys.exit(main())
