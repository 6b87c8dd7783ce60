"""The history for analysts: pandas tables stored as Parquet, and the tables derived from them."""

from collections.abc import Callable, Iterator
from typing import Any

import dagster as dg
import pandas as pd

from testfix_pipeline.analytics.derived.derived_tables import MADE, make
from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.analytics.nightly.nights import read_nights
from testfix_pipeline.analytics.reports.table_summaries import SHOWN, columns_of_newest, newest, plot_of
from testfix_pipeline.analytics.tables.schema import DESCRIPTIONS, SOURCES, TABLES
from testfix_pipeline.core.errors import TableFailed
from testfix_pipeline.defs.display.frame_tables import markdown_table
from testfix_pipeline.defs.display.markdown import image
from testfix_pipeline.defs.runs.step import report_errors
from testfix_pipeline.workspace.error_reports import pipeline_error

_COMMON: dict[str, Any] = {"group_name": "history", "owners": ["team:testfix"], "kinds": {"pandas", "parquet"}}


class HistoryTables(dg.IOManager):
    """Parquet tables of the history: source tables are read over all sessions, derived ones stored as a whole."""

    def handle_output(self, context: dg.OutputContext, obj: pd.DataFrame) -> None:
        with report_errors():
            History().keep(context.asset_key.path[-1], obj)

    def load_input(self, context: dg.InputContext) -> pd.DataFrame:
        name = context.asset_key.path[-1]
        columns = (context.definition_metadata or {}).get("columns")
        with report_errors():
            return History().read(name, columns) if name in SOURCES else History().stored_table(name)


def column_schema(name: str) -> dg.TableSchema:
    """Return the table's columns for Dagster; the same description as in the docs."""
    return dg.TableSchema([dg.TableColumn(one.name, one.dtype, one.description) for one in TABLES[name]])


def _spec(name: str) -> dg.AssetSpec:
    metadata = {"dagster/column_schema": column_schema(name)}
    return dg.AssetSpec(name, deps=["cycle"], description=DESCRIPTIONS[name], metadata=metadata, **_COMMON)


@dg.multi_asset(name="history_tables", specs=[_spec(name) for name in SOURCES])
def history_tables(context: dg.AssetExecutionContext) -> Iterator[dg.MaterializeResult[Any]]:
    """Append the sessions that runs have noted since the last time; earlier rows of theirs are replaced."""
    history = History()
    with report_errors():
        taken = history.take_up_waiting()
        shown = {name: preview(name, _newest_of(history, name)) for name in SOURCES}
    for note in history.notes:
        context.log.warning(note)
    context.log.info(f"taken up: {', '.join(taken) or 'no session'}")
    for name, number in history.row_counts().items():
        metadata: dict[str, Any] = {"dagster/row_count": number, "sessions_taken_up": len(taken), "rows": shown[name]}
        yield dg.MaterializeResult(asset_key=name, metadata=metadata)


def _newest_of(history: History, name: str) -> pd.DataFrame:
    return history.read(name, columns_of_newest(name, [column.name for column in TABLES[name]]))


def preview(name: str, frame: pd.DataFrame) -> dg.MarkdownMetadataValue:
    """Return the newest rows as a Markdown table, with the main columns first."""
    return markdown_table(newest(frame, 8)[SHOWN.get(name, list(frame.columns))])


def _in(table: str, name: str) -> dg.AssetIn:
    columns = MADE[table].columns.get(name)
    return dg.AssetIn(name, input_manager_key="history_io", metadata={"columns": columns} if columns else None)


def _derived_asset(name: str) -> Callable[..., dg.AssetsDefinition]:
    """Return the asset of a derived table, by a function whose arguments are named after the source tables."""
    decorate: Callable[..., dg.AssetsDefinition] = dg.asset(
        name=name,
        ins={needed: _in(name, needed) for needed in MADE[name].needs},
        io_manager_key="history_io",
        output_required=False,
        description=DESCRIPTIONS[name],
        metadata={"dagster/column_schema": column_schema(name)},
        **_COMMON,
    )
    return decorate


Made = Iterator[dg.Output[pd.DataFrame] | dg.AssetObservation]


def _compute_table(name: str, *frames: pd.DataFrame, **figures: Any) -> Made:
    """Return the table, with its picture, its last rows and other figures.

    A table that can't be computed does not end the others or the run: its stored version remains, its asset and the
    run's log say why, and the tables derived from it are skipped.
    """
    try:
        frame = make(name, *frames)
        described = {key: figure(frame) for key, figure in figures.items()}
        metadata = _metadata(name, frame) | {key: value for key, value in described.items() if value is not None}
    except Exception as error:
        failure = error if isinstance(error, TableFailed) else TableFailed(name, pipeline_error(error))
        dg.get_dagster_logger().error(str(failure))
        said_so: dict[str, Any] = {"failed": str(failure), "report": dg.MetadataValue.path(failure.report)}
        yield dg.AssetObservation(name, metadata=said_so)
        return
    yield dg.Output(frame, metadata=metadata)


def _metadata(name: str, frame: pd.DataFrame) -> dict[str, Any]:
    png = plot_of(name, frame)
    plot = {"plot": image(png, name.replace("_", " "))} if png else {}
    return {**plot, "dagster/row_count": len(frame), "rows": preview(name, frame)}


def _count(column: str, value: Any = True) -> Callable[[pd.DataFrame], int]:
    return lambda frame: int((frame[column] == value).sum())


@_derived_asset("pass_rate_trend")
def pass_rate_trend(
    sessions: pd.DataFrame, iterations: pd.DataFrame, test_outcomes: pd.DataFrame, test_events: pd.DataFrame
) -> Made:
    yield from _compute_table(
        "pass_rate_trend", sessions, iterations, test_outcomes, test_events,
        pass_rate=lambda trend: float(newest(trend, 1)["pass_rate"].iloc[0]) if len(trend) else None,
    )  # fmt: skip


@_derived_asset("regressions")
def regressions(
    test_outcomes: pd.DataFrame, attempts: pd.DataFrame, sessions: pd.DataFrame, test_events: pd.DataFrame
) -> Made:
    yield from _compute_table("regressions", test_outcomes, attempts, sessions, test_events, open=_count("open"))


@_derived_asset("stuck_tests")
def stuck_tests(test_outcomes: pd.DataFrame) -> Made:
    yield from _compute_table("stuck_tests", test_outcomes, open=_count("open"))


@_derived_asset("test_events")
def changed_tests(test_outcomes: pd.DataFrame) -> Made:
    yield from _compute_table("test_events", test_outcomes, removed=_count("event", "removed"))


@_derived_asset("flaky_tests")
def flaky_tests(test_outcomes: pd.DataFrame, sessions: pd.DataFrame, test_events: pd.DataFrame) -> Made:
    yield from _compute_table("flaky_tests", test_outcomes, sessions, test_events, flaky=_count("verdict", "flaky"))


@_derived_asset("failure_clusters")
def failure_clusters(test_outcomes: pd.DataFrame, attempts: pd.DataFrame) -> Made:
    yield from _compute_table("failure_clusters", test_outcomes, attempts, open=_count("open"))


@_derived_asset("strategy_effectiveness")
def strategy_effectiveness(attempts: pd.DataFrame, tool_calls: pd.DataFrame) -> Made:
    yield from _compute_table("strategy_effectiveness", attempts, tool_calls)


@_derived_asset("failure_episodes")
def failure_episodes(test_outcomes: pd.DataFrame, sessions: pd.DataFrame, test_events: pd.DataFrame) -> Made:
    yield from _compute_table("failure_episodes", test_outcomes, sessions, test_events, open=_count("state", "open"))


@_derived_asset("mean_time_to_repair")
def mean_time_to_repair(failure_episodes: pd.DataFrame, test_outcomes: pd.DataFrame) -> Made:
    yield from _compute_table(
        "mean_time_to_repair", failure_episodes, test_outcomes, open=lambda frame: int(frame["open"].sum())
    )


@_derived_asset("session_lineage")
def session_lineage(sessions: pd.DataFrame, iterations: pd.DataFrame, attempts: pd.DataFrame) -> Made:
    yield from _compute_table("session_lineage", sessions, iterations, attempts)


_NIGHTS = (
    "What each night of each registered project came to: its verdict, why, pass rate before and after, where it was "
    "published, and whether messages were sent."
)


@dg.asset(name="nights", description=_NIGHTS, group_name="history", owners=["team:testfix"], kinds={"pandas"})
def nights_of_projects() -> dg.MaterializeResult[Any]:
    found = read_nights()
    columns = ["project", "night", "verdict", "pass_rate_before", "pass_rate", "reason", "published", "notified"]
    frame = pd.DataFrame([vars(night) for night in found], columns=columns)
    red = sum(not night.is_green and night.verdict != "running" for night in found)
    shown = markdown_table(frame.tail(60).iloc[::-1])
    return dg.MaterializeResult(metadata={"dagster/row_count": len(frame), "not_green": red, "nights": shown})


FOLLOWING_ASSETS = [
    *(pass_rate_trend, regressions, stuck_tests, changed_tests, flaky_tests, failure_clusters),
    *(strategy_effectiveness, failure_episodes, mean_time_to_repair, session_lineage, nights_of_projects),
]
