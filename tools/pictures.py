"""The pictures in docs/pictures: a whole game that the computer plays against itself, its replay, two set-ups of it
compared in the Lab, three moments of a duel, and the Lab with a wall.

    python tools/pictures.py [docs/pictures] [--scenario hollow_ford] [--seed 7]

Needs no display. The window is the real one, driven by the events that a mouse and keys would send; a minute's work.
"""
from __future__ import annotations

import argparse
import math
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import pygame  # noqa: E402

from game.ai.levels import player  # noqa: E402
from game.engine.commands import Command  # noqa: E402
from game.engine.match import Match  # noqa: E402
from game.engine.requests import Decision  # noqa: E402
from game.sim import paths, saves  # noqa: E402
from game.sim.lab import edits  # noqa: E402
from game.sim.opening import read_match  # noqa: E402
from game.sim.playing import carry_out, choice_of  # noqa: E402
from game.sim.settings import Settings  # noqa: E402
from game.ui.app import App  # noqa: E402

SIZE = (1600, 900)
FRAME = 1 / 60
COLOURS = 224
DUEL = ROOT / "tools" / "duel.toml"
CONVERT = shutil.which("magick") or shutil.which("convert")


class Camera:
    """A window nobody sees, somebody's hands on it, and the pictures of it."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self.app = App(Settings(window=SIZE, animation_speed=1.0, confirm_hand_over=False))

    @property
    def scene(self) -> Any:
        return self.app._stack[-1]

    def wait(self, seconds: float = 0.1) -> None:
        """Frames of the game's time, as fast as they go."""
        for _ in range(math.ceil(seconds / FRAME)):
            self.app.step(FRAME)

    def open(self, save: Path, take: str = "") -> None:
        """The screen that a picture is taken of, at a saved game, its ground painted."""
        {"replay": self.app.open_replay, "numbers": self.app.open_lab}.get(take, self.app.open_save)(save)
        self.wait(1.2)
        self.painted()

    def painted(self) -> None:
        """Goes on when the ground is painted at the zoom in use, and what is worked out beside the frame is there."""
        picture = self.scene.picture
        picture.view.ground.layer.start(round(picture.camera.ppi))
        picture.view.ground.layer.settle(wait=True)
        picture.heavy.settle(wait=True)
        self.wait()

    def px(self, inch: tuple[float, float]) -> tuple[int, int]:
        x, y = self.scene.picture.camera.px(inch)
        return round(x), round(y)

    def point(self, pos: tuple[int, int], buttons: tuple[int, int, int] = (0, 0, 0)) -> None:
        self.scene.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=buttons))
        self.wait()
        self.settle_forming()

    def settle_forming(self) -> None:
        self.scene.intents.settle_forming(wait=True)
        self.wait()

    def press(self, pos: tuple[int, int], up: bool = True) -> None:
        self.scene.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1))
        if up:
            self.release(pos)

    def release(self, pos: tuple[int, int]) -> None:
        self.scene.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=1))
        self.wait()

    def key(self, key: int) -> None:
        self.scene.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
        self.scene.handle(pygame.event.Event(pygame.KEYUP, key=key, mod=0))
        self.wait()

    def closer(self, inch: tuple[float, float], factor: float) -> None:
        """Zooms in on a place of the table."""
        camera = self.scene.picture.camera
        camera.zoom(factor, self.px(inch))
        self.wait(0.6)
        camera.look_at(inch)
        self.wait(0.6)
        self.painted()

    def shoot(self, name: str) -> None:
        """Writes the window as a picture, of few colours where ImageMagick is there."""
        self.scene.invalidate()
        self.app.step(0.0)
        path = self.out / f"{name}.png"
        pygame.image.save(self.app.surface, path)
        if CONVERT is not None:
            subprocess.run([CONVERT, str(path), "-strip", "-dither", "FloydSteinberg", "-colors", str(COLOURS),
                            f"PNG8:{path}"], check=True)
        print(f"{path}: {path.stat().st_size // 1024} kB", flush=True)


# --- the moments


def ten_strong(match: Match, unit: str) -> bool:
    return len(match.state.members(unit)) >= 8


def is_set_up(match: Match, decision: Decision) -> bool:
    """The side puts units down, among them one of ten; some stand already."""
    ten = [o for o in decision.options if o.do == "deploy" and ten_strong(match, o.by)]
    standing = len(list(match.state.on_table()))
    return decision.question == "deploy" and decision.side == "blue" and bool(ten) and standing > 15


def is_move(match: Match, decision: Decision) -> bool:
    able = [o for o in decision.options if o.do == "advance" and o.verdict.ok and ten_strong(match, o.by)]
    return decision.question == "activate" and decision.side == "blue" and match.state.round == 2 and bool(able)


def is_volley(match: Match, decision: Decision) -> bool:
    """Several weapons and several targets: fire may be split."""
    if decision.question != "shoot" or match.run is None or match.run.waiting is None:
        return False
    targets = [c for c in decision.options[0].needs[0].candidates if c.verdict]
    return len(targets) > 2 and len(match.ruleset.volleys(match.run.state, match.run.waiting)) > 1


def is_melee(match: Match, decision: Decision) -> bool:
    return decision.question == "meet" and len(match.state.members(decision.subject)) > 2


def is_late(match: Match, decision: Decision) -> bool:
    return decision.question == "activate" and match.state.round == 4 and decision.side == "blue"


WANTED: dict[str, Callable[[Match, Decision], bool]] = {
    "setup": is_set_up, "move": is_move, "volley": is_volley, "melee": is_melee, "late": is_late,
}


def play(scenario: str, seed: int, folder: Path) -> dict[str, Path]:
    """The game, saved at the first decision of each wanted kind and at its end."""
    match = read_match(scenario, seed)
    players = {side: player("regular") for side in match.state.sides}
    found: dict[str, Path] = {}
    while (decision := match.decision()) is not None:
        for name, fits in WANTED.items():
            if name not in found and fits(match, decision):
                found[name] = saves.write(match, folder / f"save-{name}.json")
        choice = choice_of(match, players[decision.side])
        assert choice is not None
        carry_out(match, choice)
    found["result"] = saves.write(match, folder / "save-result.json")
    return found


# --- the pictures


def title(camera: Camera) -> None:
    camera.app.home()
    for _ in range(40):
        camera.wait(0.1)
        time.sleep(0.1)
    camera.shoot("title")


def setup(camera: Camera) -> None:
    intents, state = camera.scene.intents, camera.scene.match.state
    unit = next(o.by for o in intents.decision.options if o.do == "deploy" and ten_strong(camera.scene.match, o.by))
    intents.focus(unit)
    camera.point(camera.px((state.table.width * 0.3, 10.5)))
    camera.shoot("setup")


def move(camera: Camera) -> None:
    """A unit of ten is dragged as a formation to the nearest marker that its side does not hold."""
    scene = camera.scene
    unit = next(o.by for o in scene.intents.decision.options
                if o.do == "advance" and o.verdict.ok and ten_strong(scene.match, o.by))
    first = scene.match.state.members(unit)[0]
    held = scene.stage.contest()
    goal = min((m.at for m in scene.match.state.markers.values() if "blue" not in held.get(m.id, ())),
               key=lambda at: math.dist(at, first.base.at))
    way = math.dist(goal, first.base.at)
    end = tuple(a + (b - a) * 5.8 / way for a, b in zip(first.base.at, goal, strict=True))
    camera.point(camera.px(first.base.at))
    camera.press(camera.px(first.base.at), up=False)
    for share in (0.3, 0.6, 1.0):
        spot = tuple(a + (b - a) * share for a, b in zip(first.base.at, end, strict=True))
        camera.point(camera.px(spot), (1, 0, 0))
    camera.release(camera.px(end))
    camera.painted()
    camera.shoot("move")


def volley(camera: Camera) -> None:
    camera.shoot("volley")


def melee(camera: Camera) -> None:
    """The dice of a fight, a moment after they have come to rest."""
    scene = camera.scene
    camera.closer(scene.intents.middle(scene.intents.decision.subject), 2.2)
    camera.key(pygame.K_RETURN)
    for _ in range(900):
        camera.app.step(FRAME)
        thrown = scene.playback.thrown
        if thrown is not None and thrown.settled and sum(len(e.dice) for e in thrown.events) >= 6:
            break
    camera.wait(0.3)
    camera.shoot("melee")


def late(camera: Camera) -> None:
    camera.shoot("late")


def result(camera: Camera) -> None:
    camera.key(pygame.K_RETURN)
    for _ in range(60):
        camera.wait(0.1)
        time.sleep(0.1)
    camera.shoot("result")


# --- the game watched again, and asked about


def replay(camera: Camera) -> None:
    """The third round, at a decision of blue's."""
    scene = camera.scene
    course = scene.course
    stop = next(s for s in course.stops if s.place >= course.rounds[3] and s.side == "blue" and s.record is None)
    scene.go(course.decision(stop.place, 4))
    camera.wait(0.6)
    camera.painted()
    camera.shoot("replay")


def numbers(camera: Camera) -> None:
    """A unit's fire at another, a thousand times: A as it stands, B with the target in a wood."""
    scene = camera.scene
    lab, desk = scene.lab, scene.desk
    decision = lab.now.match.decision()
    shooter = next(m for m in lab.state.models.values() if m.unit == decision.subject and m.on_table)
    found = scene.numbers

    def harm(name: str) -> float:
        found.look(shooter.id, name)
        found.choose("Fire")
        return found.exact.exact.harm if found.exact is not None and found.exact.exact is not None else 0.0

    aims = [lab.state.members(c.value)[0] for c in decision.options[0].needs[0].candidates if c.verdict]
    target = max(aims, key=lambda model: harm(model.id))
    desk.viewer, desk.target = shooter.id, target.id
    scene.show_numbers("Fire")
    found.keep("A")
    scene.shell.pop()
    lab.edit(edits.add_piece("wood", target.at, (9.0, 7.0)), "wood")
    camera.wait()
    scene.show_numbers()
    found.run()
    while found.busy:
        found.poll(wait=True)
    camera.scene.refresh()
    camera.shoot("numbers")


# --- the moments of a duel


def stage_duel(folder: Path) -> Path:
    """The duel in the middle of a turn, its first champion asked what to do."""
    match = read_match(str(DUEL), 1)
    match.submit(Command(do="activate", by="sam"))
    return saves.write(match, folder / "save-duel.json")


def take_up(camera: Camera, title: str) -> None:
    intents = camera.scene.intents
    camera.scene.carry_out(intents.choose(next(o for o in intents.options() if o.title == title)))
    camera.wait()


def blast(camera: Camera) -> None:
    """Falling strength as rings, whom it touches, where it may stray as heat."""
    take_up(camera, "Grenade launcher-anti infantry")
    camera.point(camera.px(camera.scene.match.state.models["roark"].at))
    camera.painted()
    camera.shoot("blast")


def jump(camera: Camera) -> None:
    """From roof to roof: the chance, and what a fall would cost."""
    take_up(camera, "Jump")
    camera.point(camera.px((18.8, 12.9)))
    camera.painted()
    camera.shoot("jump")


def side(camera: Camera) -> None:
    """The line of sight from the side, over a gap and up to a higher roof."""
    camera.key(pygame.K_x)
    camera.point(camera.px(camera.scene.match.state.models["benedict"].at))
    camera.painted()
    camera.shoot("side")


# --- the Lab


def lab(camera: Camera) -> None:
    """A wall between two models, an inch too high: who sees whom, with what chance, and how the line runs."""
    camera.app.home()
    camera.app.open_lab(None, "rezolution")
    for side, brush, at in (("blue", ("profile", "stoker"), (15.0, 5.5)), ("red", ("profile", "bailiff"), (20.0, 13.0)),
                            ("red", ("terrain", "building"), (28.0, 14.0)), ("red", ("terrain", "wood"), (8.0, 15.0)),
                            ("red", ("terrain", "crates"), (24.0, 8.0)), ("red", ("terrain", "wall"), (18.0, 9.5))):
        camera.scene.input.do(("side", side))
        camera.scene.input.do(("brush", *brush))
        camera.point(camera.px(at))
        camera.press(camera.px(at))
    for _ in range(3):
        camera.scene.input.do(("step", "height", -1))
    camera.point(camera.px((18.0, 2.0)))
    camera.painted()
    camera.scene.picture.readings.settle()
    camera.wait()
    camera.shoot("lab")


GAME = (title, setup, move, volley, melee, late, result, replay, numbers)
SAVES = {"replay": "result", "numbers": "volley"}
"""The saved games of those pictures that are taken of another one's."""
DUEL_MOMENTS = (blast, jump, side)
FROM_NOTHING = (title, lab)
"""Pictures that want no game."""
EVERY = (*GAME, *DUEL_MOMENTS, lab)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", nargs="?", type=Path, default=ROOT / "docs" / "pictures")
    parser.add_argument("--scenario", default="hollow_ford")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--only", choices=[t.__name__ for t in EVERY])
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        paths.use_data_dir(Path(folder))
        wanted = [t for t in EVERY if given.only in (None, t.__name__)]
        games = dict.fromkeys((t.__name__ for t in DUEL_MOMENTS), stage_duel(paths.saves_dir()))
        if any(t in GAME and t is not title for t in wanted):
            games |= play(given.scenario, given.seed, paths.saves_dir())
            games |= {name: games[save] for name, save in SAVES.items() if save in games}
        camera = Camera(given.out)
        for take in wanted:
            if take not in FROM_NOTHING and take.__name__ not in games:
                continue
            if take not in FROM_NOTHING:
                camera.open(games[take.__name__], take.__name__)
            take(camera)
    return 0


if __name__ == "__main__":
    sys.exit(main())
