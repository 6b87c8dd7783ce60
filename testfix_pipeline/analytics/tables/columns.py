"""The definition of a column of the history, and the columns that several tables share."""

from __future__ import annotations

from dataclasses import dataclass

TEXT, WHOLE, NUMBER, FLAG, TIME = "str", "Int64", "float64", "bool", "datetime64[us, UTC]"


@dataclass(frozen=True)
class Column:
    """`dtype` is the pandas dtype; absent texts are "", absent numbers NA, absent times NaT."""

    name: str
    dtype: str
    description: str


def columns(*rows: Column | tuple[str, str, str]) -> tuple[Column, ...]:
    """Return columns from others, and from rows of name, type and description."""
    return tuple(row if isinstance(row, Column) else Column(*row) for row in rows)


SESSION = columns(
    ("project", TEXT, "Key of the project: its name and 6 hex digits of its path."),
    ("session_key", TEXT, "Key of the session over all projects: PROJECT--SESSION_ID."),
    ("session_id", TEXT, "Id of the session in its project (WFS-...)."),
)
IDENTITY = [column.name for column in SESSION]
COUNTS = columns(
    ("n", WHOLE, "Denominator of the pass rate: passed + failed + errors."),
    ("passed", WHOLE, "Tests that passed."),
    ("failed", WHOLE, "Tests that failed."),
    ("errors", WHOLE, "Tests that erred, files that could not be collected, and measured tests that did not report."),
    ("skipped", WHOLE, "Tests that were skipped; not in n."),
)
MEASUREMENT = columns(
    ("iteration", WHOLE, "The iteration at whose start this was measured; for `final` the last finished one."),
    ("measurement", TEXT, "start: what the iteration started from (1: the baseline); final: after the last one."),
    ("step", WHOLE, "Iterations finished before this measurement; orders the measurements of a session."),
    ("measured_at", TIME, "When the measurement was in."),
    ("commit", TEXT, "The commit that was measured."),
)
SPENT = columns(
    ("calls", WHOLE, "Calls of models."),
    ("tokens", WHOLE, "Tokens that they used; estimated where a tool does not say."),
    ("money", NUMBER, "What they cost in US dollars, by the price table of the session."),
)
SIZE = columns(("small_n", FLAG, "n is under 5."))
