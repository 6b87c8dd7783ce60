"""The history for analysts: pandas tables stored as Parquet, and the tables derived from them."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import dagster as dg
import pandas as pd

from testfix_pipeline.analytics.derived.derived_tables import MADE, make
from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.analytics.history.shared_history import SHARED, publish_history, writer_name
from testfix_pipeline.analytics.nightly.nights import read_nights
from testfix_pipeline.analytics.reports.table_summaries import SHOWN, columns_of_newest, newest, plot_of
from testfix_pipeline.analytics.tables.schema import DESCRIPTIONS, SOURCES, TABLES
from testfix_pipeline.core.errors import TableFailed
from testfix_pipeline.defs.display.markdown import image, markdown_table
from testfix_pipeline.defs.history.history_sensor import VERSION, version_of
from testfix_pipeline.defs.runs.freshness import fresh_within
from testfix_pipeline.defs.runs.step import report_errors
from testfix_pipeline.workspace.error_reports import pipeline_error
from testfix_pipeline.workspace.files.shared_location import Location

_COMMON: dict[str, Any] = {"group_name": "history", "owners": ["team:testfix"], "kinds": {"pandas", "parquet"}}
_DESCRIPTION = (
    f"The history at the location that {SHARED} names (anything fsspec has a driver for), as Parquet by day. This home "
    "is its one writer; `testfix history --at LOCATION` reads it from anywhere. Without the variable nothing is done."
)


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
        version = version_of(history)
        shown = {name: preview(name, _newest_of(history, name)) for name in SOURCES}
    for note in history.notes:
        context.log.warning(note)
    context.log.info(f"taken up: {', '.join(taken) or 'no session'}")
    for name, number in history.row_counts().items():
        metadata: dict[str, Any] = {"dagster/row_count": number, "sessions_taken_up": len(taken), "rows": shown[name]}
        yield dg.MaterializeResult(asset_key=name, metadata=metadata | {VERSION: version})


def _newest_of(history: History, name: str) -> pd.DataFrame:
    return history.read(name, columns_of_newest(name, [column.name for column in TABLES[name]]))


def preview(name: str, frame: pd.DataFrame) -> dg.MarkdownMetadataValue:
    """Return the newest rows as a Markdown table, with the main columns first."""
    return markdown_table(newest(frame, 8)[SHOWN.get(name, list(frame.columns))])


def _in(table: str, name: str) -> dg.AssetIn:
    columns = MADE[table].columns.get(name)
    return dg.AssetIn(name, input_manager_key="history_io", metadata={"columns": columns} if columns else None)


Made = Iterator[dg.Output[pd.DataFrame] | dg.AssetObservation]
Figure = Callable[[pd.DataFrame], float | None]


def _derived_asset(name: str, **figures: Figure) -> dg.AssetsDefinition:
    """Return the asset of a derived table. figures: what the UI plots of it, by name."""

    def derived(**frames: pd.DataFrame) -> Made:
        yield from _compute_table(name, [frames[needed] for needed in MADE[name].needs], figures)

    decorate: Callable[..., dg.AssetsDefinition] = dg.asset(
        name=name,
        ins={needed: _in(name, needed) for needed in MADE[name].needs},
        io_manager_key="history_io",
        output_required=False,
        description=DESCRIPTIONS[name],
        metadata={"dagster/column_schema": column_schema(name)},
        **_COMMON,
    )
    return decorate(derived)


def _compute_table(name: str, frames: Sequence[pd.DataFrame], figures: Mapping[str, Figure]) -> Made:
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


def _newest_rate(trend: pd.DataFrame) -> float | None:
    return float(newest(trend, 1)["pass_rate"].iloc[0]) if len(trend) else None


_NIGHTS = (
    "What each night of each registered project came to: its verdict, why, pass rate before and after, where it was "
    "published, and whether messages were sent."
)


@dg.asset(
    name="nights",
    description=_NIGHTS,
    group_name="history",
    owners=["team:testfix"],
    kinds={"pandas"},
    freshness_policy=fresh_within(hours=26),
)
def nights_of_projects() -> dg.MaterializeResult[Any]:
    found = read_nights()
    columns = ["project", "night", "verdict", "pass_rate_before", "pass_rate", "reason", "published", "notified"]
    frame = pd.DataFrame([vars(night) for night in found], columns=columns)
    red = sum(not night.is_green and night.verdict != "running" for night in found)
    shown = markdown_table(frame.tail(60).iloc[::-1])
    return dg.MaterializeResult(metadata={"dagster/row_count": len(frame), "not_green": red, "nights": shown})


FOLLOWING_ASSETS = [
    _derived_asset("pass_rate_trend", pass_rate=_newest_rate),
    _derived_asset("regressions", open=_count("open")),
    _derived_asset("stuck_tests", open=_count("open")),
    _derived_asset("test_events", removed=_count("event", "removed")),
    _derived_asset("flaky_tests", flaky=_count("verdict", "flaky")),
    _derived_asset("failure_clusters", open=_count("open")),
    _derived_asset("strategy_effectiveness"),
    _derived_asset("failure_episodes", open=_count("state", "open")),
    _derived_asset("mean_time_to_repair", open=lambda frame: int(frame["open"].sum())),
    _derived_asset("session_lineage"),
    nights_of_projects,
]


@dg.asset(
    name="shared_history",
    deps=list(SOURCES),
    description=_DESCRIPTION,
    group_name="history",
    owners=["team:testfix"],
    kinds={"parquet"},
)
def shared_history() -> dg.MaterializeResult[Any]:
    url = os.environ.get(SHARED, "")
    if not url:
        return dg.MaterializeResult(metadata={"published": f"no: {SHARED} is not set"})
    with report_errors():
        done = publish_history(History(), url, writer_name())
    days = ", ".join(done.days[-20:]) or "none"
    figures: dict[str, Any] = {"version": done.version, "days": days, "written": done.written, "removed": done.removed}
    return dg.MaterializeResult(metadata={"published": Location(url).shown, **figures})
