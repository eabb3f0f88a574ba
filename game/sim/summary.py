"""A batch of games summed up: who wins and how surely, how long games are, what each unit does and suffers."""
from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from game.sim.rows import BatchHead, GameRow
from game.words import joined, percent, say, say_many, shown

Z = 1.959963984540054
"""Standard deviations to either side that hold 95 %."""


class Share(msgspec.Struct, frozen=True):
    """`won` of `of` games (a draw counts half), with the 95 % interval after Wilson."""

    won: float
    of: int

    @property
    def rate(self) -> float:
        """0 to 1; 0.5 of no games."""
        return self.won / self.of if self.of else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """Within what the true rate lies, 19 times in 20; (0, 1) of no games."""
        return wilson(self.won, self.of)

    @property
    def words(self) -> str:
        low, high = self.interval
        return shown(say("{rate:>7}  ({low} to {high})", rate=percent(self.rate, 1), low=percent(low, 1),
                         high=percent(high, 1)))


class UnitFigures(msgspec.Struct, frozen=True, kw_only=True):
    """One unit over all games: means a game."""

    unit: str
    name: str
    side: str
    models: float
    lost: float
    dealt: float
    taken: float
    felled: float


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What a batch came to. `sides` and `levels` hold shares of the games that ended; `wanted` is how many were
    asked for; `errors` tells of games that did not end well; `lengths` how many games had so many rounds; `harm` by
    side what its attacks did in each round, as means of all games."""

    head: BatchHead
    names: dict[str, str]
    wanted: int
    games: int
    draws: int
    sides: dict[str, Share]
    levels: dict[str, Share]
    edges: Share
    rounds: float
    score: dict[str, float]
    seconds: float
    decisions: int
    rate: float
    luck: dict[str, float]
    units: tuple[UnitFigures, ...]
    errors: tuple[str, ...] = ()
    interrupted: bool = False
    lengths: dict[int, int] = {}
    harm: dict[str, tuple[float, ...]] = {}

    @property
    def title(self) -> str:
        """The set-up in a line: scenario, sides, who plays them."""
        players = joined(", ", (joined(" ", (self.names.get(side, side), level))
                                for side, level in self.head.levels.items()))
        return say("{scenario}: {players}", scenario=self.head.scenario, players=players)

    def short_lines(self) -> list[str]:
        """Who won how often and how long it took, in two lines."""
        wins = [joined(" ", (self.names[side], " ".join(share.words.split()))) for side, share in self.sides.items()]
        return [say("wins (95 % interval): {wins}; draws {draws}", wins=joined(", ", wins), draws=self.draws),
                say("games {games} of {wanted}, {rounds:.1f} rounds, {seconds:.2f} s a game", games=self.games,
                    wanted=self.wanted, rounds=self.rounds, seconds=self.seconds)]

    def text(self, *, wins: bool = True) -> str:
        """The summary as lines for people, without the wins where no game was to end."""
        won = [*_win_lines(self), ""] if wins else []
        return "\n".join([*_head_lines(self), "", *won, *_unit_lines(self), *_error_lines(self)])


def wilson(won: float, of: int) -> tuple[float, float]:
    """The 95 % interval of a share, after Wilson; (0, 1) of nothing."""
    if of == 0:
        return 0.0, 1.0
    share, square = won / of, Z * Z
    middle = share + square / (2 * of)
    spread = Z * math.sqrt(share * (1 - share) / of + square / (4 * of * of))
    return max(0.0, (middle - spread) / (1 + square / of)), min(1.0, (middle + spread) / (1 + square / of))


def summarize(
    rows: Sequence[GameRow], *, head: BatchHead, sides: Mapping[str, str], wanted: int, interrupted: bool = False
) -> Summary:
    """Sums up finished games; fine with none."""
    ended = [row for row in rows if not row.error]
    seconds = sum(row.seconds for row in rows)
    decisions = sum(row.decisions for row in rows)
    first = next(iter(sides), "")
    return Summary(
        head=head, names=dict(sides), wanted=wanted, games=len(ended), draws=sum(r.winner == "draw" for r in ended),
        sides={side: _share(ended, {number: {side} for number in range(len(ended))}) for side in sides},
        levels={level: _share(ended, {n: {s for s, lv in row.levels.items() if lv == level}
                                      for n, row in enumerate(ended)})
                for level in dict.fromkeys(head.levels.values())} if len(set(head.levels.values())) > 1 else {},
        edges=_share(ended, {n: {_at_first_edge(row, first, sides)} for n, row in enumerate(ended)}),
        rounds=_mean([row.rounds for row in ended]),
        score={side: _mean([row.score.get(side, 0) for row in ended]) for side in sides},
        seconds=seconds / len(rows) if rows else 0.0, decisions=decisions, rate=decisions / seconds if seconds else 0.0,
        luck={side: _mean([row.luck.get(side, 0.0) for row in ended]) for side in sides},
        units=_unit_figures(ended), errors=tuple(say("game {number}, seed {seed}: {error}", number=r.number,
                                                     seed=r.seed, error=r.error) for r in rows if r.error),
        interrupted=interrupted,
        lengths=dict(sorted(Counter(row.rounds for row in ended).items())),
        harm={side: _by_round([row.harm.get(side, ()) for row in ended]) for side in sides},
    )


def _by_round(games: Sequence[Sequence[int]]) -> tuple[float, ...]:
    """The mean of each round over all games; a game that was over by then did nothing in it."""
    longest = max((len(game) for game in games), default=0)
    return tuple(_mean([game[number] if number < len(game) else 0 for game in games]) for number in range(longest))


def _share(rows: Sequence[GameRow], sides: Mapping[int, set[str]]) -> Share:
    """The games won by the sides named for each; a draw counts half."""
    won = sum(1.0 if row.winner in sides[n] else 0.5 if row.winner == "draw" else 0.0 for n, row in enumerate(rows))
    return Share(won, len(rows))


def _at_first_edge(row: GameRow, first: str, sides: Mapping[str, str]) -> str:
    """The side that began at the table edge that the scenario gives the first side."""
    return next((s for s in sides if s != first), first) if row.swapped else first


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _unit_figures(rows: Sequence[GameRow]) -> tuple[UnitFigures, ...]:
    ids = dict.fromkeys(unit for row in rows for unit in row.units)
    found = []
    for unit in ids:
        told = [row.units[unit] for row in rows if unit in row.units]
        found.append(UnitFigures(
            unit=unit, name=told[0].name, side=told[0].side, models=_mean([u.models for u in told]),
            lost=_mean([u.lost for u in told]), dealt=_mean([u.dealt for u in told]),
            taken=_mean([u.taken for u in told]), felled=_mean([u.felled for u in told]),
        ))
    return tuple(found)


def _head_lines(summary: Summary) -> list[str]:
    head = summary.head
    first = [say("{title}; seed {seed}", title=summary.title, seed=head.seed)]
    if head.mirrored:
        first.append(say("sides swapped"))
    second = [say_many("{n} game", "{n} games", summary.games) if summary.games == summary.wanted
              else say("{games} of {wanted} games", games=summary.games, wanted=summary.wanted)]
    if summary.interrupted:
        second.append(say("interrupted"))
    second.append(say("{rounds:.1f} rounds, {seconds:.2f} s a game, {rate:.0f} decisions a second",
                      rounds=summary.rounds, seconds=summary.seconds, rate=summary.rate))
    return [joined(", ", first), joined(", ", second)]


def _win_lines(summary: Summary) -> list[str]:
    first, draws, title = say("first edge"), say("draws"), say("wins (95 % interval)")
    wide = max([len(shown(name)) for name in (*summary.names.values(), *summary.levels, first)], default=0)
    lines = [f"{shown(title):{wide + 2}}"]
    for side, share in summary.sides.items():
        luck = say("score {score:.0f}, luck {luck:+.2f}", score=summary.score[side], luck=summary.luck[side])
        lines.append(f"  {shown(summary.names[side]):{wide}}  {share.words}   {shown(luck)}")
    lines += [f"  {shown(level):{wide}}  {share.words}" for level, share in summary.levels.items()]
    if summary.head.mirrored:
        lines.append(f"  {shown(first):{wide}}  {summary.edges.words}")
    return [*lines, f"  {shown(draws):{wide}}  {summary.draws}"]


def _unit_lines(summary: Summary) -> list[str]:
    if not summary.units:
        return []
    title, *heads = (shown(word) for word in (say("a game"), say("models"), say("lost"), say("dealt"), say("taken"),
                                              say("felled")))
    wide = max(len(shown(unit.name)) for unit in summary.units)
    lines = [f"  {title:{wide}}  {' '.join(f'{head:>6}' for head in heads)}"]
    for side, name in summary.names.items():
        lines.append(name)
        lines += [f"  {shown(u.name):{wide}}  " + shown(f"{u.models:6.1f} {u.lost:6.2f} {u.dealt:6.2f} {u.taken:6.2f} "
                                                        f"{u.felled:6.2f}") for u in summary.units if u.side == side]
    return lines


def _error_lines(summary: Summary) -> list[str]:
    return ["", say_many("{n} game went wrong:", "{n} games went wrong:", len(summary.errors)),
            *summary.errors] if summary.errors else []
