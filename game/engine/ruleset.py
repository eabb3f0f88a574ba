"""What the engine knows of a rule set. A rule set is an object with these members; the registry finds it."""
from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol

import msgspec
import numpy as np
import numpy.typing as npt

from game.engine.builder import Builder
from game.engine.campaign import Campaign
from game.engine.cards import Card, Queue
from game.engine.casewords import CaseWords
from game.engine.commands import Command
from game.engine.plan import TurnPlan
from game.engine.requests import Ask, Candidate, Decision, Goal, Option, Preview, Route, Volley
from game.engine.run import Resolver, Run, Writer
from game.engine.state import GameState
from game.engine.switches import Switch
from game.engine.verdict import Mark, Verdict
from game.geometry.reach import Reach
from game.geometry.scene import Scene
from game.table.model import Model
from game.table.setting import Setting, UnitSpec
from game.table.terrain import Terrain
from game.units import Point

LegPrices = Callable[[Scene, npt.NDArray[np.float64]], npt.NDArray[np.float64]]
"""Inches [n] that each of some straight ways [n, 4] costs on a scene, inf where nobody gets along."""


class ForceInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A ready force: id, name, points, and what it is in a sentence."""

    id: str
    name: str
    points: int
    models: int
    about: str = ""


class RuleSet(Protocol):
    """`id` names its folder, `icon` stands for it on the title, `hurts` are what harm is counted in ("blocks",
    "wounds"), `marker_ring` the inches from its centre at which a marker's ring is drawn, `picks_zones` whether the
    sides choose in the game where they set up, `game_master` whether somebody may play who knows all. Everything takes
    a state and gives an answer; only `resolve` changes anything, and only by the run's events."""

    id: str
    title: str
    version: str
    about: str
    icon: str
    hurts: str
    plan: TurnPlan
    has_facing: bool
    zone_depth: float
    table_size: tuple[float, float]
    marker_ring: float
    picks_zones: bool
    switches: Sequence[Switch]
    game_master: bool
    sight_mode: Literal["any", "centre"]
    case_words: CaseWords
    builder: Builder
    campaign: Campaign | None
    """How its forces go on from battle to battle; None where they do not."""
    acts_by: Literal["model", "unit"]

    # --- a game's beginning
    def forces(self) -> Sequence[ForceInfo]:
        """The ready forces."""

    def force_units(self, force: str, side: str) -> tuple[UnitSpec, ...]:
        """A ready force's units, not placed yet. Raises UnknownName."""

    def check_forces(self, points: Mapping[str, int], limit: int) -> Verdict:
        """Whether forces of these points, by their sides' names, are a match; `limit` is the battle's, 0 for none."""

    def prepare_terrain(self, source: str, piece: Terrain) -> Terrain:
        """A piece with what the rule set adds (a system's traits). Raises FileError."""

    def begin(self, setting: Setting) -> GameState:
        """The state before the first decision. Raises FileError for a unit it cannot make."""

    # --- what is asked
    def awaits(self, state: GameState) -> str | None:
        """The side that must decide, None when the phase is over."""

    def decision(self, state: GameState) -> Decision | None:
        """What is asked now between commands, with its options; None at the end of a phase or game."""

    def candidates(self, state: GameState, option: Option, key: str = "at") -> Sequence[Candidate]:
        """For one need of an option, each thing that could be picked with its verdict."""

    def reach(self, state: GameState, option: Option) -> Reach | None:
        """Where a path option can lead."""

    def complete(self, state: GameState, command: Command) -> Command:
        """The command with the fields filled in that have a natural answer (the cheapest path of a charge)."""

    def verify(self, state: GameState, command: Command) -> Verdict:
        """Whether the command is legal, and if not, why."""

    def check_answer(self, state: GameState, ask: Ask, value: Any) -> Verdict:
        """Whether `value` answers the question."""

    # --- units that are moved and fired as one (`ByModel` answers for rule sets without them)
    def formation(self, state: GameState, option: Option, at: Point) -> dict[str, Any] | None:
        """The fields of a unit's order that follow one drag: of a need for "moves", of a drag by `at` inches; of one
        for "points", with the unit's middle there. None where nothing legal comes of it."""

    def adjust(
        self, state: GameState, option: Option, fields: Mapping[str, Any], model: str, at: Point
    ) -> dict[str, Any]:
        """The same fields with one model's end elsewhere, by the best way there; legal or not."""

    def mend(self, state: GameState, option: Option, fields: Mapping[str, Any]) -> dict[str, Any] | None:
        """The legal fields nearest to these; None where none are found."""

    def remarks(self, state: GameState, option: Option, paths: Mapping[str, Sequence[Point]]) -> tuple[str, ...]:
        """What the ground does to a unit's models that would go these ways, a few words each."""

    def bounds(self, state: GameState, option: Option) -> tuple[Mark, ...]:
        """Where the places of an option may and may not lie: zones (ok), and what to keep off (bad)."""

    def propose(self, state: GameState, ask: Ask) -> Any:
        """An answer to a question that a player may take as it is; None for 'no'."""

    def volleys(self, state: GameState, ask: Ask) -> Sequence[Volley]:
        """The groups of fire that a question for "shots" is about."""

    def weigh(self, state: GameState, ask: Ask, value: Any) -> Preview | None:
        """What an answer to a question would bring; None where that says nothing."""

    def routes(
        self, state: GameState, option: Option, shifts: npt.NDArray[np.float64], files: int = 0
    ) -> Sequence[Route]:
        """Ways of a unit's move that come nearest to each wished shift [n, 2] of the whole unit; quickly found, not
        all there are. For the first `files` of them the unit may fall into file, where it gets nearer so."""

    def flow(self, state: GameState, option: Option, at: Point) -> Route | None:
        """The way of a unit's move that brings it nearest to a point, every model going by its own; None where none
        brings it nearer."""

    def along(self, state: GameState, option: Option, route: Route) -> dict[str, Any]:
        """The fields of a unit's order that follow a route."""

    def stride(self, state: GameState, unit: str) -> float:
        """Inches that a unit can go at most in one activation, as it is now."""

    def holds(self, state: GameState, unit: str) -> bool:
        """Whether the unit, as it is, counts where places are held."""

    # --- what happens
    def resolve(self, run: Run, command: Command) -> Resolver:
        """Carries the command out and goes on to the next decision."""

    def settled(self, state: GameState) -> GameState | None:
        """The state once an active unit that can do nothing more has ended its activation; None where none has."""

    def leave(self, run: Writer, phase: str) -> Resolver: ...

    def enter(self, run: Writer, phase: str) -> Resolver: ...

    # --- what it is worth
    def preview(self, state: GameState, command: Command) -> Preview | None:
        """The odds of an order, from the rules that resolve it."""

    def variants(self, state: GameState, command: Command) -> Sequence[Command]:
        """The orders like this one that are worth weighing: with what else it may name or spend, or with a place that
        it lacks; itself among them where it is whole."""

    def harm_from(
        self, state: GameState, model: Model, points: npt.NDArray[np.float64], how: str = ""
    ) -> npt.NDArray[np.float64]:
        """Expected harm, in points' worth, that `model` could do by its best attack from each of the [n, 2] points,
        once there; `how` is the order that takes it there, '' where it stays."""

    def harm_on(
        self, state: GameState, model: Model, points: npt.NDArray[np.float64]
    ) -> Mapping[str, npt.NDArray[np.float64]]:
        """The same for every enemy unit on which fire of the model's unit could fall, by its id."""

    def harm_at(
        self, state: GameState, model: Model, points: npt.NDArray[np.float64], by: str | None = None, *,
        in_points: bool = False, how: str = "",
    ) -> npt.NDArray[np.float64]:
        """Expected harm (blocks) that the enemies of `model` could do to it at each point, moving as they may.
        `by` limits it to one enemy model. With `in_points`, the points' worth that it should expect to lose there
        before it acts again: nearer friends draw fire, and enemies that have acted may come too late. `how` as in
        `harm_from`: how somebody moved may matter to those who attack it."""

    def strikes(self, state: GameState, model: Model) -> Sequence[tuple[float, float]]:
        """Its attacks that work: how many inches each reaches from where it stands (0: contact), and the points'
        worth that it takes from the enemies in play on average."""

    def pace(self, state: GameState, model: Model) -> float:
        """Inches it can move and still act, as it is now; 0 where it cannot move."""

    def spacing(self, state: GameState, model: Model) -> float:
        """Inches within which it should keep of another of its unit; 0 where nothing asks for that."""

    def errand(
        self, state: GameState, model: Model, points: npt.NDArray[np.float64], how: str
    ) -> npt.NDArray[np.float64]:
        """[n] what it is worth in points that the order `how` takes the model to each of [n, 2] points, besides what
        it may do there."""

    def openable(self, state: GameState, side: str) -> Sequence[str]:
        """The pieces in the way that the side can open once it stands beside them: a plan may lead through them."""

    def spots(self, state: GameState, option: Option, reach: Reach) -> Sequence[Point]:
        """Legal ends of a path option that a plain sample misses and that are worth a look (contact with something)."""

    @property
    def leg_prices(self) -> LegPrices | None:
        """What straight ways cost a usual walker; None where they cost their length and lead over open ground only."""

    def worth(self, state: GameState, model: Model) -> float:
        """What losing the model would cost its side, in points, less for harm already taken."""

    def score(self, state: GameState) -> Mapping[str, int]:
        """Each side's score as it stands."""

    def goals(self, state: GameState, side: str) -> Sequence[Goal]:
        """Places worth going to for a side."""

    def contest(self, state: GameState) -> Mapping[str, tuple[str, ...]]:
        """For each marker the sides that hold or contest it as the models stand."""

    def aim(self, state: GameState) -> str:
        """In a few words how markers win the game; '' where they do not."""

    # --- how it is shown
    def strength(self, state: GameState, unit: str) -> tuple[int, int]:
        """How much of a unit is left, of how much: models, or the wounds of a single one."""

    def card(self, state: GameState, model: Model) -> Card: ...

    def state_icons(self) -> Mapping[str, tuple[str, str, str]]:
        """For each state: icon, tone (harm, neutral, help), what it does in a sentence."""

    def states_shown(self, state: GameState, model: Model) -> tuple[str, ...]:
        """The states that a model's token carries."""

    def gauge(self, state: GameState, model: Model) -> tuple[tuple[int, ...], int]:
        """The blocks of its gauge, and how many are marked."""

    def busy(self, state: GameState, unit: str) -> str:
        """A unit's mark in the roster: "", acting, done."""

    def queue(self, state: GameState) -> Queue | None:
        """The order of activation of this round; None where sides choose whom they activate."""

    def reference(self) -> str:
        """The rules reference for players, in Markdown."""

    def view(self, state: GameState, side: str | None) -> GameState:
        """What one side may know (None: everything)."""

    def notices(self, state: GameState, sides: Sequence[str]) -> Sequence[Mark]:
        """What matters on the table and is neither piece nor model, as far as these sides know it: a way out, a hiding
        place and who is in it."""

    # --- what must hold
    def problems(self, state: GameState) -> list[str]:
        """Every invariant that the state breaks, in words; empty when all is well."""
