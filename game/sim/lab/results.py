"""What the Lab's numbers came to, as a file: CSV, a line for each outcome or run, or JSON with everything."""
from __future__ import annotations

import csv
import io
import math
from pathlib import Path
from typing import Any

import msgspec

from game.engine.journal import write_atomically
from game.errors import FileError
from game.sim.lab.figures import Difference, Spread
from game.sim.lab.numbers import Numbers
from game.sim.lab.set_ups import AskedOrder, AskedRuns, titled
from game.sim.odds import summed
from game.sim.summary import wilson
from game.words import plain, say

KINDS = (".csv", ".json")


def write(numbers: Numbers, path: Path) -> None:
    """Writes what this tab came to, by the ending of `path`. Raises FileError, also where there is nothing yet."""
    if path.suffix.lower() not in KINDS:
        raise FileError(path, "", say("results are one of {kinds}", kinds=", ".join(KINDS)))
    if not has_results(numbers):
        raise FileError(path, "", "there are no results yet: run something first")
    if path.suffix.lower() == ".json":
        data = msgspec.json.format(msgspec.json.encode(told(numbers), enc_hook=plain), indent=2) + b"\n"
    else:
        data = _csv(numbers).encode()
    write_atomically(path, data)


def has_results(numbers: Numbers) -> bool:
    """Whether this tab has anything to write down."""
    if numbers.tab == "rules":
        return bool(numbers.elsewhere())
    return any(asked.work is not None and asked.work.done for asked in numbers.asked)


def told(numbers: Numbers) -> dict[str, Any]:
    """Everything, as plain values."""
    if numbers.tab == "rules":
        return {"question": "rules", "inches": numbers.budget, "viewer": numbers.viewer, "target": numbers.target,
                "answers": [msgspec.to_builtins(e, enc_hook=plain) for e in numbers.elsewhere()]}
    if numbers.tab == "onward":
        return {"question": "onward", "until": numbers.until,
                "set_ups": [_of_runs(a) for a in numbers.played],
                "differences": [{"what": plain(words), **_difference(d)}
                                for words, d, _ in numbers.run_differences()]}
    differences = numbers.harm_difference()
    return {
        "question": "order", "spends": numbers.spend, "set_ups": [_of_order(a) for a in numbers.sampled],
        "differences": {} if differences is None else {"harm": _difference(differences[0]),
                                                       "any_harm": _difference(differences[1])}}


def _of_order(asked: AskedOrder) -> dict[str, Any]:
    found: dict[str, Any] = {"set_up": plain(titled(asked.moment)), "letter": asked.letter}
    if asked.why is not None:
        return {**found, "refused": str(asked.why)}
    posed, sampling = asked.posed, asked.sampling
    assert posed is not None and sampling is not None
    found |= {"rules": posed.rules, "order": plain(posed.wish.title), "doer": posed.wish.doer,
              "target": posed.wish.target, "wanted": sampling.wanted, "stopped": sampling.stopped}
    if posed.exact is not None:
        exact = posed.exact
        found["exact"] = {"chance": exact.chance, "harm": exact.harm, "unit": exact.unit,
                          "outcomes": [[plain(words), share] for words, share in exact.outcomes]}
    if sampling.tally.runs:
        low, high = _interval(Spread(dict(sampling.tally.harm)))
        found["sampled"] = msgspec.to_builtins(summed(sampling.tally), enc_hook=plain) | {"low": low, "high": high}
        found["counts"] = {str(harm): n for harm, n in sorted(sampling.tally.harm.items())}
    return found


def _of_runs(asked: AskedRuns) -> dict[str, Any]:
    found: dict[str, Any] = {"set_up": plain(titled(asked.moment)), "letter": asked.letter}
    summary = asked.summary
    if asked.why is not None or summary is None or asked.playing is None:
        return {**found, "refused": str(asked.why) if asked.why is not None else ""}
    sides = asked.moment.state.sides
    return {
        **found, "levels": summary.head.levels, "wanted": asked.playing.wanted, "runs": summary.games,
        "stopped": asked.playing.stopped, "draws": summary.draws,
        "wins": {side: {"rate": share.rate, "interval": list(share.interval)} for side, share in summary.sides.items()},
        "rounds": {str(number): n for number, n in summary.lengths.items()},
        "units": [msgspec.to_builtins(unit, enc_hook=plain) for unit in summary.units],
        "damage": {side: _spread(asked.damage(side)) for side in sides},
        "lost": {side: _spread(asked.lost(side)) for side in sides},
        "errors": [plain(error) for error in summary.errors],
        "rows": [msgspec.to_builtins(row, enc_hook=plain) for row in asked.playing.rows]}


def _spread(spread: Spread) -> dict[str, Any]:
    return {"mean": spread.mean, "interval": list(_interval(spread)),
            "counts": {str(value): n for value, n in sorted(spread.counts.items())}}


def _interval(spread: Spread) -> tuple[float | None, float | None]:
    """As the window tells it: one run tells none."""
    return spread.interval if spread.of > 1 else (None, None)


def _difference(found: Difference) -> dict[str, Any]:
    return {"b_less_a": found.value, "interval": [None if math.isinf(n) else n for n in (found.low, found.high)]}


def _csv(numbers: Numbers) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    rows = {"order": _order_lines, "onward": _run_lines, "rules": _rule_lines}[numbers.tab](numbers)
    writer.writerows([[plain(cell) if isinstance(cell, str) else cell for cell in row] for row in rows])
    return out.getvalue()


def _order_lines(numbers: Numbers) -> list[list[Any]]:
    """A line for each amount of harm and each outcome besides, with its share and the interval of it."""
    lines: list[list[Any]] = [["set_up", "order", "source", "outcome", "runs", "count", "share", "low", "high"]]
    for asked in numbers.sampled:
        if asked.posed is None or asked.sampling is None:
            continue
        name, order, tally = asked.title, asked.posed.wish.title, asked.sampling.tally
        if asked.posed.exact is not None:
            lines += [[name, order, "exact", words, "", "", share, "", ""]
                      for words, share in asked.posed.exact.outcomes]
        runs = tally.runs
        lines += [[name, order, "sampled", say("harm {outcome}", outcome=harm), runs, n, n / runs, *wilson(n, runs)]
                  for harm, n in sorted(tally.harm.items())]
        lines += [[name, order, "sampled", words, runs, n, n / runs, *wilson(n, runs)]
                  for words, n in tally.besides.most_common()]
    return lines


def _run_lines(numbers: Numbers) -> list[list[Any]]:
    """A line for each run."""
    sides = list(numbers.played[0].moment.state.sides) if numbers.played else []
    lines: list[list[Any]] = [["set_up", "number", "seed", "winner", "rounds", *(f"score_{s}" for s in sides),
                               *(f"damage_{s}" for s in sides), *(f"lost_{s}" for s in sides), "decisions", "seconds",
                               "error"]]
    for asked in numbers.played:
        for row in sorted(asked.playing.rows, key=lambda r: r.number) if asked.playing is not None else ():
            lost = [sum(u.lost for u in row.units.values() if u.side == side) for side in sides]
            lines.append([asked.title, row.number, row.seed, row.winner, row.rounds,
                          *(row.score.get(s, 0) for s in sides), *(sum(row.harm.get(s, ())) for s in sides), *lost,
                          row.decisions, row.seconds, row.error])
    return lines


def _rule_lines(numbers: Numbers) -> list[list[Any]]:
    head = ["rules", "sees", "blocked_by", "cover", "behind", "square_inches", "way", "fault"]
    return [head, *([e.rules, e.clear, " ".join(e.blocked_by), e.cover, " ".join(e.behind), round(e.ground, 2),
                     "" if e.way is None else round(e.way, 3), e.fault] for e in numbers.elsewhere())]
