"""The history for analysts: pandas tables kept as Parquet, and what follows from them."""

import base64
from collections.abc import Iterator
from typing import Any

import dagster as dg
import pandas as pd

from testfix_pipeline.analytics import metrics
from testfix_pipeline.analytics.frames import session_frames
from testfix_pipeline.analytics.schema import SOURCES, TABLES
from testfix_pipeline.analytics.store import History
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.defs.cycle_graph import failed
from testfix_pipeline.defs.resources import RunSettings

TABLE_NOTES = {
    "sessions": "One row per session, over all projects.",
    "iterations": "One row per iteration of every session.",
    "attempts": "One row per attempt at a fix.",
    "tool_calls": "One row per call of a model's tool: who was asked, what came of it, and what it cost.",
    "test_outcomes": "One row per test and measurement; a removed or renamed test is an event of its own.",
}


class HistoryTables(dg.IOManager):
    """Parquet tables of the history: whole over all sessions when read, kept whole when derived."""

    def handle_output(self, context: dg.OutputContext, obj: pd.DataFrame) -> None:
        History().keep(context.asset_key.path[-1], obj)

    def load_input(self, context: dg.InputContext) -> pd.DataFrame:
        name = context.asset_key.path[-1]
        return History().read(name) if name in SOURCES else History().kept(name)


def column_schema(name: str) -> dg.TableSchema:
    """The table's columns as Dagster shows them; the same description as in the docs."""
    return dg.TableSchema([dg.TableColumn(one.name, one.dtype, one.description) for one in TABLES[name]])


def _spec(name: str) -> dg.AssetSpec:
    return dg.AssetSpec(
        name,
        group_name="history",
        deps=["cycle"],
        description=TABLE_NOTES[name],
        owners=["team:testfix"],
        kinds={"pandas", "parquet"},
        metadata={"dagster/column_schema": column_schema(name)},
    )


@dg.multi_asset(name="history_tables", specs=[_spec(name) for name in SOURCES])
def history_tables(context: dg.AssetExecutionContext, settings: RunSettings) -> Iterator[dg.MaterializeResult[Any]]:
    """Append the session of this run to the history; its earlier rows are replaced."""
    ref = settings.ref(context.run)
    history = History()
    try:
        history.append(session_frames(ref.open().project.root, ref.session_id))
    except PipelineError as error:
        raise failed(error) from None
    for note in history.notes:
        context.log.warning(note)
    for name, frame in history.read_all().items():
        yield dg.MaterializeResult(asset_key=name, metadata={"dagster/row_count": len(frame), "last": preview(frame)})


def preview(frame: pd.DataFrame, rows: int = 8) -> dg.MarkdownMetadataValue:
    """The last rows as a markdown table."""
    shown = frame.tail(rows)
    lines = ["| " + " | ".join(shown.columns) + " |", "|" + "---|" * len(shown.columns)]
    lines += ["| " + " | ".join(str(cell).replace("|", "\\|")[:80] for cell in row) + " |" for row in shown.to_numpy()]
    return dg.MetadataValue.md("\n".join(lines))


def _in(name: str) -> dg.AssetIn:
    return dg.AssetIn(name, input_manager_key="history_io")


@dg.asset(
    ins={name: _in(name) for name in ("sessions", "iterations", "test_outcomes")},
    group_name="history",
    io_manager_key="history_io",
    owners=["team:testfix"],
    kinds={"pandas", "parquet"},
    description="The pass rate of every measurement with its denominator: a shrinking suite shows.",
    metadata={"dagster/column_schema": column_schema("pass_rate_trend")},
)
def pass_rate_trend(
    sessions: pd.DataFrame, iterations: pd.DataFrame, test_outcomes: pd.DataFrame
) -> dg.Output[pd.DataFrame]:
    from testfix_pipeline.analytics.plots import trend_png

    frame = metrics.pass_rate_trend(sessions, iterations, test_outcomes)
    image = base64.b64encode(trend_png(frame)).decode()
    metadata: dict[str, Any] = {
        "plot": dg.MetadataValue.md(f"![pass rate](data:image/png;base64,{image})"),
        "dagster/row_count": len(frame),
        "last": preview(frame),
    }
    if len(frame):
        metadata["pass_rate"] = dg.MetadataValue.float(float(frame["pass_rate"].iloc[-1]))
    return dg.Output(frame, metadata=metadata)


@dg.asset(
    ins={name: _in(name) for name in ("test_outcomes", "attempts")},
    group_name="history",
    io_manager_key="history_io",
    owners=["team:testfix"],
    kinds={"pandas", "parquet"},
    description="Each test that passed and then failed: first bad and last good measurement and commit.",
    metadata={"dagster/column_schema": column_schema("regressions")},
)
def regressions(test_outcomes: pd.DataFrame, attempts: pd.DataFrame) -> dg.Output[pd.DataFrame]:
    frame = metrics.regressions(test_outcomes, attempts)
    return dg.Output(frame, metadata={"dagster/row_count": len(frame), "last": preview(frame)})


@dg.asset(
    ins={"test_outcomes": _in("test_outcomes")},
    group_name="history",
    io_manager_key="history_io",
    owners=["team:testfix"],
    kinds={"pandas", "parquet"},
    description="Each series of three or more measurements in a row in which a test failed.",
    metadata={"dagster/column_schema": column_schema("stuck_tests")},
)
def stuck_tests(test_outcomes: pd.DataFrame) -> dg.Output[pd.DataFrame]:
    frame = metrics.stuck_tests(test_outcomes)
    return dg.Output(frame, metadata={"dagster/row_count": len(frame), "last": preview(frame)})
