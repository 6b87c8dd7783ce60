"""Renders the page of one session from its files: iterations, attempts with diffs, remaining failures, time, cost."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from testfix_pipeline.analytics.derived.derived_tables import following
from testfix_pipeline.analytics.reports.history_report import rate_steps
from testfix_pipeline.analytics.reports.page import (
    Diff,
    Figure,
    Section,
    diff_of,
    failed_section,
    page,
    table_of,
    text_of,
)
from testfix_pipeline.analytics.reports.svg import COLOURS, ChartLine, chart
from testfix_pipeline.analytics.sources.frames import session_frames
from testfix_pipeline.analytics.sources.session_files import read_session
from testfix_pipeline.core.counted_nouns import first_names
from testfix_pipeline.core.cycle_rules.session_grade import run_word
from testfix_pipeline.core.errors import TableFailed
from testfix_pipeline.core.records import Attempt
from testfix_pipeline.core.test_ids import SessionId

_ITERATIONS = {
    **{"iteration": "iteration", "strategy": "strategy", "tool": "tool", "pass_rate": "before %"},
    **{"pass_rate_after": "after %", "result": "result", "newly_passing": "fixed", "newly_failing": "broken"},
    **{"candidates_tried": "candidates", "seconds": "seconds", "calls": "calls", "money": "US dollars"},
}
_REMAINING = {
    **{"test": "test", "status": "status", "error_type": "error", "criticality": "criticality"},
    **{"failure_class": "class", "flaky": "flaky", "signature": "failure"},
}
_STUCK = {"test": "test", "failures": "failures in a row", "signature": "failure"}
_CALLS = {
    **{"tool": "tool", "model": "model", "purpose": "for", "iteration": "iteration", "kind": "came of it"},
    **{"reason": "why", "tokens": "tokens", "money": "US dollars", "seconds": "seconds"},
}
_EVENTS = {"test": "test", "event": "what happened", "step": "measurement"}


def session_page(project_root: Path, session_id: SessionId) -> str:
    """Return the page of a session, active or archived. Raises UnknownSession, DamagedState, InvalidConfig."""
    failed: list[TableFailed] = []
    frames = session_frames(project_root, session_id, failed)
    follows = following(frames, failed)
    session = frames["sessions"].iloc[0]
    trend = follows["pass_rate_trend"]
    attempts = read_session(project_root.resolve(), session_id).attempts
    sections = [
        *failed_section(failed),
        _trend(trend),
        Section(
            "Iterations", "", table_of("iterations", frames["iterations"], _ITERATIONS, "No iteration was needed.")
        ),
        Section("Attempts", "What landed first, then what was kept for a second look.", diffs=_diffs(attempts)),
        *_tests(frames["test_outcomes"], follows),
        Section("Calls of models", "", table_of("tool_calls", frames["tool_calls"], _CALLS, "No model was asked.")),
    ]
    title = f"{session_id}: {session['outcome'] or session['status']}"
    subtitle = f"{session['project']}. {session['reason']} {session['description']}"
    return page(
        title, subtitle, _figures(session, trend), sections, f"Branch {session['branch']}. Made by `testfix report`."
    )


def _figures(session: pd.Series, trend: pd.DataFrame) -> list[Figure]:
    rates = [float(rate) for rate in trend["pass_rate"].dropna()]
    return [
        Figure("pass rate in %", rate_steps(rates) or "not measured"),
        Figure("tests in it", text_of(session["n"]) or "none"),
        Figure("run", run_word(session["grade"]) if session["grade"] else "not measured"),
        Figure("tests fixed", text_of(session["tests_fixed"]) or "0"),
        Figure("iterations", text_of(session["iterations"])),
        Figure("candidates tried", text_of(session["candidates_tried"])),
        Figure("seconds", text_of(session["seconds"]) or "not known"),
        Figure("US dollars", f"{session['money']:.2f}"),
    ]


def _trend(trend: pd.DataFrame) -> Section:
    labels = [
        f"{row.measurement} of iteration {row.iteration}: {text_of(row.pass_rate)} % of {row.n}"
        for row in trend.itertuples(index=False)
    ]
    rates = [None if pd.isna(rate) else float(rate) for rate in trend["pass_rate"]]
    line = ChartLine("pass rate", rates, labels)
    return Section("Pass rate", "", chart=chart([line], "Pass rate"), legend=[("pass rate in %", COLOURS[0])])


def _diffs(attempts: list[Attempt]) -> list[Diff]:
    order = sorted(attempts, key=lambda one: (one.result != "landed", one.iteration, one.task_id))
    return [
        diff_of(
            f"{one.task_id}: {one.result.replace('_', ' ')} ({one.strategy}, {one.tool or 'no tool'})",
            f"{one.reason} Fixed {first_names(one.newly_passing) or 'none'}, "
            f"broke {first_names(one.newly_failing) or 'none'}; "
            f"{one.candidates_tried} candidates, {text_of(one.duration)} s. Commit {one.commit or 'none'}.",
            one.patch,
        )
        for one in order
    ]


def _tests(outcomes: pd.DataFrame, follows: dict[str, pd.DataFrame]) -> list[Section]:
    last = outcomes[outcomes["step"] == outcomes["step"].max()]
    failing = last[last["status"].isin(["failed", "error"])]
    stuck = follows["stuck_tests"]
    return [
        Section("Still failing", "", table_of("test_outcomes", failing, _REMAINING, "Nothing.")),
        Section("Stuck tests", "", table_of("stuck_tests", stuck[stuck["open"]], _STUCK, "None.")),
        Section("Tests that came or went", "", table_of("test_events", follows["test_events"], _EVENTS, "None.")),
    ]
