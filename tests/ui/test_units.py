"""Units that move and fire as one, driven by real events: whole games by mouse alone and by keyboard alone."""
from __future__ import annotations

import random

import pygame
import pytest

from game.engine.commands import Command
from game.engine.match import Match
from game.rulesets.registry import ruleset
from game.table.setting import Setting
from game.table.side import Side, edge_zone
from game.table.table import Table
from game.table.terrainspec import TerrainSpec, build_terrain
from tests.ui.desk import Desk

RULES = "grimdark_future"
TERRAIN = (
    TerrainSpec(kind="building", rect=(20, 20, 26, 26)), TerrainSpec(kind="rubble", rect=(32, 20, 38, 25)),
    TerrainSpec(kind="wood", outline=((8, 18), (15, 17), (17, 24), (9, 26))),
    TerrainSpec(kind="wall", rect=(30, 30, 36, 30.6)),
)


def battle(blue="thornwake_500", red="ordinal_500", seed=3, size=(48, 48), quick=False, terrain=TERRAIN,
           more=()) -> Match:
    """Two ready forces on a table, before the set-up or after a quick one."""
    rules, (wide, high) = ruleset(RULES), size
    sides = {"blue": Side(id="blue", name="Blue", edge="south", zone=edge_zone("south", 12, wide, high)),
             "red": Side(id="red", name="Red", edge="north", zone=edge_zone("north", 12, wide, high))}
    setting = Setting(source="test", title="test", table=Table(width=wide, height=high), sides=sides,
                      terrain=build_terrain("test", terrain),
                      units=rules.force_units(blue, "blue") + rules.force_units(red, "red") + tuple(more))
    match = Match(rules, rules.begin(setting), seed)
    if quick:
        match.submit(Command(do="quick_set_up", by=match.decision().side))
    return match


class Player:
    """Answers whatever is asked by one device, with as few moves as a practised hand needs."""

    def __init__(self, desk: Desk, seed: int = 1, quick: bool = True) -> None:
        self.desk, self.random, self.quick = desk, random.Random(seed), quick

    @property
    def decision(self):
        return self.desk.intents.decision

    @property
    def state(self):
        return self.desk.match.state

    def step(self) -> None:
        """One decision."""
        decision = self.decision
        if decision.inside:
            self.answer()
        elif self.quick and any(o.do == "quick_set_up" for o in decision.options):
            self.press_option("quick_set_up")
            self.confirm()
        elif decision.question == "place_marker":
            self.marker()
        elif decision.question in ("deploy", "scout", "arrive"):
            self.put_down()
        elif decision.question == "activate":
            self.activate()
        else:
            self.take(decision.options[0].do)

    def put_down(self) -> None:
        if self.random.random() < 0.3 and any(o.do == "set_aside" for o in self.desk.intents.options()):
            self.press_option("set_aside")
            return
        if not self.desk.intents.filling:
            self.pick_unit()
        if not self.desk.intents.filling and any(o.do == "decline" for o in self.desk.intents.options()):
            self.press_option("decline")
            return
        self.aim_placing()
        before = self.desk.match.journal.entries[-1:]
        self.confirm()
        if self.desk.match.journal.entries[-1:] == before and self.decision.question == "arrive":
            self.back()
            self.press_option("decline")

    def activate(self) -> None:
        self.pick_unit()
        offered = {o.do: o for o in self.desk.intents.options() if o.verdict.ok}
        if "idle" in offered or not offered:
            self.take("idle")
            return
        if "charge" in offered and self.random.random() < 0.8 and self.charge():
            return
        do = self.random.choice([d for d in ("advance", "advance", "rush", "hold") if d in offered])
        if do == "hold":
            self.take(do)
            return
        self.press_option(do)
        self.move()
        if self.desk.intents.filling is not None:  # else the click was on another unit, and turned to it
            self.confirm()

    def take(self, do: str) -> None:
        """An option that needs nothing; one that rolls dice is confirmed."""
        decision = self.decision
        self.press_option(do)
        if self.decision is decision:
            self.confirm()


class Mouse(Player):
    def press_option(self, do: str) -> None:
        self.desk.click(self.desk.option(do))

    def confirm(self) -> None:
        self.desk.press("confirm")

    def back(self) -> None:
        self.desk.press("back")

    def marker(self) -> None:
        if self.desk.intents.option is None:
            self.press_option("place_marker")
        table = self.state.table
        for _ in range(60):
            x, y = self.random.uniform(1, table.width - 1), self.random.uniform(14, table.height - 14)
            self.desk.click(self.desk.inch(x, y))
            verdict = self.desk.intents.verdict()
            if verdict is not None and verdict.ok:
                self.confirm()
                return

    def pick_unit(self) -> None:
        able = sorted({o.by for o in self.decision.options if o.by in self.state.units and o.verdict.ok})
        unit = self.random.choice(able)
        first = self.state.members(unit)[0]
        shown = first.at is not None and self.desk.picture.on_table(tuple(map(round, self.desk.at(first.id))))
        if shown and self.random.random() < 0.5:
            self.desk.click(self.desk.at(first.id))
        else:
            self.scroll_to(first.id)
            self.desk.press("select", first.id)

    def scroll_to(self, name: str) -> None:
        """Turns the wheel over the roster until the row is in view."""
        roster = self.desk.picture.roster
        for way in (5, -1, -1, -1, -1, -1, -1, -1, -1):
            row = next(h.box for h in roster.hots if h.action == ("select", name))
            if roster.box.contains(row):
                return
            self.desk.send(pygame.MOUSEWHEEL, x=0, y=way, pos=roster.box.center)
            self.desk.frame()

    def aim_placing(self) -> None:
        side = self.state.sides[self.decision.side]
        zone, table = side.zone, self.state.table
        deep = self.random.uniform(3, 9)
        y = deep if zone[0][1] < 1 else table.height - deep
        self.desk.click(self.desk.inch(self.random.uniform(4, table.width - 4), y))

    def move(self) -> None:
        unit = self.desk.intents.formed_unit
        lead = self.desk.at(self.state.members(unit)[0].id)
        lead = (round(lead[0]), round(lead[1]))
        end = (lead[0] + self.random.randint(-90, 90), lead[1] + self.random.randint(-90, 90))
        box = self.desk.picture.layout.table
        end = (min(box.right - 4, max(box.left + 4, end[0])), min(box.bottom - 4, max(box.top + 4, end[1])))
        if self.random.random() < 0.7 or not self.desk.picture.on_table(end):
            self.desk.drag(lead, end, 1)
        else:
            self.desk.click(end)

    def charge(self) -> bool:
        self.press_option("charge")
        legal = [c.value for c in self.desk.intents.choices() if c.verdict.ok]
        if not legal:
            self.back()
            return False
        foe = self.random.choice(legal)
        if self.random.random() < 0.5:
            self.desk.click(self.desk.at(self.state.members(foe)[0].id))
        else:
            self.desk.press("choice", foe)
        verdict = self.desk.intents.verdict()
        assert verdict is not None and verdict.ok, verdict
        self.confirm()
        return True

    def answer(self) -> None:
        question = self.decision.question
        if question == "shoot" and self.random.random() < 0.5:
            self.desk.press("choice", self.random.choice(self.desk.intents.barrage.targets))
            verdict = self.desk.intents.verdict() if self.decision and self.decision.question == "shoot" else None
            if verdict is None:
                return
        if question == "casualties" and self.random.random() < 0.5:
            need = self.desk.intents.need
            self.desk.click(self.desk.at(self.random.choice([c.value for c in need.candidates])))
        if self.random.random() < 0.15:
            self.desk.press("decline")
        else:
            self.desk.press("confirm")


class Keys(Player):
    def press_option(self, do: str) -> None:
        number = next(i for i, o in enumerate(self.desk.intents.options()) if o.do == do)
        self.desk.key(pygame.K_1 + number)

    def confirm(self) -> None:
        self.desk.key(pygame.K_RETURN)

    def back(self) -> None:
        self.desk.key(pygame.K_ESCAPE)

    def arrows(self, count: int) -> None:
        arrow = self.random.choice([pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT])
        for _ in range(self.random.randint(1, count)):
            self.desk.key(arrow)

    def marker(self) -> None:
        if self.desk.intents.option is None:
            self.press_option("place_marker")
        for _ in range(60):
            self.arrows(24)
            self.desk.key(pygame.K_RETURN)
            if self.decision is None or self.decision.question != "place_marker" or self.desk.intents.filling is None \
                    or not self.desk.intents.filling.fields:
                return

    def pick_unit(self) -> None:
        for _ in range(self.random.randint(1, 4)):
            self.desk.key(pygame.K_TAB)

    def aim_placing(self) -> None:
        for _ in range(3):
            self.arrows(9)

    def move(self) -> None:
        for _ in range(3):
            self.arrows(4)

    def charge(self) -> bool:
        self.press_option("charge")
        if not any(c.verdict.ok for c in self.desk.intents.choices()):
            self.back()
            return False
        self.desk.key(pygame.K_TAB)
        self.desk.key(pygame.K_RETURN)
        if self.decision is not None and not self.decision.inside and self.desk.intents.filling is not None:
            self.desk.key(pygame.K_RETURN)
        return True

    def answer(self) -> None:
        question = self.decision.question
        if question == "shoot" and self.random.random() < 0.5:
            self.desk.key(pygame.K_DOWN)
            self.desk.key(pygame.K_TAB)
            verdict = self.desk.intents.verdict()
            if not (verdict and verdict.ok):
                self.desk.key(pygame.K_UP)
                self.desk.key(pygame.K_TAB)
        if question == "casualties" and self.random.random() < 0.5:
            self.desk.key(pygame.K_TAB)
            self.desk.key(pygame.K_BACKSPACE)
        self.desk.key(pygame.K_n if self.random.random() < 0.15 else pygame.K_RETURN)


@pytest.mark.parametrize("hands", [Mouse, Keys])
def test_a_whole_game_is_played_by_one_device(hands):
    desk = Desk(battle("cindermark_500", "thornwake_500"))
    player = hands(desk)
    stuck = 0
    while not desk.match.over:
        before = (len(desk.match.journal.entries), desk.match.journal.running)
        player.step()
        stuck = stuck + 1 if before == (len(desk.match.journal.entries), desk.match.journal.running) else 0
        assert stuck < 12, (desk.match.decision().question, desk.intents.option, desk.intents.why_not)
        assert desk.match.ruleset.problems(desk.match.state) == []
    desk.frame(count=2)
    desk.close()


@pytest.mark.parametrize("hands", [Mouse, Keys])
def test_a_small_game_is_set_up_by_hand(hands):
    desk = Desk(battle(seed=5))
    player = hands(desk, quick=False)
    for _ in range(120):
        if desk.match.state.phase == "turns":
            break
        player.step()
    assert desk.match.state.phase == "turns" and desk.match.ruleset.problems(desk.match.state) == []
    desk.close()
