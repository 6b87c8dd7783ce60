"""Invariants of the history as asset checks: a violation is a mark for people, not a failed run."""

from typing import Any

import dagster as dg

from testfix_pipeline.analytics.history import audit
from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.workspace.git.commits import missing_commits

_MOST = 20


def _found(findings: list[str], severity: dg.AssetCheckSeverity = dg.AssetCheckSeverity.ERROR) -> dg.AssetCheckResult:
    shown = "\n".join(f"- {finding}" for finding in findings[:_MOST])
    metadata: dict[str, Any] = {
        "number": len(findings),
        "findings": dg.MetadataValue.md(f"```\n{shown or 'none'}\n```"),
    }
    return dg.AssetCheckResult(passed=not findings, severity=severity, metadata=metadata)


@dg.asset_check(asset="iterations", description="Each session's iterations are 1, 2, 3...: none is missing or doubled.")
def complete() -> dg.AssetCheckResult:
    tables = History().read_all(["sessions", "iterations"])
    return _found(audit.iterations_complete(tables["sessions"], tables["iterations"]))


@dg.asset_check(asset="sessions", description="Every rate is 100 * passed / n and lies between 0 and 100.")
def rates() -> dg.AssetCheckResult:
    tables = History().read_all(["sessions", "iterations"])
    return _found([line for name, frame in tables.items() for line in audit.rates_within_bounds(frame, name)])


@dg.asset_check(asset="pass_rate_trend", description="n is what counts, and a test comes or goes only with an event.")
def denominators() -> dg.AssetCheckResult:
    history = History()
    columns = ["session_key", "step", "test", "status", "counts", "event"]
    return _found(
        audit.denominators_explained(history.stored_table("pass_rate_trend"), history.read("test_outcomes", columns))
    )


@dg.asset_check(asset="attempts", description="Every commit that the tables name is in its project's repository.")
def commits() -> dg.AssetCheckResult:
    """Check commits as a warning only, since users may prune branches and repositories."""
    tables = History().read_all(["sessions", "iterations", "attempts"])
    return _found(audit.commits_exist(tables, missing_commits), dg.AssetCheckSeverity.WARN)


HISTORY_CHECKS = [complete, rates, denominators, commits]
