"""The table that says what the fitted order is worth beside the one that was shipped when the rows were collected."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.repair.training.fit import Array
from benchmarks.repair.training.measure import HEAD, here, rank_quality
from benchmarks.repair.training.order import Setting, cross_validated, for_training, held_out
from benchmarks.repair.training.rows import Table


def report(table: Table, setting: Setting) -> str:
    """Log-likelihood and rank of the right edit at its place, before and after."""
    training = for_training(table)
    after = cross_validated(training, setting, placed=False)
    rest = table.part(held_out(table))
    weights = setting.fitted(training)
    lines = [
        "The right edit among what is proposed at its place: mean log-likelihood; geometric mean, median and 90 % of",
        "its rank; share of first places. After: cross-validated by project and program; held-out ones by all others.",
        f"{'':34} {'fixes':>5} {HEAD}",
    ]
    for origin in ("fix", "program", "mutation"):
        lines += _lines({"fix": "mined fixes"}.get(origin, f"{origin}s"), training, after, training.origins == origin)
    if len(rest.starts):
        lines += _lines("mined fixes, held out", rest, weights.scores(rest), np.full(len(rest.starts), True))
    return "\n".join(lines)


def _lines(what: str, table: Table, after: Array, wanted: Array) -> Iterator[str]:
    reached = np.add.reduceat((table.right > 0) & table.here, table.starts) > 0
    part, rows = table.part(wanted & reached), (wanted & reached)[table.set_of]
    if len(part.starts):
        for when, utilities in (("before", table.before[rows]), ("after", after[rows])):
            found = rank_quality(here(part), utilities[part.here])
            yield f"{what:25} {when:8} {found.sets:5} {found}"
    yield f"{what:25} {'reached':8} {len(part.starts) / max(1, int(wanted.sum())):5.0%} of {int(wanted.sum())}"
