"""Fits how likely the first patch of a search in Python is right: the numbers of `ranking/measured_confidence.py`.

    python -m benchmarks.repair.learning.first_choices

Each stored row is the first patch of one search: its project, kind, features, whether it is right, and the suite that
the engine saw. "whole": training programs with their own bug. "part": random faults in the right text of training
programs (`changed.py`, `removed.py`), a quarter to three quarters of the test functions kept from the engine; right is
what passes these and the hidden tests. "natural": programs of unrelated writers who know nothing of the engine, with a
mistake of their own, a third with weak tests; such patches are right less often than the score says. "unseen": first
patches of held-out programs, which nothing is fitted to.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.repair.learning.calibration import table
from benchmarks.repair.learning.regression import Case, Fit, fit, held_out
from benchmarks.repair.learning.trust import LabelledPatch
from testfix_pipeline.repair.ranking import measured_confidence
from testfix_pipeline.repair.ranking.confidence_model import shipped_confidence_model
from testfix_pipeline.repair.ranking.logistic import logistic

ROWS = Path(__file__).with_name("first-choices.jsonl.gz")
NAMES = ("score", "rivals", *measured_confidence.RESTRICTING)
RIDGE = 0.5  # no patch of one group is right in seven searches: chance, too

Row = Mapping[str, Any]


def stored() -> list[Row]:
    """The rows in the repository."""
    return [json.loads(line) for line in gzip.decompress(ROWS.read_bytes()).splitlines()]


def cases(rows: Sequence[Row]) -> list[Case]:
    """The rows as cases; several of one project together count less than as many projects would."""
    model, number = shipped_confidence_model(), Counter(row["project"] for row in rows)
    return [
        Case(
            (),
            {
                "score": model.score(row["kind"], row["features"]),
                "rivals": measured_confidence.undistinguished_rivals(row["features"]),
                **{
                    name: float(name in measured_confidence.groups(row["kind"]))
                    for name in measured_confidence.RESTRICTING
                },
            },
            row["right"],
            row["project"],
            number[row["project"]] ** -0.5,
        )
        for row in rows
    ]


def shipped() -> tuple[float, ...]:
    """The intercept, then the weights by NAMES."""
    own = measured_confidence
    return own.INTERCEPT, own.SCORE, own.RIVALS, *own.RESTRICTING.values()


def fitted(rows: Sequence[Row]) -> Fit:
    """The log odds by NAMES, fitted to all rows but the unseen ones."""
    return fit(cases([row for row in rows if row["suite"] != "unseen"]), NAMES, RIDGE)


def main() -> None:
    rows = stored()
    known = cases([row for row in rows if row["suite"] != "unseen"])
    unseen = cases([row for row in rows if row["suite"] == "unseen"])
    found = fitted(rows)
    said = {
        "held out by project": list(zip(held_out(known, NAMES, RIDGE), known, strict=True)),
        "unseen programs": [(found.score(case), case) for case in unseen],
    }
    for name, judged in said.items():
        print(f"{name}\n{table([LabelledPatch(logistic(score), case.right, True) for score, case in judged])}\n")
    made = tuple(round(number, 2) for number in (found.intercept, *(found.features[name] for name in NAMES)))
    print(f"intercept, {', '.join(NAMES)}: {made}; shipped: {shipped()}")


if __name__ == "__main__":
    main()
