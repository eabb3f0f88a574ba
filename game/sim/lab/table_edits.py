"""Edits of the table, the sides, and where the game begins."""
from __future__ import annotations

from msgspec.structs import replace

from game.sim.lab import shaping
from game.sim.lab.doc import Doc, empty, refusal, with_value
from game.sim.lab.edits import Edit
from game.table.mapfile import LARGEST_TABLE
from game.table.side import edge_zone
from game.words import say

LONGEST_TITLE = 60


def with_table(width: float | None = None, height: float | None = None, ground: str | None = None) -> Edit:
    """Another size or ground. Refused where a model would stand off the table."""
    def edit(doc: Doc) -> Doc:
        old = doc.setting.table
        wide, high = (float(new if new is not None else was) for new, was in ((width, old.width), (height, old.height)))
        if not (6 <= wide <= LARGEST_TABLE and 6 <= high <= LARGEST_TABLE):
            raise refusal(say("A table is from 6″ to {largest_table:g}″ wide and deep.", largest_table=LARGEST_TABLE))
        out = next((m for _, m in doc.specs() if m.at is not None and not (m.at[0] <= wide and m.at[1] <= high)), None)
        if out is not None:
            raise refusal(say("{name} would stand off the table.", name=out.name or out.id))
        table = replace(old, width=wide, height=high, ground=ground or old.ground)
        sides = {k: replace(s, zone=edge_zone(s.edge, zone_depth(doc, k), wide, high) if s.zone else ())
                 for k, s in doc.setting.sides.items()}
        return doc.with_setting(table=table, sides=sides)
    return edit


def zone_depth(doc: Doc, side: str) -> float:
    """Inches from its edge that a side's zone is deep."""
    told, table = doc.setting.sides[side], doc.setting.table
    if not told.zone:
        return 0.0
    xs, ys = zip(*told.zone, strict=True)
    depth = {"south": max(ys), "north": table.height - min(ys), "west": max(xs), "east": table.width - min(xs)}
    return shaping.grain(depth[told.edge])


def with_side(side: str, name: str | None = None, edge: str | None = None, depth: float | None = None) -> Edit:
    """Another name, edge or depth of zone of a side."""
    def edit(doc: Doc) -> Doc:
        told, table = doc.setting.sides[side], doc.setting.table
        deep = float(depth if depth is not None else zone_depth(doc, side) or doc.ruleset.zone_depth)
        far = edge or told.edge
        across = table.height if far in ("south", "north") else table.width
        if not 0 < deep <= across:
            raise refusal(say("A zone is above 0″ and at most {across:g}″ deep here.", across=across))
        if name is not None and not (name.strip() and len(name) <= LONGEST_TITLE and name.isprintable()):
            raise refusal(say("A name has 1 to {longest_title} printable signs.", longest_title=LONGEST_TITLE))
        changed = replace(told, name=name if name is not None else told.name, edge=far,
                          zone=edge_zone(far, deep, table.width, table.height))
        return doc.with_setting(sides={**doc.setting.sides, side: changed})
    return edit


def titled(title: str) -> Edit:
    """Another title."""
    def edit(doc: Doc) -> Doc:
        if not (title.strip() and len(title) <= LONGEST_TITLE and title.isprintable()):
            raise refusal(say("A title has 1 to {longest_title} printable signs.", longest_title=LONGEST_TITLE))
        return doc.with_setting(title=title, table=replace(doc.setting.table, title=title))
    return edit


def rounds(number: int) -> Edit:
    """How long the game lasts; 0 leaves it to the rules."""
    def edit(doc: Doc) -> Doc:
        if not 0 <= number <= 100:
            raise refusal("A game lasts from 1 to 100 rounds; 0 leaves it to the rules.")
        options = {k: v for k, v in doc.setting.options.items() if k != "rounds"}
        return doc.with_setting(options={**options, **({"rounds": number} if number else {})})
    return edit


def acts_next(model: str) -> Edit:
    """This model's side, or where the rules have an order this model itself, acts next."""
    def edit(doc: Doc) -> Doc:
        state = doc.begin()
        told = doc.ruleset.case_words.acts_next(state, model)
        for field in doc.ruleset.case_words.form(state, state.models[model]):
            if field.fresh is not None and field.value != field.fresh:
                doc = with_value(doc, model, field, field.fresh)
        kept = {k: v for k, v in doc.setting.begin.items() if k not in ("turn", "first", "order", "slots", "slot")}
        return doc.with_setting(begin={**kept, **told})
    return edit


def other_rules(rules: str) -> Edit:
    """The same table under other rules: its terrain stays, models of other rules cannot."""
    def edit(doc: Doc) -> Doc:
        bare = empty(rules, doc.title)
        table = doc.setting.table if doc.setting.terrain else bare.setting.table
        sides = {k: replace(s, zone=edge_zone(s.edge, bare.ruleset.zone_depth, table.width, table.height), force="")
                 for k, s in doc.setting.sides.items()}
        groups = tuple(g for g in (tuple(t for t in g if t.kind == "piece") for g in doc.groups) if len(g) > 1)
        return replace(bare.with_setting(table=table, terrain=doc.setting.terrain, sides=sides), groups=groups)
    return edit
