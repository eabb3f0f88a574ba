"""Between two battles: what the last one did to each member of a force, what its owner does about it, and the record.

Every deed is written into the force's file at once; what may not be done is off and says why.
"""
from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pygame

from game.engine.campaign import Deed, Fought, Member, Offer
from game.errors import FiringArcError
from game.sim import campaigns
from game.table.forcefile import Force
from game.ui import theme
from game.ui.forms.form import Region
from game.ui.forms.page import EDGE, Column, FootButton, Page
from game.ui.scenes.builder_parts import ENTRY_HIGH, EntryRow, UnitRow
from game.ui.scenes.campaign_parts import CHANGE_HIGH, HEAD_HIGH, draw_change, draw_head, draw_member, draw_offer
from game.ui.scenes.scene import Shell
from game.words import joined, say, say_many, verbatim

LEFT_WIDE, RIGHT_WIDE, WIDE, HALF_WIDE = 340, 400, 1200, 820
"""px at 100 %: the outer columns, and the window's widths from which there are three columns, or two."""


class CampaignScene(Page):
    """The force of a campaign file. With `fought` that battle is written into the record first. Raises FileError where
    the file cannot be used; then nothing is written."""

    title = "Between battles"

    def __init__(self, shell: Shell, path: Path, fought: Fought | None = None) -> None:
        super().__init__(shell)
        self.path = path
        self.force = campaigns.load(path)
        self.campaign = campaigns.campaign_of(self.force)
        self._before: list[Force] = []
        if fought is not None:
            self._write_down(fought)
        members = self.campaign.members(self.force)
        self.chosen = next((m.id for m in members if not m.gone), members[0].id if members else "")

    @property
    def rules(self) -> str:
        return self.force.rules

    def _write_down(self, fought: Fought) -> None:
        verdict = self.campaign.check_record(self.force, fought)
        if verdict:
            self.force = campaigns.keep(self.campaign.record(self.force, fought), self.path)
            self.shell.toast(say("The battle is written down: {path}", path=verbatim(self.path)), "good")
        else:
            self.shell.toast(str(verdict))

    # --- what is done

    def do(self, deed: Deed) -> None:
        """A deed, kept at once; a disk that refuses leaves everything as it was."""
        try:
            now = campaigns.keep(self.campaign.apply(self.force, deed), self.path)
        except FiringArcError as error:
            self.shell.fail(error)
            return
        self._before.append(self.force)
        self.force = now
        self.shell.sound.play("confirm")
        self.refresh()

    def undo(self) -> None:
        """Takes the last deed back, in the file too."""
        if not self._before:
            return
        try:
            self.force = campaigns.keep(self._before[-1], self.path)
        except FiringArcError as error:
            self.shell.fail(error)
            return
        self._before.pop()
        self.refresh()

    def choose(self, member: str) -> None:
        self.chosen = member
        self.refresh()

    def handle(self, event: pygame.event.Event) -> None:
        with_ctrl = event.type == pygame.KEYDOWN and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        if with_ctrl and event.key == pygame.K_z:
            self.undo()
        else:
            super().handle(event)

    # --- the form

    def regions(self) -> list[Region]:
        s, body = self.scale, self.body()
        nothing = "" if self._before else say("There is nothing to take back.")
        foot = self.foot(
            FootButton("undo", "Undo", self.undo, icon="l:undo-2", off=nothing),
            FootButton("new_battle", "New battle", self.shell.show_new_battle, "chief", "l:swords"),
        )
        inner = body.inflate(-2 * s(EDGE), -2 * s(EDGE))
        if self.size[0] < s(HALF_WIDE):
            return [self._region("all", inner, self._add_list, self._add_member, self._add_offers, self._add_story),
                    foot]
        left = pygame.Rect(inner.left, inner.top, s(LEFT_WIDE), inner.height)
        rest = pygame.Rect(left.right + s(EDGE), inner.top, inner.right - left.right - s(EDGE), inner.height)
        if self.size[0] < s(WIDE):
            return [self._region("list", left, self._add_list),
                    self._region("rest", rest, self._add_member, self._add_offers, self._add_story), foot]
        right = pygame.Rect(rest.right - s(RIGHT_WIDE), rest.top, s(RIGHT_WIDE), rest.height)
        middle = pygame.Rect(rest.left, rest.top, rest.width - right.width - s(EDGE), rest.height)
        return [self._region("list", left, self._add_list), self._region("member", middle, self._add_member),
                self._region("deeds", right, self._add_offers, self._add_story), foot]

    def _region(self, name: str, view: pygame.Rect, *parts: Callable[[Column], None]) -> Region:
        """A region of one column, with room for a scroll bar at its right."""
        region = Region(name, view)
        column = Column(region, pygame.Rect(view.left, view.top, view.width - self.scale(16), view.height), self.scale)
        for number, part in enumerate(parts):
            column.gap(20 if number else 0)
            part(column)
        column.close()
        return region

    def _member(self) -> Member | None:
        return next((m for m in self.campaign.members(self.force) if m.id == self.chosen), None)

    def _add_list(self, column: Column) -> None:
        column.words("force", self.force.name, theme.CARD_NAME, theme.HIGH)
        count = len(self.force.battles)
        told = say_many("{n} battle fought", "{n} battles fought", count) if count else say("No battle fought yet")
        column.words("count", told, theme.ROW, theme.LOW)
        column.gap(10)
        for member in self.campaign.members(self.force):
            column.add(self.scale(ENTRY_HIGH), partial(self._row, member))
            column.gap(2)

    def _row(self, member: Member, rect: pygame.Rect) -> UnitRow:
        return UnitRow(f"member_{member.id}", rect, member.id == self.chosen, partial(self.choose, member.id),
                       partial(draw_member, member))

    def _add_member(self, column: Column) -> None:
        """What the last battle did to the chosen one, number by number, and why."""
        member = self._member()
        if member is None:
            return
        column.drawn("member_head", self.scale(HEAD_HIGH), partial(draw_head, member))
        column.gap(12)
        for number, change in enumerate(member.changes):
            column.drawn(f"change_{number}", self.scale(CHANGE_HIGH), partial(draw_change, change))
            for place, why in enumerate(change.why):
                column.words(f"why_{number}_{place}", why, theme.SMALL, theme.BODY)
            column.gap(10)
        if member.carries:
            column.gap(6)
            column.heading("carries", "Implants")
            column.words("carried", joined(", ", member.carries), theme.ROW, theme.BODY)

    def _add_offers(self, column: Column) -> None:
        column.heading("deeds", "Until the next battle")
        for offer in self.campaign.offers(self.force, self.chosen):
            column.add(self.scale(ENTRY_HIGH), partial(self._offer, offer))
            column.gap(2)

    def _offer(self, offer: Offer, rect: pygame.Rect) -> EntryRow:
        name = f"deed_{offer.deed.do}" + (f"_{offer.deed.choice}" if offer.deed.choice else "")
        return EntryRow(name, rect, partial(self.do, offer.deed), partial(draw_offer, offer),
                        off="" if offer.verdict else str(offer.verdict), hint=offer.about)

    def _add_story(self, column: Column) -> None:
        story = self.campaign.story(self.force)
        if story:
            column.heading("battles", "Battles")
        for number, (heading, lines) in enumerate(story):
            column.words(f"battle_{number}", heading, theme.ROW, theme.HIGH)
            column.gap(4)
            for place, line in enumerate(lines):
                column.words(f"battle_{number}_{place}", line, theme.SMALL, theme.BODY)
                column.gap(3)
            column.gap(12)
