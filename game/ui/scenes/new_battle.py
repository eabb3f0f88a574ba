"""New battle: rule set, scenario with its table, who plays each side with which force, and the seed of the dice."""
from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from game.engine.dice import seed_of
from game.engine.ruleset import ForceInfo
from game.engine.switches import settled
from game.errors import FiringArcError
from game.rulesets.registry import rulesets
from game.sim import saves
from game.sim.forces import info as force_info
from game.sim.forces import playable
from game.sim.scenario import Scenario, ScenarioInfo, SideInfo, faults, list_scenarios, read_scenario
from game.sim.session import BattleRequest, Seed, players_of, random_seed
from game.sim.settings import LEVELS, PLAYER_TITLES
from game.table.side import SIDES
from game.ui import theme
from game.ui.draw import text
from game.ui.forms.buttons import Button, button_width
from game.ui.forms.controls import Choice, Row, Stepper, TextField, choice_width, titles_within
from game.ui.forms.form import Region
from game.ui.forms.page import EDGE, Column, FootButton, Page
from game.ui.forms.sides import draw_side
from game.ui.forms.switches import add_switch
from game.ui.forms.widget import Label, Look, Widget
from game.ui.preview import Previews
from game.ui.scenes.scene import Shell
from game.ui.stage import letter as letter_of
from game.words import joined, say, say_many

LIST_WIDE, SIDES_WIDE, WIDE = 320, 400, 1200
"""px at 100 %: two columns beside the picture, and the window's width from which there are three."""
ROW_HIGH, CHOICE_HIGH, STEPPER_HIGH = 62, 38, 56
LOWEST_PICTURE, WORDS_UNDER = 200, 190
TITLE_WIDE = 175
"""px at 100 % that the screen's name takes of the upper bar."""

EDGE_NAMES = {"south": say("south"), "north": say("north"), "west": say("west"), "east": say("east")}


class NewBattleScene(Page):
    """Everything there is to choose before a battle; Begin starts it."""

    title = "New battle"
    default = "begin"

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._scenarios = list_scenarios()
        for fault in faults():
            shell.toast(fault, "harm")
        self._rules = list(dict.fromkeys([*rulesets(), *(s.rules for s in self._scenarios)]))
        playable_rules = [s.rules for s in self._scenarios]
        last = saves.last_rules()
        self._rules_at = self._rules.index(last) if last in playable_rules else next(
            (n for n, rules in enumerate(self._rules) if rules in playable_rules), 0)
        self._previews = Previews()
        self._seen = -1
        self._scenario: Scenario | None = None
        self._fault = ""
        self.players: dict[str, str] = {**dict.fromkeys(SIDES, "regular"), "blue": shell.settings.blue_level,
                                         "red": shell.settings.red_level}
        self.forces: dict[str, str] = {}
        self.switches: dict[str, bool | str] = {}
        self._playable: dict[str, list[ForceInfo]] = {}
        self.seed = ""
        if self._shown():
            self._choose(self._shown()[0])

    @property
    def rules(self) -> str:
        """The rule set chosen, '' when there is none."""
        return self._rules[self._rules_at] if self._rules else ""

    # --- what is chosen

    def request(self) -> BattleRequest | None:
        """The battle as chosen; None while there is no scenario."""
        if self._scenario is None:
            return None
        sides = [side.id for side in self._scenario.info.sides]
        return BattleRequest(
            scenario=self._scenario.info.id, players={side: self._player(side) for side in sides},
            forces={side: force for side, force in self.forces.items() if side in sides and force},
            switches=dict(self.switches), seed=self._seed(),
        )

    def _player(self, side: str) -> str:
        """Who plays a side; a person where the rules know no such player."""
        chosen = self.players.get(side, "human")
        return chosen if chosen in self._levels() else "human"

    def _seed(self) -> Seed:
        return seed_of(self.seed) if self.seed.strip() else random_seed()

    def _shown(self) -> list[ScenarioInfo]:
        return [s for s in self._scenarios if s.rules == self.rules]

    def _choose(self, info: ScenarioInfo) -> None:
        """Reads the scenario, wants its picture, and takes its forces."""
        try:
            self._scenario, self._fault = read_scenario(info.path), ""
            self._previews.want(self._scenario)
        except FiringArcError as error:
            self._scenario, self._fault = None, str(error)
        self.forces = {side.id: side.force for side in info.sides}
        self.switches = self._settled()
        self.refresh()

    def _settled(self) -> dict[str, bool | str]:
        """Every switch as the scenario has it, or as the person likes it, or as it is by default."""
        rules = rulesets().get(self.rules)
        options = self._scenario.options if self._scenario is not None else {}
        return settled(rules.switches, self.shell.settings.switches.get(self.rules, {}), options) if rules else {}

    def _set_switch(self, name: str, value: bool | str) -> None:
        self.switches[name] = value
        self.refresh()

    def _choose_rules(self, number: int) -> None:
        self._rules_at = number
        self._scenario = None
        if self._shown():
            self._choose(self._shown()[0])
        self.refresh()

    def _levels(self) -> tuple[str, ...]:
        rules = rulesets().get(self.rules)
        return players_of(rules) if rules is not None else LEVELS

    def _set_player(self, side: str, level: int) -> None:
        self.players[side] = self._levels()[level]
        self.refresh()

    def _step_force(self, side: str, by: int) -> None:
        forces = self._forces()
        names = [force.id for force in forces]
        if names:
            here = names.index(self.forces[side]) if self.forces.get(side) in names else 0
            self.forces[side] = names[(here + by) % len(names)]
        self.refresh()

    def _forces(self) -> list[ForceInfo]:
        if self.rules not in self._playable:
            self._playable[self.rules] = playable(self.rules) if self.rules in rulesets() else []
        return self._playable[self.rules]

    def _show_forces(self) -> None:
        self.shell.show_forces(self.rules)

    def resized(self, size: tuple[int, int]) -> None:
        self._playable.clear()  # a force may have been put together meanwhile
        super().resized(size)

    def _set_seed(self, typed: str) -> None:
        self.seed = typed
        self.refresh()

    def _begin(self) -> None:
        request = self.request()
        if request is not None:
            self.shell.sound.play("confirm")
            self.shell.begin(request)

    # --- the form

    def regions(self) -> list[Region]:
        s, body = self.scale, self.body()
        off = "" if self._scenario is not None else say("There is no scenario to begin.")
        foot = self.foot(
            FootButton("forces", "Forces", self._show_forces, icon="l:users"),
            FootButton("begin", "Begin", self._begin, "chief", key="Enter", off=off),
        )
        tabs = [self._tabs()] if len(self._rules) > 1 else []
        if self.size[0] < s(WIDE):
            return [*tabs, self._one_column(body), foot]
        left = body.inflate(0, -2 * s(EDGE))
        left.width = s(LIST_WIDE) + s(EDGE)
        right = body.inflate(0, -2 * s(EDGE))
        right.left, right.width = body.right - s(SIDES_WIDE) - s(EDGE), s(SIDES_WIDE) + s(EDGE)
        middle = pygame.Rect(left.right + s(EDGE), left.top, right.left - left.right - 2 * s(EDGE), left.height)
        return [
            *tabs, self._region("list", left, s(EDGE), self._add_list),
            self._region("table", middle, 0, self._add_table), self._region("sides", right, 0, self._add_sides), foot,
        ]

    def _one_column(self, body: pygame.Rect) -> Region:
        s = self.scale
        region = Region("all", body)
        column = Column(region, body.inflate(-2 * s(EDGE) - s(16), -2 * s(EDGE)), s)
        self._add_list(column)
        column.gap(24)
        self._add_table(column)
        column.gap(24)
        self._add_sides(column)
        column.close(EDGE)
        return region

    def _region(self, name: str, view: pygame.Rect, inset: int, add: Callable[[Column], None]) -> Region:
        """A region of one column, `inset` px from its left; room for a scroll bar at its right."""
        region = Region(name, view)
        box = pygame.Rect(view.left + inset, view.top, view.width - inset - self.scale(16), view.height)
        column = Column(region, box, self.scale)
        add(column)
        column.close()
        return region

    def _tabs(self) -> Region:
        s = self.scale
        titles = [rulesets()[r].title if r in rulesets() else r for r in self._rules]
        room = self.size[0] - s(TITLE_WIDE + 12)
        titles = titles_within(titles, s, room)
        wide = min(choice_width(titles, s), room)
        rect = pygame.Rect((self.size[0] - wide) // 2, s(7), wide, s(32))
        rect.left = max(rect.left, s(TITLE_WIDE))
        return Region("tabs", rect.copy(), [Choice("rules", rect, titles, self._rules_at, self._choose_rules)])

    def _add_list(self, column: Column) -> None:
        column.heading("scenarios", "Scenario")
        for info in self._shown():
            column.add(self.scale(ROW_HIGH), partial(self._row, info))
            column.gap(4)
        if not self._shown():
            column.words("none", "There is no scenario for these rules under maps/.", theme.SENTENCE, theme.BODY)

    def _row(self, info: ScenarioInfo, rect: pygame.Rect) -> Row:
        chosen = self._scenario is not None and self._scenario.info.id == info.id
        return Row(f"scenario_{info.id}", rect, chosen, partial(self._choose, info), partial(_draw_scenario, info))

    def _add_table(self, column: Column) -> None:
        s = self.scale
        if self._scenario is None:
            column.words("fault", self._fault, theme.SENTENCE, theme.palette().harm)
            return
        info = self._scenario.info
        free = column.region.view.height - s(WORDS_UNDER)
        shaped = round(column.width * info.table[1] / info.table[0])
        high = min(shaped, max(s(LOWEST_PICTURE), free))
        column.drawn("picture", high, lambda surface, at, scale: self._previews.draw(surface, at, info.id, scale))
        column.gap(16)
        column.words("title", info.title, theme.CARD_NAME, theme.HIGH)
        column.gap(4)
        column.words("facts", facts(info), theme.ROW, theme.LOW)
        column.gap(8)
        column.words("about", info.about, theme.SENTENCE, theme.BODY)

    def _add_sides(self, column: Column) -> None:
        s = self.scale
        column.heading("sides", "Sides")
        for side in self._scenario.info.sides if self._scenario else ():
            self._add_side(column, side)
            column.gap(20)
        unequal = self._unequal()
        if unequal:
            column.words("unequal", unequal, theme.SMALL, theme.palette().harm)
            column.gap(20)
        self._add_switches(column)
        column.heading("dice", "Dice")
        field = column.take(s(CHOICE_HIGH))
        wide = button_width("Random", s, "l:dices")
        button = pygame.Rect(field.right - wide, field.top, wide, field.height)
        field.width -= wide + s(theme.GAP_SMALL)
        column.region.widgets += [
            TextField("seed", field, self.seed, self._set_seed, empty=say("Seed: random"), longest=18),
            Button("random", button, "Random", lambda: self._set_seed(str(random_seed())), icon="l:dices"),
        ]
        column.gap(8)
        column.words("seed_told", "The same seed and the same orders give the same dice.", theme.SMALL, theme.LOW)

    def _add_side(self, column: Column, side: SideInfo) -> None:
        s = self.scale
        rules = rulesets().get(self.rules)
        force = self._force_of(side)
        name = side.name if force is None or force.id == side.force else force.name
        head = name if rules is not None and rules.picks_zones else say(
            "{side}, from the {edge}", side=name, edge=EDGE_NAMES.get(side.edge, side.edge))
        column.drawn(f"side_{side.id}", s(34), partial(draw_side, letter_of(side.id), head))
        column.gap(6)
        levels, chosen = self._levels(), self.players.get(side.id, "human")
        level = levels.index(chosen) if chosen in levels else 0
        titles = titles_within([PLAYER_TITLES[level] for level in levels], s, column.width)
        column.add(s(CHOICE_HIGH), lambda rect: Choice(
            f"player_{side.id}", rect, titles, level, partial(self._set_player, side.id)
        ))
        column.gap(8)
        column.add(s(STEPPER_HIGH), lambda rect: self._force(rect, side))
        limit = self._scenario.info.points if self._scenario else 0
        if force is not None and limit and force.points > limit:
            column.gap(6)
            column.words(f"over_{side.id}", say_many(
                "{n} point more than this battle is meant for.", "{n} points more than this battle is meant for.",
                force.points - limit),
                         theme.SMALL, theme.palette().harm)
        if force is not None and force.about:
            column.gap(6)
            column.words(f"about_{side.id}", force.about, theme.SMALL, theme.LOW)
        if side.briefing:
            column.gap(8)
            column.words(f"briefing_{side.id}", side.briefing, theme.SENTENCE, theme.BODY)

    def _add_switches(self, column: Column) -> None:
        """What the rules may be played with or without."""
        rules = rulesets().get(self.rules)
        if rules is None or not rules.switches:
            return
        column.heading("switches", "Rules")
        for switch in rules.switches:
            add_switch(column, switch, self.switches[switch.id], partial(self._set_switch, switch.id))
        column.gap(12)

    def _unequal(self) -> str:
        """Why the rules do not call the forces a match; '' where they do, or where the scenario lists its own."""
        rules = rulesets().get(self.rules)
        if self._scenario is None or rules is None:
            return ""
        info, points = self._scenario.info, {}
        for side in info.sides:
            force = self._force_of(side)
            if not side.force or force is None:
                return ""
            points[f"{letter_of(side.id)}: {force.name}"] = force.points
        verdict = rules.check_forces(points, info.points)
        return "" if verdict else str(verdict)

    def _force(self, rect: pygame.Rect, side: SideInfo) -> Widget:
        force = self._force_of(side)
        if not side.force or force is None:
            words = say("Listed by the scenario") if not side.force else side.force
            return Label(f"force_{side.id}", rect, words, theme.ROW, theme.LOW)
        count = joined(", ", (say_many("{n} point", "{n} points", force.points),
                              say_many("{n} model", "{n} models", force.models)))
        return Stepper(f"force_{side.id}", rect, (force.name, count), partial(self._step_force, side.id))

    def _force_of(self, side: SideInfo) -> ForceInfo | None:
        chosen = self.forces.get(side.id, "")
        known = next((force for force in self._forces() if force.id == chosen), None)
        if known is None and chosen.endswith(".toml") and self._scenario is not None:
            return force_info(self.rules, chosen, self._scenario.info.path.parent)
        return known

    # --- time and picture

    def update(self, dt: float) -> None:
        version = self._previews.version(self._scenario.info.id) if self._scenario else -1
        if version != self._seen:
            self._seen, self.form.changed = version, True

    def close(self) -> None:
        self._previews.close()


def facts(info: ScenarioInfo) -> str:
    """'36 × 26″, 100 points, 6 rounds, about 20 minutes'."""
    told: list[str] = [f"{info.table[0]:g} × {info.table[1]:g}″"]
    told += [say_many("{n} point", "{n} points", info.points)] if info.points else []
    told += [say_many("{n} round", "{n} rounds", info.rounds)] if info.rounds else []
    told += [say_many("about {n} minute", "about {n} minutes", info.minutes)] if info.minutes else []
    return joined(", ", told)


def _draw_scenario(info: ScenarioInfo, surface: pygame.Surface, at: pygame.Rect, look: Look) -> None:
    scale = look.scale
    left, room = at.left + scale(16), at.width - scale(28)
    name, small = scale.style(theme.NAME), scale.style(theme.SMALL)
    text.draw(surface, text.fit(info.title, name, room), (left, at.top + scale(21)), name, theme.HIGH)
    told: list[str] = [f"{info.table[0]:g} × {info.table[1]:g}″"]
    told += [say("{minutes} min", minutes=info.minutes)] if info.minutes else []
    told += [say_many("{n} point", "{n} points", info.points)] if info.points else []
    text.draw(surface, text.fit(joined(", ", told), small, room), (left, at.top + scale(43)), small, theme.LOW)
