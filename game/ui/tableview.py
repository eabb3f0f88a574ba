"""The table on screen: ground, overlays, systems and objectives, tokens from north to south, ghosts; words over all.

Everything becomes sprites; `SpriteBoard` draws those that changed. Overlays that stay while the pointer moves are
baked into the board together with the ground.
"""
from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from pathlib import Path

import pygame

from game.engine.state import GameState
from game.engine.verdict import Mark
from game.table.model import Model
from game.ui import theme
from game.ui.camera import Camera
from game.ui.draw import markers, token_parts, tokens
from game.ui.draw.badges import State
from game.ui.draw.shapes import corner
from game.ui.draw.token_parts import Block
from game.ui.draw.tokens import TokenLook
from game.ui.overlays.paint import Painted, Painter
from game.ui.pointing import inside, outside
from game.ui.relief import LEAST, relief
from game.ui.sprites import Blit, SpriteBoard
from game.ui.stage import Stage, is_system, known_icon, letter, state_look, system_icon
from game.ui.tablelook import Ground
from game.ui.tablewords import TableWords, Tagged
from game.units import Point

NEARER = 0.06
"""How much larger one looks from above, as a share for each inch that it is nearer."""


@dataclass
class Show:
    """What the scene adds for this frame: marks under the tokens, moving models (`lifted`: inches above the ground that
    they fall to), effects, `top` above all."""

    under: list[tuple[str, tuple[Mark, ...]]] = field(default_factory=list)
    over: tuple[Mark, ...] = ()
    moved: dict[str, tuple[Point, float]] = field(default_factory=dict)
    lifted: dict[str, float] = field(default_factory=dict)
    faded: dict[str, float] = field(default_factory=dict)
    effects: list[Blit] = field(default_factory=list)
    top: list[Blit] = field(default_factory=list)
    ghosts: list[tuple[str, Point, float | None]] = field(default_factory=list)
    legal: frozenset[str] = frozenset()
    illegal: dict[str, str] = field(default_factory=dict)
    usable: frozenset[str] = frozenset()

    def where(self, model: Model) -> tuple[Point, float]:
        """Where a model is in this frame, and which way it faces."""
        assert model.at is not None
        return self.moved.get(model.id, (model.at, model.facing))


class TableView:
    """Draws the stage's table through `camera`. `reserved` are boxes that labels keep off (switches, scale bar)."""

    def __init__(self, stage: Stage, camera: Camera, cache_dir: Path | None = None) -> None:
        self.stage, self.camera = stage, camera
        self._cache_dir = cache_dir
        self.ground_kind = stage.state.table.ground
        self.ground = Ground(stage.state.table, stage.state.terrain, cache_dir)
        self.sprites = SpriteBoard()
        self.words = TableWords(stage, camera)
        self.still = False
        """Whether something is in the hand: the ground stays as it is painted, what did not move keeps its looks."""
        self._shown_as: dict[str, Model] = {}
        self._board_key: Hashable = None
        self._ground_key: Hashable = None
        self._ground_view: pygame.Surface | None = None
        self._marks: tuple[Hashable, Painted] | None = None
        self._board_labels: list[Tagged] = []
        self._layers: dict[str, tuple[tuple[Mark, ...], Hashable, Painted]] = {}
        self._tokens: dict[str, tuple[tuple[str, pygame.Rect], pygame.Rect | None, Blit]] = {}
        self._in_motion: set[str] = set()
        self._tokens_key: Hashable = None
        self.hits: list[tuple[str, pygame.Rect]] = []
        self.reserved: list[pygame.Rect] = []
        self.ghosts: list[tuple[str, pygame.Rect]] = []
        self.blocked: list[pygame.Rect] = []

    def bake(self) -> None:
        """Starts to paint the ground at the zoom in use, then at the others."""
        self.ground.layer.start(round(self.camera.ppi))

    def new_ground(self, state: GameState) -> None:
        """Another table is painted from now on."""
        self.ground.layer.close()
        self.ground_kind = state.table.ground
        self.ground = Ground(state.table, state.terrain, self._cache_dir)
        self._ground_key = self._board_key = None

    def close(self) -> None:
        self.ground.layer.close()

    # --- one frame
    def refresh(self, show: Show) -> None:
        """Works out the board and the sprites of this frame."""
        if not self.still:
            self.ground.follow(self.stage.state.terrain)
        self._refresh_board(show)
        above = self._painted(show.over)
        bodies = self._bodies(show)
        tagged = [*self._board_labels, *above.labels, *self.words.tagged(show, still=self.still)]
        taken = [*(box for _, box in self.ghosts), *self.blocked, *self.reserved]
        placed = self.words.placed(tagged, self.hits, taken, moving=bool(show.moved) or self.still)
        self.sprites.show([*above.blits, *bodies, *show.effects, *placed, *show.top])

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        return self.sprites.draw(surface, self.camera.view)

    # --- the board
    def _refresh_board(self, show: Show) -> None:
        camera = self.camera
        layer = self.ground.layer
        layer.settle()
        ground_key = (camera.pose, tuple(camera.view), layer.version, self.stage.scale.factor)
        if ground_key != self._ground_key:
            self._ground_key, self._ground_view = ground_key, self._ground_picture()
        key = (ground_key, tuple(id(marks) for _, marks in show.under), self.stage.scale.factor, theme.palette().name)
        if key == self._board_key:
            return
        self._board_key = key
        assert self._ground_view is not None
        board = self._ground_view
        painted = [self._layer(name, marks) for name, marks in show.under if marks]
        if painted:
            board = board.copy()
            x, y = camera.view.topleft
            board.fblits([(image, (at[0] - x, at[1] - y)) for layer in painted for image, at in layer.blits])
        self._board_labels = [label for layer in painted for label in layer.labels]
        self.sprites.set_board(board, camera.view.topleft)

    def _layer(self, name: str, marks: tuple[Mark, ...]) -> Painted:
        """One overlay's picture, made again only when its marks or the camera have changed."""
        camera = self.camera
        key = (camera.pose, tuple(camera.view), self.stage.scale.factor, theme.palette().name)
        kept = self._layers.get(name)
        if kept is None or kept[0] is not marks or kept[1] != key:
            kept = self._layers[name] = (marks, key, Painter(camera, self.stage.scale, self.stage.state).paint(marks))
        return kept[2]

    def _ground_picture(self) -> pygame.Surface:
        camera, view = self.camera, self.camera.view
        west, north = camera.inch(view.topleft)
        picture = self.ground.layer.view(west, camera.height - north, camera.ppi, view.size)
        picture = picture.convert() if pygame.display.get_surface() else picture
        if not camera.gliding:
            relief_ = relief(self.stage.state.terrain, camera, self.stage.scale)
            picture.fblits([(image, (at[0] - view.x, at[1] - view.y)) for image, at in relief_])
        box = camera.table_box().move(-view.x, -view.y)
        for band in outside(picture.get_rect(), box):
            picture.fill(theme.VOID, band)
        pygame.draw.rect(picture, theme.VOID, box.inflate(2, 2), 1)
        pygame.draw.rect(picture, theme.LINE_STRONG, box.inflate(4, 4), 1)
        if not camera.gliding:
            self.ground.layer.start(round(camera.ppi))
        return picture

    def _painted(self, marks: tuple[Mark, ...]) -> Painted:
        key = (marks, self.camera.pose, tuple(self.camera.view), self.stage.scale.factor, theme.palette().name)
        if self._marks is None or self._marks[0] != key:
            painted = Painter(self.camera, self.stage.scale, self.stage.state).paint(marks)
            self._marks = (key, painted)
        return self._marks[1]

    # --- bodies
    def _bodies(self, show: Show) -> list[Blit]:
        """Systems, objectives, fallen ones, tokens and ghosts, from north to south."""
        state, out = self.stage.state, []
        self.hits, self.ghosts, self.blocked = [], [], []
        out += self._objectives(state)
        out += self._systems(show)
        standing = [m for m in state.models.values() if m.at is not None]
        for model in [m for m in standing if m.note("left") == "dead" and m.id not in show.faded]:
            out.append(self._fallen(model))
        live = [m for m in standing if m.in_play or m.id in show.faded]
        self._forget_tokens(show)
        for model in sorted(live, key=lambda m: -show.where(m)[0][1]):
            out.append(self._token(model, show))
        for name, at, facing in sorted(show.ghosts, key=lambda ghost: -ghost[1][1]):
            out.append(self._ghost(name, at, facing))
        return out

    def _fallen(self, model: Model) -> Blit:
        assert model.at is not None
        image = token_parts.fallen(letter(model.side), round(model.radius * self.camera.ppi * 2) / 2)
        return image, corner(image, self.camera.px(model.at))

    def _forget_tokens(self, show: Show) -> None:
        """All sprites are looked up again when anything has changed that they show; those in motion in every frame."""
        stage, now = self.stage, self.stage.state.models
        key = (0 if self.still else stage.version, stage.intents.version, stage.playing, stage.hovered, stage.lit,
               stage.selected, show.legal, tuple(show.illegal), stage.scale.factor, theme.palette().name,
               self.camera.pose, tuple(self.camera.view))
        moving = show.moved.keys() | show.faded.keys()
        if self.still:
            for name in [n for n, model in self._shown_as.items() if now.get(n) is not model]:
                self._tokens.pop(name, None)
        self._shown_as = now
        if key != self._tokens_key:
            self._tokens_key = key
            self._tokens.clear()
        for name in moving | self._in_motion:
            self._tokens.pop(name, None)
        self._in_motion = set(moving)

    def _token(self, model: Model, show: Show) -> Blit:
        """The model's sprite, and where a click finds it; kept until `_forget_tokens` lets go of it."""
        kept = self._tokens.get(model.id)
        if kept is None:
            (at, facing), fade = show.where(model), show.faded.get(model.id)
            x, y = self.camera.px(at)
            radius = model.radius * self.camera.ppi
            look = self._look(model, facing, show)
            look = replace(look, radius=radius * (1 + NEARER * show.lifted.get(model.id, 0.0)))
            image, where = tokens.blit(look, (x, y))
            hit = (model.id, pygame.Rect(x - radius, y - radius, 2 * radius, 2 * radius))
            kept = self._tokens[model.id] = (hit, gauge_box(look, (x, y)),
                                             (image if fade is None else _faded(image, fade), where))
        self.hits.append(kept[0])
        if kept[1] is not None:
            self.blocked.append(kept[1])
        return kept[2]

    def _look(self, model: Model, facing: float, show: Show) -> TokenLook:
        stage = self.stage
        blocks, marked = stage.gauge(model)
        shown = self._badges(model)
        hovered = stage.hovered == model.id or model.id in stage.lit
        chosen = (stage.selected, stage.intents.doer)
        selected = model.id in chosen or model.unit == stage.intents.picked_unit
        if stage.by_unit:  # a unit of several is outlined as one; single rings mark who was picked of it
            alone = len(stage.state.units[model.unit].models) == 1
            selected = model.id in stage.picks or (alone and (model.id in chosen or model.unit in chosen))
        return TokenLook(
            letter(model.side), known_icon(model.icon), model.radius * self.camera.ppi,
            facing if stage.ruleset.has_facing else None,
            activated=stage.busy(model.unit) == "done",
            prone=model.has("prone"), can_act=stage.can_act(model), selected=selected, hovered=hovered,
            target="legal" if model.id in show.legal else "illegal" if model.id in show.illegal else None,
            states=shown,
            gauge=tuple(Block(i < marked, f"{v:+d}".replace("-", "−") if v else "") for i, v in enumerate(blocks)),
            unit=stage.scale.factor, level=self._plate(model, show),
            lift=round(show.lifted.get(model.id, 0.0) * 4) / 4 * self.camera.ppi,
        )

    def _plate(self, model: Model, show: Show) -> float:
        """The level that its plate tells; 0 for none, as while it falls."""
        return 0.0 if model.id in show.lifted or abs(model.elevation) < LEAST else model.elevation

    def _badges(self, model: Model) -> tuple[State, ...]:
        """The states on a model; of a small one of a unit its flag tells them. What was picked says what for."""
        stage = self.stage
        option = stage.intents.option
        if option is not None and option.icon and model.id in stage.picks:
            return (State(known_icon(option.icon), "harm"),)
        if stage.by_unit and model.radius * self.camera.ppi < token_parts.SMALL * stage.scale.factor:
            return ()
        return tuple(state_look(stage.ruleset, s) for s in stage.states(model))

    def _ghost(self, name: str, at: Point, facing: float | None) -> Blit:
        model = self.stage.state.models[name]
        x, y = self.camera.px(at)
        radius = model.radius * self.camera.ppi
        self.ghosts.append((name, pygame.Rect(x - radius, y - radius, 2 * radius, 2 * radius)))
        look = TokenLook(
            letter(model.side), known_icon(model.icon), model.radius * self.camera.ppi,
            facing if self.stage.ruleset.has_facing else None, ghost=True, unit=self.stage.scale.factor,
            selected=name == self.stage.intents.held, level=self._level_at(at),
        )
        return tokens.blit(look, self.camera.px(at))

    def _level_at(self, at: Point) -> float:
        """How high one would stand there, as far as it matters."""
        level = self.stage.ground_at(at)
        return level if abs(level) >= LEAST else 0.0

    def ghost_at(self, pos: tuple[int, int]) -> str:
        """The model whose ghost is under `pos`; '' for none."""
        near = [(math.dist(box.center, pos), name) for name, box in self.ghosts
                if math.dist(box.center, pos) <= box.w / 2 + 3]
        return min(near)[1] if near else ""

    def _systems(self, show: Show) -> list[Blit]:
        out: list[Blit] = []
        for piece in self.stage.state.terrain.values():
            if not is_system(piece) or piece.disc is None:
                continue
            pos = self.camera.px(piece.centre)
            radius = max(6.0, round(piece.disc[2] * self.camera.ppi * 2) / 2)
            shadow = token_parts.shadow(radius, False)
            out.append((shadow, corner(shadow, (pos[0] + radius * 0.12, pos[1] + radius * 0.16))))
            usable = piece.id in show.usable or piece.id in (self.stage.intents.doer, self.stage.hovered)
            image = markers.system(system_icon(piece), radius, usable, self.stage.scale.factor)
            out.append((image, corner(image, pos)))
            self.hits.append((piece.id, pygame.Rect(pos[0] - radius, pos[1] - radius, 2 * radius, 2 * radius)))
        return out

    def _objectives(self, state: GameState) -> list[Blit]:
        """Rings and hexagons of the markers, in the colours of who holds or contests them."""
        out: list[Blit] = []
        contest = self.stage.contest()
        for marker in state.markers.values():
            pos, unit = self.camera.px(marker.at), self.stage.scale.factor
            sides = [letter(s) for s in contest.get(marker.id, ())]
            ring = markers.objective_ring(round(self.stage.ruleset.marker_ring * self.camera.ppi * 2) / 2, sides, unit)
            radius = max(11.0 * unit, round(0.6 * self.camera.ppi * 2) / 2)
            owner = sides[0] if len(sides) == 1 else None
            shadow = token_parts.shadow(radius, False)
            image = markers.objective(radius, owner)
            cast = pos[0] + radius * 0.12, pos[1] + radius * 0.16
            box = image.get_rect(center=(round(pos[0]), round(pos[1])))
            self.blocked.append(box)
            out += [(ring, corner(ring, pos)), (shadow, corner(shadow, cast)), (image, corner(image, pos))]
        return out

    # --- what is where
    def at(self, pos: tuple[int, int], *, flags: bool = True) -> str:
        """The model or system under `pos`, the nearest where several are; else of a unit's flag its first model, else
        the piece of terrain; '' for none."""
        near = [(math.dist(box.center, pos) - box.w / 2, name) for name, box in self.hits
                if math.dist(box.center, pos) <= box.w / 2 + 3]
        if near:
            return min(near)[1]
        flagged = next((unit for unit, box in self.words.flag_boxes.items() if flags and box.collidepoint(pos)), "")
        if flagged:
            return next((m.id for m in self.stage.state.members(flagged) if m.on_table), "")
        return self.piece_at(self.camera.inch(pos))

    def piece_at(self, point: Point) -> str:
        """The topmost piece of terrain over a point."""
        found = ""
        for piece in self.stage.state.terrain.values():
            if piece.disc is not None:
                x, y, r = piece.disc
                within = math.dist((x, y), point) <= r
            else:
                within = inside(piece.outline, point)
            if within:
                found = piece.id
        return found


def gauge_box(look: TokenLook, at: tuple[float, float]) -> pygame.Rect | None:
    """Where a token shows its gauge, for labels to keep clear of; None while it shows none."""
    if not look.shows_gauge or look.small:
        return None
    high = 22 * look.unit if look.selected or look.hovered or look.target else 14 * look.unit
    wide = token_parts.gauge(look.gauge, look.radius, look.unit).get_width()
    return pygame.Rect(round(at[0] - wide / 2), round(at[1] + look.radius), wide, round(high))


def _faded(image: pygame.Surface, share: float) -> pygame.Surface:
    out = image.copy()
    out.fill((255, 255, 255, round(255 * share)), special_flags=pygame.BLEND_RGBA_MULT)
    return out
