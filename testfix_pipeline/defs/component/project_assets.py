"""The assets of a project in another code location: the result of its last session, and its history.

One step does a whole cycle, so that no executor of the code location spreads a session over several machines. The
assets use no IO manager and no resource, so that no name of the code location can conflict.
"""

from collections.abc import Iterator
from typing import Any

import dagster as dg
from pydantic import Field

from testfix_pipeline.analytics.derived.derived_tables import MADE, make
from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.analytics.reports.table_summaries import plot_of
from testfix_pipeline.analytics.tables.schema import DESCRIPTIONS
from testfix_pipeline.core.plan_records import CODE_REPORT, QUALITY_REPORT, GateReport
from testfix_pipeline.cycle import SessionRef
from testfix_pipeline.defs.component.project_runs import ProjectRuns
from testfix_pipeline.defs.display.markdown import image
from testfix_pipeline.defs.history.history_assets import column_schema, preview
from testfix_pipeline.defs.runs.step import report_errors, step
from testfix_pipeline.defs.session import session_metadata
from testfix_pipeline.defs.session.plan_metadata import gate_check
from testfix_pipeline.workspace.git.repository import project_key
from testfix_pipeline.workspace.sessions.store import load_unversioned

CYCLE = "cycle"
TABLES = ("sessions", "iterations", "attempts", "test_outcomes", "test_events", "pass_rate_trend")
_GATES = {"code_validation": CODE_REPORT, "test_quality": QUALITY_REPORT}


class CycleLaunch(dg.Config):
    """What one run may be given beside the component's attributes."""

    session_id: str = Field(default="", description="A session to go on with (WFS-...); empty: a new one.")
    input: str = Field(default="", description="What `testfix run` takes; empty: as the component says.")
    max_iterations: int = Field(default=0, description="Most iterations; 0: as the component says.")
    budget_seconds: float = Field(default=0.0, description="Wall time in seconds; 0: as the component says.")
    only_tests: list[str] = Field(default=[], description="Failing tests to repair; empty: all.")


def cycle_asset(runs: ProjectRuns) -> dg.AssetsDefinition:
    """Return the asset of the project's fix cycle, with its checks: green, nothing to read first, both gates."""
    key = runs.key(CYCLE)
    checks = ("green", "safe_to_take", *_GATES)

    @dg.asset(
        key=key,
        group_name=runs.name,
        kinds={"git", "pytest"},
        check_specs=[dg.AssetCheckSpec(name, asset=key) for name in checks],
        description=f"Turns the failing tests of `{runs.entry.name}` green, on a branch of a session of its own.",
    )
    def fix(context: dg.AssetExecutionContext, config: CycleLaunch) -> Iterator[dg.MaterializeResult[Any]]:
        with step(context):
            found = runs.carry_out(context.run, context.instance, config.model_dump())
        ref = SessionRef(found["project"], found["session_id"], context.run.run_id)
        handed: dict[str, Any] = {name: found[name] for name in ("published", "notified") if name in found}
        metadata: dict[str, Any] = {**session_metadata.outcome(ref, found), **handed}
        yield dg.MaterializeResult(metadata=metadata, check_results=list(_checks(ref, found)))

    return fix


def _checks(ref: SessionRef, found: dict[str, Any]) -> Iterator[dg.AssetCheckResult]:
    remaining = [*found.get("remaining_failures", ())]
    shown: dict[str, Any] = {"outcome": found["outcome"], "remaining": len(remaining), "reason": str(found["reason"])}
    measured = "pass_rate" in found
    yield dg.AssetCheckResult(check_name="green", passed=measured and not remaining, metadata=shown)
    doubtful = [*found.get("read_first", ())]
    yield dg.AssetCheckResult(
        check_name="safe_to_take",
        passed=measured and not doubtful,
        severity=dg.AssetCheckSeverity.WARN,
        metadata={"read_first": len(doubtful), "confidence": str(found.get("confidence"))},
    )
    for name, file in _GATES.items():
        report = load_unversioned(ref.store.path(f"{file}.json"), GateReport)
        yield gate_check(report)._replace(check_name=name) if report is not None else _no_gate(name)


def _no_gate(name: str) -> dg.AssetCheckResult:
    return dg.AssetCheckResult(check_name=name, passed=True, metadata={"reason": "nothing was generated"})


def history_asset(runs: ProjectRuns) -> dg.AssetsDefinition:
    """Return the asset of the history's main tables, restricted to this project's rows."""
    specs = [
        dg.AssetSpec(
            runs.key(name),
            deps=[runs.key(CYCLE)],
            group_name=runs.name,
            kinds={"pandas", "parquet"},
            description=f"`{runs.entry.name}`: {DESCRIPTIONS[name]}",
            metadata={"dagster/column_schema": column_schema(name)},
        )
        for name in TABLES
    ]

    @dg.multi_asset(name=f"{runs.name}_tables", specs=specs)
    def history(context: dg.AssetExecutionContext) -> Iterator[dg.MaterializeResult[Any]]:
        with report_errors():
            tables = _tables(runs)
        for name, frame in tables.items():
            png = plot_of(name, frame)
            plot = {"plot": image(png, name.replace("_", " "))} if png else {}
            metadata: dict[str, Any] = {"dagster/row_count": len(frame), "rows": preview(name, frame), **plot}
            yield dg.MaterializeResult(asset_key=runs.key(name), metadata=metadata)

    return history


def _tables(runs: ProjectRuns) -> dict[str, Any]:
    history = History()
    history.take_up_waiting()
    project = project_key(runs.own_entry().folder().resolve())
    tables: dict[str, Any] = {}
    for name in TABLES:
        if name in MADE:
            tables[name] = make(name, *(tables[needed] for needed in MADE[name].needs))
        else:
            frame = history.read(name)
            tables[name] = frame[frame["project"] == project].reset_index(drop=True)
    return tables
