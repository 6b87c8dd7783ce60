"""`testfix history --prometheus`: the history's main figures in Prometheus' text format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.analytics.history.history_tables import Tables, of_project
from testfix_pipeline.workspace.git.repository import Project


class Metric(NamedTuple):
    """One metric: its name without `testfix_`, its kind, its help, and its values by labels."""

    name: str
    kind: str
    help: str
    values: pd.Series
    labels: Sequence[str]


def metrics(project: Path | None) -> str:
    """Return the figures of one project, or all, each with its help; metrics without a value are left out."""
    tables = Tables(History())
    key = Project.open(project).key if project is not None else ""
    frames = {
        name: of_project(tables.readable(name), key) for name in ("sessions", "attempts", "flaky_tests", "stuck_tests")
    }
    return "".join(map(_lines, _all(**frames)))


def _all(
    sessions: pd.DataFrame, attempts: pd.DataFrame, flaky_tests: pd.DataFrame, stuck_tests: pd.DataFrame
) -> Iterator[Metric]:
    by_project = ["project"]
    outcomes = sessions.assign(outcome=sessions["outcome"].where(sessions["outcome"] != "", "running"))
    yield Metric("sessions", "gauge", "Sessions by outcome.", *_sizes(outcomes, ["project", "outcome"]))
    sums = {
        "tests_fixed": "Tests that pass at the end of a session and failed at its start.",
        "seconds": "Wall time of sessions in seconds.",
        "calls": "Calls of models.",
        "tokens": "Tokens of models.",
        "money": "US dollars for models.",
        "candidates_tried": "Candidate patches that the built-in engine tried.",
    }
    for name, said in sums.items():
        yield Metric(f"session_{name}", "gauge", said, sessions.groupby("project")[name].sum(), by_project)
    measured = sessions[sessions["pass_rate"].notna()].sort_values("measured_at", kind="stable")
    latest = measured.groupby("project")["pass_rate"].last() / 100
    yield Metric("pass_rate_ratio", "gauge", "Pass rate of the last measurement, from 0 to 1.", latest, by_project)
    by_result = _sizes(attempts, ["project", "strategy", "result"])
    yield Metric("attempts", "gauge", "Attempts by strategy and result.", *by_result)
    flaky = flaky_tests[flaky_tests["verdict"] == "flaky"]
    yield Metric("flaky_tests", "gauge", "Tests that are flaky.", *_sizes(flaky, by_project))
    last = sessions.sort_values("created_at", kind="stable").groupby("project")["session_key"].last()
    stuck = stuck_tests[stuck_tests["open"] & stuck_tests["session_key"].isin(last)]
    yield Metric(
        "stuck_tests", "gauge", "Tests that are stuck in a project's last session.", *_sizes(stuck, by_project)
    )


def _sizes(frame: pd.DataFrame, labels: list[str]) -> tuple[pd.Series, list[str]]:
    return frame.groupby(labels).size(), labels


def _lines(metric: Metric) -> str:
    rows = [
        f"testfix_{metric.name}{{{_labels(metric.labels, key)}}} {float(value):g}"
        for key, value in metric.values.items()
        if pd.notna(value)
    ]
    head = [f"# HELP testfix_{metric.name} {metric.help}", f"# TYPE testfix_{metric.name} {metric.kind}"]
    return "\n".join([*head, *rows, ""]) if rows else ""


def _labels(names: Sequence[str], key: object) -> str:
    values = key if isinstance(key, tuple) else (key,)
    return ",".join(f'{name}="{_escaped(str(value))}"' for name, value in zip(names, values, strict=True))


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
