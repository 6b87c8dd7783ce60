"""Two engines on the same tasks: what each got right first, and how long each took.

python -m benchmarks.repair --set held-out-1 --section programs --seconds 30 --rows OLD.jsonl
python -m benchmarks.repair --set held-out-1 --section programs --seconds 30 --rows NEW.jsonl
python -m benchmarks.repair.paired OLD.jsonl NEW.jsonl
"""

from __future__ import annotations

import math
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.repair import cache
from benchmarks.repair.table import Row, share


def is_right(row: Row) -> bool:
    """Whether the first choice is right: the original text, or as far as is known the same behaviour."""
    return bool(row["rank"] == 1)


def chance(one: int, other: int) -> float:
    """How often a fair coin parts so many or more unequally: the exact two-sided sign test (McNemar)."""
    of, least = one + other, min(one, other)
    return min(1.0, 2 * sum(math.comb(of, count) for count in range(least + 1)) / float(2**of))


def table(old: Sequence[Row], new: Sequence[Row]) -> list[str]:
    """The figures of both for the tasks that both tried, and the tasks that only one got right."""
    before, after = ({row["id"]: row for row in rows} for rows in (old, new))
    both = sorted(before.keys() & after.keys())
    if not both:
        return ["no task was tried by both"]
    lost = [name for name in both if is_right(before[name]) and not is_right(after[name])]
    gained = [name for name in both if is_right(after[name]) and not is_right(before[name])]
    lines = [f"{'':22}{'old':>18}{'new':>18}"]
    for title, count in (("right first", is_right), ("overfitted first", lambda row: bool(row["overfitted"]))):
        shares = [share(sum(count(rows[name]) for name in both), len(both)) for rows in (before, after)]
        lines.append(f"{title:22}{shares[0]:>18}{shares[1]:>18}")
    for title, key in (("median seconds", "seconds"), ("median first patch, s", "first_seconds")):
        medians = [_median([rows[name][key] for name in both if rows[name]["plausible"]]) for rows in (before, after)]
        lines.append(f"{title:22}{medians[0]:>18}{medians[1]:>18}")
    lines += [f"only the old one: {name}" for name in lost] + [f"only the new one: {name}" for name in gained]
    p = chance(len(lost), len(gained))
    return [*lines, f"{len(both)} tasks; lost {len(lost)}, gained {len(gained)}, p = {p:.2f} (sign test)"]


def _median(values: Sequence[float | None]) -> str:
    known = [value for value in values if value is not None]
    return f"{statistics.median(known):.1f}" if known else "-"


def main() -> int:
    if len(sys.argv) != 3:
        print(__doc__)
        return 2
    print("\n".join(table(*(list(cache.rows(Path(name))) for name in sys.argv[1:]))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
