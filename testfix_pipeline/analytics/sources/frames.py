"""A session as pandas frames, from its files: `sessions`, `iterations`, `attempts`, `tool_calls` and `test_outcomes`.

Dtypes and meanings of the columns are in `schema.TABLES`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, get_args

import pandas as pd

from testfix_pipeline.analytics.sources.measurements import Measurement, measured_at, measurements
from testfix_pipeline.analytics.sources.session_files import SessionFiles, read_session
from testfix_pipeline.analytics.tables.schema import SOURCES, typed
from testfix_pipeline.core.agent_protocol.call_journal import JOURNAL, JournalLine, read_lines
from testfix_pipeline.core.agent_protocol.call_ledger import LedgerCall, calls, usage_of
from testfix_pipeline.core.cycle_rules.results import first_rate, is_collection_id
from testfix_pipeline.core.cycle_rules.session_grade import session_grade
from testfix_pipeline.core.errors import TableFailed
from testfix_pipeline.core.iteration_records import IterationRecord
from testfix_pipeline.core.records import Attempt, Failure, Grade, Outcome, SuiteResults
from testfix_pipeline.core.test_ids import SessionId, TestId, file_of
from testfix_pipeline.workspace.error_reports import pipeline_error
from testfix_pipeline.workspace.git.repository import project_key, session_key

Row = dict[str, Any]
_DESCRIPTION = 500
_PLACE = ("iteration", "purpose", "tool", "model")


def session_frames(
    project_root: Path, session_id: SessionId, failed: list[TableFailed] | None = None
) -> dict[str, pd.DataFrame]:
    """Return the five tables of one session, active or archived, in its present state. Writes nothing.

    With `failed`, a table that can't be computed is empty and its error is added to it; `sessions` itself is required.
    Raises UnknownSession, DamagedState (names the file), InvalidConfig (invalid session id), TableFailed.
    """
    root = project_root.resolve()
    files = read_session(root, session_id)
    measured, journal = measurements(files), journal_of(files.folder)
    identity = {"project": project_key(root), "session_key": session_key(root, session_id), "session_id": session_id}
    rows: Mapping[str, Iterator[Row]] = {
        "sessions": iter([_session(root, files, measured) | spent(journal)]),
        "iterations": (row | spent(journal, row["iteration"]) for row in _iterations(files, measured)),
        "attempts": _attempts(files),
        "tool_calls": call_rows(journal),
        "test_outcomes": _outcomes(measured),
    }
    return {table: _table(table, (identity | row for row in rows[table]), failed) for table in SOURCES}


def _table(name: str, rows: Iterator[Row], failed: list[TableFailed] | None) -> pd.DataFrame:
    try:
        return typed(name, rows)
    except Exception as error:
        failure = TableFailed(name, pipeline_error(error))
        if failed is None or name == "sessions":
            raise failure from error
        failed.append(failure)
        return typed(name, [])


def _session(root: Path, files: SessionFiles, measured: list[Measurement]) -> Row:
    record, state = files.record, files.state
    return {
        **record.model_dump(include={"status", "review", "branch", "base_commit", "baseline_commit"}),
        "project_path": str(root),
        "source_session_id": record.source_session_id or "",
        "description": record.description[:_DESCRIPTION],
        "outcome": record.outcome,
        "delivered": record.delivered,
        "delivered_at": record.delivered_at,
        "reason": record.outcome_reason or record.error,
        "head_commit": files.result.get("head_commit"),
        "created_at": record.created_at,
        "updated_at": record.updated_at,
        "iterations": sum(one.completed_at is not None for one in state.iterations) if state else 0,
        "attempts": len(files.attempts),
        "candidates_tried": sum(one.candidates_tried for one in files.attempts),
        "seconds": files.seconds,
        **_last_measurement(files, measured),
    }


def _last_measurement(files: SessionFiles, measured: list[Measurement]) -> Row:
    """Return the counts in `test-results.json`, with the first pass rate, fixed tests, grade and commit."""
    results = files.results
    if results is None:
        return {}
    return {
        **results.model_dump(include={"total", "passed", "failed", "errors", "skipped", "pass_rate"}),
        "n": results.passed + results.failed + results.errors,
        "pass_rate_before": first_rate(files.state, results),
        "tests_fixed": len(_fixed(measured)),
        "grade": _grade(files, results),
        "measured_at": measured_at(files),
        "measured_commit": measured[-1].commit if measured else files.record.baseline_commit,
    }


def _grade(files: SessionFiles, results: SuiteResults) -> str:
    """Return the grade that a finished session was given; a later version might grade it differently."""
    given = files.result.get("grade") if files.record.status == "completed" else None
    return str(given) if given in get_args(Grade) else session_grade(results, files.attempts).grade


def _fixed(measured: list[Measurement]) -> list[str]:
    """Return tests that pass at the end and failed at the start, or were in a file that could not be collected."""
    if not measured:
        return []
    first, last = measured[0].outcomes, measured[-1].outcomes
    failing = {test for test, outcome in first.items() if outcome.status in ("failed", "error")}
    return sorted(
        test
        for test, outcome in last.items()
        if outcome.status == "passed" and (test in failing or (test not in first and file_of(test) in failing))
    )


def _iterations(files: SessionFiles, measured: list[Measurement]) -> Iterator[Row]:
    starts = {one.iteration: one for one in measured if one.kind == "start"}
    for record in sorted(files.state.iterations, key=lambda one: one.iteration) if files.state else []:
        mine = [one for one in files.attempts if one.iteration == record.iteration]
        yield {**_iteration(record), **_counts(starts[record.iteration]), **_effects(mine)}


def _iteration(record: IterationRecord) -> Row:
    return {
        **record.model_dump(
            include={"iteration", "strategy", "tool", "analysis_quality", "result", "pass_rate", "pass_rate_after"}
        ),
        "regression": record.regression_detected,
        "stuck_tests": len(record.stuck_tests),
        "clusters": len(record.clusters),
        "fix_tasks": len(record.fix_tasks),
        "start_commit": record.tip_before,
        "started_at": record.started_at,
        "completed_at": record.completed_at,
        "seconds": _seconds(record.started_at, record.completed_at),
    }


def _counts(measured: Measurement) -> Row:
    if not measured.complete:
        return {}
    passed, failed = measured.with_status("passed"), measured.with_status("failed")
    errors, skipped = measured.with_status("error"), measured.with_status("skipped")
    return {"n": passed + failed + errors, "passed": passed, "failed": failed, "errors": errors, "skipped": skipped}


def _effects(attempts: list[Attempt]) -> Row:
    """Return the joint effect of an iteration's attempts."""
    landed = [one for one in attempts if one.result == "landed"]
    return {
        "newly_passing": len({test for one in landed for test in one.newly_passing}),
        "newly_failing": len({test for one in attempts for test in one.newly_failing}),
        "candidates_tried": sum(one.candidates_tried for one in attempts),
        "landed_commit": next((one.commit for one in landed), ""),
    }


def _attempts(files: SessionFiles) -> Iterator[Row]:
    signatures = {one.iteration: one.signatures for one in files.state.iterations} if files.state else {}
    for one in sorted(files.attempts, key=lambda one: (one.iteration, one.task_id)):
        yield _attempt(one) | {"cluster": _aim(one, signatures.get(one.iteration, {}))}


def _aim(one: Attempt, signatures: Mapping[str, str]) -> str:
    """Return the most frequent signature of an attempt's tests; the first by name of equally frequent ones."""
    seen = Counter(signatures[test] for test in one.target_tests if signatures.get(test))
    return min(seen, key=lambda text: (-seen[text], text), default="")


def _attempt(one: Attempt) -> Row:
    plain = ("iteration", "task_id", "strategy", "tool", "result", "reason", "confidence", "pass_rate_before")
    also = ("pass_rate_after", "rolled_back", "candidates_tried", "commit")
    return {
        **one.model_dump(include={*plain, *also}),
        "root_cause": one.root_causes[0] if one.root_causes else "",
        "target_tests": len(one.target_tests),
        "newly_passing": len(one.newly_passing),
        "newly_failing": len(one.newly_failing),
        "newly_passing_tests": json.dumps(one.newly_passing),
        "newly_failing_tests": json.dumps(one.newly_failing),
        "seconds": one.duration,
    }


def _outcomes(measured: list[Measurement]) -> Iterator[Row]:
    before: Measurement | None = None
    for now in measured:
        common = {
            "iteration": now.iteration,
            "measurement": now.kind,
            "step": now.step,
            "measured_at": now.at,
            "commit": now.commit,
            "carried": now.carried,
        }
        for test in sorted(now.outcomes):
            yield common | _outcome(now, test) | {"event": _appearance(test, now, before)}
        if before is not None:
            yield from (common | row for row in _removed_rows(now, before))
        before = now


def _outcome(now: Measurement, test: TestId) -> Row:
    outcome = now.outcomes[test]
    failing = outcome.status in ("failed", "error")
    failure = now.failures.get(test) if failing else None
    return {
        "test": test,
        "file": file_of(test),
        "status": outcome.status,
        "counts": now.complete and test in now.counted,
        "error_type": outcome.error_type or (failure.error_type if failure else ""),
        "seconds": None if now.carried else outcome.duration,
        **(_failure(failure) if failure else {}),
    }


def _failure(failure: Failure) -> Row:
    return failure.model_dump(include={"signature", "failure_class", "criticality", "flaky"})


def _appearance(test: TestId, now: Measurement, before: Measurement | None) -> str:
    """Return what happened to the set of tests here, "" if nothing did."""
    if before is None or not before.complete:
        return ""
    if _unreported(now.outcomes[test]):
        return "" if test in before.outcomes and _unreported(before.outcomes[test]) else "removed"
    if test in before.outcomes:
        return ""
    return "revealed" if file_of(test) in before.outcomes else "added"


def _unreported(outcome: Outcome) -> bool:
    """Whether a measured test gave no result: it counts as an error, and does not exist any more."""
    return outcome.error_type == "MissingResult"


def _removed_rows(now: Measurement, before: Measurement) -> Iterator[Row]:
    """Return a row for each id without an outcome, so that every removal leaves a trace."""
    if not now.complete:
        return
    for test in sorted(before.outcomes.keys() - now.outcomes.keys()):
        event = "collected" if is_collection_id(test) else "removed"
        yield {"test": test, "file": file_of(test), "status": "gone", "counts": False, "event": event}


def _seconds(start: str, end: str | None) -> float | None:
    try:
        return (datetime.fromisoformat(end) - datetime.fromisoformat(start)).total_seconds() if end else None
    except (TypeError, ValueError):
        return None


def journal_of(folder: Path) -> list[JournalLine]:
    """Return the lines of a session's journal; empty if it asked no tool."""
    return read_lines(folder / JOURNAL)


def call_rows(lines: Sequence[JournalLine]) -> Iterator[Row]:
    """Return one row for each call, and for each omitted call with its reason, in the order of the journal."""
    made = {one.asked.call: one for one in calls(lines)}
    for at, line in enumerate(lines):
        if line.event == "asked":
            yield _call(made[line.call], _refusal(lines[at:], line))
        elif line.event == "not_asked":
            yield _row(line) | {"kind": "not_called", "reason": line.why, "seconds": 0.0, "tokens": 0, "money": 0.0}


def _row(line: JournalLine) -> Row:
    return line.model_dump(include=set(_PLACE)) | {"task_id": line.task, "asked_at": line.time}


def _call(one: LedgerCall, refusal: JournalLine | None) -> Row:
    ended = one.answered
    row = _row(one.asked) | {"mode": one.asked.mode, "tokens": one.tokens, "money": one.money, "kind": "unfinished"}
    if ended is None:
        return row
    outcome = ended.model_dump(
        include={
            *("kind", "http_status", "seconds", "input_tokens", "output_tokens", "cached_tokens"),
            *("containment", "network"),
        }
    )
    refused = {"refused": refusal.rule, "reason": refusal.why} if refusal is not None else {"reason": ended.why}
    return row | outcome | refused


def _refusal(later: Sequence[JournalLine], asked: JournalLine) -> JournalLine | None:
    """Why the analysis that a call was part of did not count: the next refusal of the tool in its iteration, if the
    tool was asked nothing more before it.
    """
    for line in later[1:]:
        if (line.tool, line.iteration, line.purpose) != (asked.tool, asked.iteration, asked.purpose):
            continue
        if line.event in ("asked", "not_asked"):
            return None
        if line.event == "refused":
            return line
    return None


def spent(lines: Sequence[JournalLine], iteration: int | None = None) -> Row:
    """Return what the calls of an iteration, or of all, used."""
    usage = usage_of(lines, iteration)
    return {"calls": usage.calls, "tokens": usage.tokens, "money": usage.money}
