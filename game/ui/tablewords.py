"""The words over the table: names, markers, why one may not be picked, flags; and where each may stand."""
from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

import pygame

from game.ui.camera import Camera
from game.ui.draw import labels, markers
from game.ui.draw.placing import Label, place
from game.ui.flags import UnitFlags, tail
from game.ui.sprites import Blit
from game.ui.stage import Stage, letter
from game.ui.tablelook import label_of
from game.units import Point
from game.words import joined, say, shown

if TYPE_CHECKING:
    from game.ui.tableview import Show

Tagged: TypeAlias = tuple[Label, pygame.Surface]


class TableWords:
    """Finds places for the words of a frame. `flag_boxes` are those of the units' flags."""

    def __init__(self, stage: Stage, camera: Camera) -> None:
        self.stage, self.camera = stage, camera
        self.flag_boxes: dict[str, pygame.Rect] = {}
        self._flags = UnitFlags()
        self._hits: Sequence[tuple[str, pygame.Rect]] = ()
        self._placed: tuple[Hashable, dict[Hashable, pygame.Rect], list[Blit]] | None = None
        self._placed_labels: dict[Hashable, Label] = {}
        self._tails: dict[Hashable, Blit | None] = {}

    def tagged(self, show: Show, *, still: bool) -> list[Tagged]:
        """What is to be said in this frame."""
        flags = self._flags.labels(self.stage, self.camera, show.moved, still=still)
        return [*self._names(show), *self._reasons(show), *flags, *self._marker_words()]

    def _names(self, show: Show) -> list[Tagged]:
        """Names of whom the pointer or the selection is on; of terrain under the pointer, or of all of it."""
        stage, out = self.stage, []
        unit = stage.scale.factor
        named = {stage.hovered, *(() if stage.by_unit else show.legal)} & set(stage.state.models)
        for name in sorted(named):
            model = stage.state.models[name]
            if not model.on_table:
                continue
            at, _ = show.where(model)
            words = stage.state.units[model.unit].name if stage.by_unit else model.name
            image = labels.name_label(words, letter(model.side), unit)
            priority = 8 if name == stage.hovered else 4
            out.append(self._tagged(("name", name), image, at, model.radius, priority, name == stage.hovered))
        for piece in stage.state.terrain.values():
            if not (stage.labels or stage.hovered == piece.id):
                continue
            image = labels.name_label(label_of(piece), None, unit)
            radius = piece.disc[2] if piece.disc else 0.2
            out.append(self._tagged(("piece", piece.id), image, piece.centre, radius, 2, stage.hovered == piece.id))
        return out

    def _marker_words(self) -> list[Tagged]:
        """Under each marker its number, and who holds it."""
        out, stage = [], self.stage
        contest = stage.contest()
        for marker in stage.state.markers.values():
            sides = [letter(s) for s in contest.get(marker.id, ())]
            says = say("contested") if len(sides) > 1 else say("{side} holds", side=sides[0]) if sides else say("free")
            owner = sides[0] if len(sides) == 1 else None
            image = markers.objective_words(joined(" · ", (marker.name or marker.id, says)), owner, stage.scale.factor)
            x, y = self.camera.px(marker.at)
            below = y + stage.ruleset.marker_ring * self.camera.ppi
            if not self.camera.view.collidepoint(x, below):
                continue
            label = Label(("marker", marker.id), image.get_size(), (x, below), 2.0, 4, "below")
            out.append((label, image))
        return out

    def _reasons(self, show: Show) -> list[Tagged]:
        """The plates of refusals beside those that may not be picked."""
        out = []
        for name, words in show.illegal.items():
            model = self.stage.state.models.get(name)
            if model is None or not model.on_table or not words:
                continue
            reason, _, rule = shown(words).partition("|")
            image = labels.refusal(reason, rule, self.stage.scale.factor)
            hovered = self.stage.hovered == name
            at, _ = show.where(model)
            label = Label(("reason", name), image.get_size(), self.camera.px(at),
                          model.radius * self.camera.ppi + 8, 7 if hovered else 3, "right", hovered)
            out.append((label, image))
        return out

    def _tagged(
        self, key: Hashable, image: pygame.Surface, at: Point, radius: float, priority: int, pinned: bool
    ) -> Tagged:
        clear = radius * self.camera.ppi + self.stage.scale(6)
        label = Label(key, image.get_size(), self.camera.px(at), clear, priority, "above", pinned)
        return label, image

    def placed(self, tagged: Sequence[Tagged], hits: Sequence[tuple[str, pygame.Rect]], others: Sequence[pygame.Rect],
               *, moving: bool) -> list[Blit]:
        """The labels where none covers another, nor a token (`hits`), nor one of the `others`. While somebody walks
        those that are not its own stay."""
        self._hits = hits
        if not tagged:
            return []
        taken = [*(box for _, box in hits), *others]
        wanted = [label for label, _ in tagged]
        area = self.camera.view.inflate(-8, -8)
        key = (tuple(wanted), None if moving else tuple(tuple(box) for box in taken), tuple(self.camera.view))
        if self._placed is None or self._placed[0] != key:
            kept = self._kept_labels(wanted) if moving else {}
            fresh = [label for label in wanted if label.key not in kept]
            boxes = {**kept, **place(fresh, area, [*taken, *kept.values()])}
            self._tails = {label.key: self._tail(label, boxes[label.key], label.key in kept) for label in wanted
                           if label.key in boxes and isinstance(label.key, tuple) and label.key[0] == "flag"}
            self._placed = (key, boxes, [t for t in self._tails.values() if t is not None])
            self._placed_labels = {label.key: label for label in wanted}
            self.flag_boxes = {str(name[1]): box for name, box in boxes.items()
                               if isinstance(name, tuple) and name[0] == "flag"}
        _, boxes, lines = self._placed
        return [*lines, *((image, boxes[label.key].topleft) for label, image in tagged if label.key in boxes)]

    def _tail(self, label: Label, box: pygame.Rect, kept: bool) -> Blit | None:
        """The line from a flag to its unit; of one that stays where it is that of before."""
        if kept and label.key in self._tails:
            return self._tails[label.key]
        return tail(self._nearest(label, box), box, self.stage.scale.factor)

    def _nearest(self, label: Label, box: pygame.Rect) -> Label:
        """A unit's flag pointed at the nearest of its models, so that its line crosses none of them."""
        models = self.stage.state.models
        discs = [hit for name, hit in self._hits
                 if name in models and isinstance(label.key, tuple) and models[name].unit == label.key[1]]
        if not discs:
            return label
        near = min(discs, key=lambda disc: math.dist(disc.center, box.center) - disc.w / 2)
        away = math.dist(near.center, box.center)
        share = (near.w / 2 + 1) / away if away else 0.0
        x, y = ((1 - share) * a + share * b for a, b in zip(near.center, box.center, strict=True))
        return replace(label, about=(x, y))

    def _kept_labels(self, wanted: Sequence[Label]) -> dict[Hashable, pygame.Rect]:
        """The boxes of the labels that are as they were when they were placed."""
        if self._placed is None:
            return {}
        boxes, before = self._placed[1], self._placed_labels
        return {label.key: boxes[label.key] for label in wanted
                if label.key in boxes and before.get(label.key) == label}
