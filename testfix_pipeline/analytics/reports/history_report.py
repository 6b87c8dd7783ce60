"""Renders the page of all sessions: trend, sessions, strategies, stuck and flaky tests, regressions, repairs, costs."""

from __future__ import annotations

from itertools import pairwise

import pandas as pd

from testfix_pipeline.analytics.history.history_tables import Tables, of_project
from testfix_pipeline.analytics.reports.page import Figure, Section, failed_section, page, table_of, text_of
from testfix_pipeline.analytics.reports.svg import COLOURS, ChartLine, chart

_MOST_PROJECTS = len(COLOURS)
_MOST_POINTS = 120
# The length of an abbreviated commit, unique in any usual repository.
_SHORT = 14
_SESSIONS = {
    **{"project": "project", "session_id": "session", "outcome": "outcome", "pass_rate_before": "before %"},
    **{"pass_rate": "after %", "n": "tests", "tests_fixed": "fixed", "iterations": "iterations"},
    **{"seconds": "seconds", "money": "US dollars", "created_at": "opened"},
}
_STRATEGIES = {
    **{"strategy": "strategy", "tool": "tool", "n": "attempts", "landed": "landed", "landed_rate": "landed %"},
    **{"interval": "95 % interval", "tests_fixed": "tests fixed", "regressions": "tests broken"},
    **{"seconds_per_fix": "seconds a fix", "money_per_fix": "dollars a fix", "few": "note"},
}
_REGRESSIONS = {
    **{"project": "project", "test": "test", "state": "state", "first_bad_commit": "first bad commit"},
    **{"last_good_commit": "last good commit", "first_bad_at": "seen", "origin": "origin", "task_id": "attempt"},
}
_STUCK = {
    **{"project": "project", "test": "test", "session_id": "session", "failures": "failures in a row"},
    **{"kind": "kind", "signature": "failure"},
}
_FLAKY = {
    **{"project": "project", "test": "test", "flip_rate": "flip rate", "failed": "failed", "n": "runs"},
    **{"last_status": "last", "last_seen_at": "seen", "few": "note"},
}
_CLUSTERS = {
    **{"project": "project", "signature": "failure", "n": "failures", "share": "share %", "tests": "tests"},
    **{"sessions": "sessions", "attempts": "attempts", "landed": "landed", "last_seen_at": "last seen"},
}
_REPAIR = {
    **{"project": "project", "n": "repaired", "mean_hours": "mean hours", "median_hours": "median hours"},
    **{"mean_iterations": "mean iterations", "open": "open", "open_oldest_hours": "oldest open, hours"},
    **{"removed": "removed instead", "flaky_left_out": "flaky, left out", "few": "note"},
}


def all_sessions_page(tables: Tables, project: str = "") -> str:
    """Return the page over all sessions, or those of one project by its key."""
    frames = {name: of_project(tables.readable(name), project) for name in ("sessions", "pass_rate_trend", *_FOLLOWING)}
    sessions = frames["sessions"].sort_values("created_at", ascending=False)
    trend = frames["pass_rate_trend"]
    strategies = _strategies(tables.readable("strategy_effectiveness"))
    sections = [
        *failed_section(list(tables.failed.values())),
        _trend(trend),
        *_tests(frames),
        strategies,
        Section("Sessions", "The newest first.", table_of("sessions", sessions, _SESSIONS, "No session yet.")),
    ]
    newest = text_of(trend["measured_at"].max()) or "never"
    title = f"Test-fix history of {project.rpartition('-')[0] or project}" if project else "Test-fix history"
    footer = (
        "Made by `testfix report`. A pass rate is 100 * passed / (passed + failed + errors); skipped tests are not."
    )
    return page(title, f"Last measured: {newest} UTC.", _figures(sessions, frames), sections, footer)


_FOLLOWING = ("regressions", "stuck_tests", "flaky_tests", "failure_clusters", "mean_time_to_repair")


def _figures(sessions: pd.DataFrame, frames: dict[str, pd.DataFrame]) -> list[Figure]:
    regressions, flaky = frames["regressions"], frames["flaky_tests"]
    return [
        Figure("sessions", str(len(sessions))),
        Figure("projects", str(sessions["project"].nunique())),
        Figure("ended green", str(int((sessions["outcome"] == "success").sum()))),
        Figure("tests fixed", str(int(sessions["tests_fixed"].sum()))),
        Figure("open regressions", str(int(regressions["open"].sum()))),
        Figure("flaky tests", str(int((flaky["verdict"] == "flaky").sum()))),
        _work(float(sessions["seconds"].sum())),
        Figure("US dollars", f"{sessions['money'].sum():.2f}"),
    ]


def _work(seconds: float) -> Figure:
    return (
        Figure("hours of work", text_of(seconds / 3600))
        if seconds >= 3600
        else Figure("minutes of work", text_of(seconds / 60))
    )


def _trend(trend: pd.DataFrame) -> Section:
    known = trend[trend["pass_rate"].notna()]
    latest = known.groupby("project")["measured_at"].max().sort_values(ascending=False).index[:_MOST_PROJECTS]
    lines = [_line(str(project), known[known["project"] == project].tail(_MOST_POINTS)) for project in sorted(latest)]
    why = (
        f"In %, one point per measurement, at most {_MOST_POINTS} of each project, the newest at the right; "
        f"at most {_MOST_PROJECTS} projects. {_shrunk(known)}"
    )
    legend = [(line.name, COLOURS[at % len(COLOURS)]) for at, line in enumerate(lines)]
    return Section("Pass rate", why, chart=chart(lines, "Pass rate over measurements"), legend=legend)


def _line(project: str, mine: pd.DataFrame) -> ChartLine:
    labels = [
        f"{row.session_id}, {row.measurement} of iteration {row.iteration}: {text_of(row.pass_rate)} % of {row.n}"
        for row in mine.itertuples(index=False)
    ]
    return ChartLine(project, [float(rate) for rate in mine["pass_rate"]], labels)


def _shrunk(trend: pd.DataFrame) -> str:
    """Return what the rate alone does not show."""
    last = trend.drop_duplicates("project", keep="last")
    absent = int(last["absent"].fillna(0).sum())
    return f"{absent} tests that were measured once are gone by now." if absent else ""


def _tests(frames: dict[str, pd.DataFrame]) -> list[Section]:
    regressions = frames["regressions"]
    regressions = regressions.assign(
        state=_words(regressions["open"], "open", "fixed"),
        first_bad_commit=regressions["first_bad_commit"].str[:_SHORT],
        last_good_commit=regressions["last_good_commit"].str[:_SHORT],
    )
    regressions = regressions.sort_values(["open", "first_bad_at"], ascending=[False, False], kind="stable")
    stuck = frames["stuck_tests"]
    stuck = stuck[stuck["open"]]  # first: a column with other rows would add those rows again
    stuck = stuck.assign(kind=_words(stuck["hard"], "same failure", "moving"))
    flaky = _few(frames["flaky_tests"])
    flaky = flaky[flaky["verdict"] == "flaky"].sort_values("flip_rate", ascending=False)
    clusters = frames["failure_clusters"]
    clusters = clusters[clusters["open"]].sort_values("n", ascending=False)
    repair = _few(frames["mean_time_to_repair"])
    return [
        Section("Regressions", _WHY["regressions"], table_of("regressions", regressions, _REGRESSIONS, "None.")),
        Section("Stuck tests", _WHY["stuck"], table_of("stuck_tests", stuck, _STUCK, "None is stuck.")),
        Section("Flaky tests", _WHY["flaky"], table_of("flaky_tests", flaky, _FLAKY, "None was proved flaky.")),
        Section("Failures that are there", "", table_of("failure_clusters", clusters, _CLUSTERS, "None.")),
        Section("Time to repair", _WHY["repair"], table_of("mean_time_to_repair", repair, _REPAIR, "No failure yet.")),
    ]


_WHY = {
    "regressions": "Tests that passed and then failed; the cause lies between the last good and the first bad commit.",
    "stuck": "Failing in three measurements of a session or more, one after another, and in its last one.",
    "flaky": "Proved by re-runs on one tree, or by both outcomes on one commit.",
    "repair": "From the first failure to the next pass. A fix on a branch that nobody took over does not end it.",
}


def _strategies(frame: pd.DataFrame) -> Section:
    shown = _few(frame[frame["level"] == "tool"])
    ends = zip(shown["rate_low"], shown["rate_high"], strict=True)
    shown = shown.assign(interval=[f"{text_of(low)} to {text_of(high)}" for low, high in ends])
    return Section(
        "Strategies and tools",
        "Attempts of all projects.",
        table_of("strategy_effectiveness", shown, _STRATEGIES, "No attempt yet."),
    )


def _few(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.assign(few=_words(frame["small_n"], "few cases", ""))


def _words(flags: pd.Series, yes: str, no: str) -> pd.Series:
    return flags.map({True: yes, False: no}).astype("str")


def rate_steps(rates: list[float]) -> str:
    """Return the different rates with arrows between them, such as "50 → 75 → 100"."""
    kept = rates[:1] + [now for before, now in pairwise(rates) if now != before]
    return " → ".join(text_of(rate) for rate in kept)
