"""The derived tables: the tables that each needs, in an order in which they can be computed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import pandas as pd

from testfix_pipeline.analytics.derived.clusters import COLUMNS as CLUSTER_COLUMNS
from testfix_pipeline.analytics.derived.clusters import failure_clusters
from testfix_pipeline.analytics.derived.episodes import failure_episodes, mean_time_to_repair
from testfix_pipeline.analytics.derived.flaky_tests import flaky_tests
from testfix_pipeline.analytics.derived.lineage import session_lineage
from testfix_pipeline.analytics.derived.main_line import COLUMNS as LINE_COLUMNS
from testfix_pipeline.analytics.derived.regressions import regressions
from testfix_pipeline.analytics.derived.strategies import strategy_effectiveness
from testfix_pipeline.analytics.derived.stuck_tests import COLUMNS as STUCK_COLUMNS
from testfix_pipeline.analytics.derived.stuck_tests import stuck_tests
from testfix_pipeline.analytics.derived.test_events import events_of_tests
from testfix_pipeline.analytics.derived.trend import pass_rate_trend
from testfix_pipeline.analytics.tables.columns import IDENTITY
from testfix_pipeline.analytics.tables.schema import typed
from testfix_pipeline.core.errors import TableFailed
from testfix_pipeline.workspace.error_reports import pipeline_error

Frames = Mapping[str, pd.DataFrame]


@dataclass(frozen=True)
class Following:
    """How a derived table is computed: the tables that `make` takes, in order, some with only these columns."""

    make: Callable[..., pd.DataFrame]
    needs: tuple[str, ...]
    columns: Mapping[str, list[str]] = field(default_factory=dict)


# The table of outcomes is by far the largest: only the needed columns are read.
_TREND = {"test_outcomes": [*IDENTITY, "step", "measured_at", "test", "counts", "event", "carried"]}
_EVENTS = {"test_outcomes": [*IDENTITY, "step", "measured_at", "test", "counts", "event"]}
_LINE = {"test_outcomes": [*LINE_COLUMNS, "counts"]}

MADE: Mapping[str, Following] = {
    "test_events": Following(events_of_tests, ("test_outcomes",), _EVENTS),
    "pass_rate_trend": Following(pass_rate_trend, ("sessions", "iterations", "test_outcomes", "test_events"), _TREND),
    "regressions": Following(regressions, ("test_outcomes", "attempts", "sessions", "test_events"), _LINE),
    "stuck_tests": Following(stuck_tests, ("test_outcomes",), {"test_outcomes": STUCK_COLUMNS}),
    "flaky_tests": Following(flaky_tests, ("test_outcomes", "sessions", "test_events"), _LINE),
    "failure_clusters": Following(
        failure_clusters, ("test_outcomes", "attempts"), {"test_outcomes": [*CLUSTER_COLUMNS, "status"]}
    ),
    "strategy_effectiveness": Following(strategy_effectiveness, ("attempts", "tool_calls")),
    "failure_episodes": Following(failure_episodes, ("test_outcomes", "sessions", "test_events"), _LINE),
    "mean_time_to_repair": Following(
        mean_time_to_repair, ("failure_episodes", "test_outcomes"), {"test_outcomes": ["measured_at"]}
    ),
    "session_lineage": Following(session_lineage, ("sessions", "iterations", "attempts")),
}


def make(name: str, *frames: pd.DataFrame) -> pd.DataFrame:
    """Compute a derived table from the tables that it needs. Raises TableFailed for any error."""
    try:
        return MADE[name].make(*frames)
    except Exception as error:
        raise TableFailed(name, pipeline_error(error)) from error


def following(sources: Frames, failed: list[TableFailed] | None = None) -> dict[str, pd.DataFrame]:
    """Return every derived table, computed from frames of the sessions' tables (`schema.SOURCES`).

    With `failed`, tables that can't be computed are empty and their errors are added to it; else the first one is
    raised.
    """
    known = dict(sources)
    for name, one in MADE.items():
        try:
            known[name] = make(name, *(known[needed] for needed in one.needs))
        except TableFailed as error:
            if failed is None:
                raise
            failed.append(error)
            known[name] = typed(name, [])
    return {name: known[name] for name in MADE}
