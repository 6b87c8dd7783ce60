"""The history as Prometheus reads it."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pandas as pd
import pytest
from typer.testing import CliRunner

from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.analytics.sources.frames import session_frames
from testfix_pipeline.cli.app import app
from testfix_pipeline.cli.views.history_metrics import Metric, _lines, metrics
from testfix_pipeline_tests.analytics.stories import Story

LINE = re.compile(r'testfix_[a-z_]+\{([a-z_]+="([^"\\\n]|\\.)*",?)+\} -?[0-9.e+-]+')


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DAGSTER_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def known(home: Path, tmp_path: Path) -> Path:
    """A project with one session in the history."""
    statuses = {"a": "failed", "b": "passed"}
    story = (
        Story(tmp_path / "shop", "WFS-one", datetime(2026, 3, 1, tzinfo=UTC))
        .opened()
        .baseline(**statuses)
        .planned("f1")
    )
    story.settled("f1", after={"a": "passed", "b": "passed"})
    History().append(session_frames(story.store.project_root, story.store.session_id))
    return story.store.project_root


def test_every_line_is_one_that_prometheus_reads_and_every_lines_is_described(known: Path) -> None:
    lines = metrics(None).splitlines()
    values = [line for line in lines if not line.startswith("#")]
    assert values and all(LINE.fullmatch(line) for line in values)
    named = {line.partition("{")[0] for line in values}
    assert named == {line.split()[2] for line in lines if line.startswith("# HELP")}
    assert named == {line.split()[2] for line in lines if line.startswith("# TYPE")}


def test_the_figures_are_those_of_the_sessions(known: Path) -> None:
    found = dict(line.rsplit(" ", 1) for line in metrics(None).splitlines() if not line.startswith("#"))
    by_name = {name.partition("{")[0]: float(value) for name, value in found.items()}
    assert (by_name["testfix_sessions"], by_name["testfix_session_tests_fixed"]) == (1, 1)
    assert by_name["testfix_pass_rate_ratio"] == 1


def test_an_empty_history_has_no_figures(home: Path) -> None:
    done = CliRunner().invoke(app, ["history", "--prometheus"])
    assert (done.exit_code, done.output) == (0, "")


def test_labels_are_escaped_and_absent_values_left_out() -> None:
    values = pd.Series({'a"b\\c\nd': 1.5, "none": float("nan")})
    assert _lines(Metric("x", "gauge", "Some.", values, ["project"])).splitlines()[2:] == [
        r'testfix_x{project="a\"b\\c\nd"} 1.5'
    ]
