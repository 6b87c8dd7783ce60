"""The trend as a picture: it is drawn without a warning, whatever the table holds."""

import subprocess
import sys

import pandas as pd
import pytest

from testfix_pipeline.analytics.derived.trend import pass_rate_trend
from testfix_pipeline.analytics.reports.plots import trend_png
from testfix_pipeline.analytics.tables.schema import typed

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def trend(*rows: tuple[str, str, float, int, int]) -> pd.DataFrame:
    keys = ("project", "measurement", "pass_rate", "n", "absent")
    made = [
        dict(zip(keys, row, strict=True)) | {"measured_at": f"2026-01-{day + 1:02}"} for day, row in enumerate(rows)
    ]
    for row in made:
        row["pass_rate_with_absent"] = row["pass_rate"] / 2
    return typed("pass_rate_trend", made)


@pytest.fixture(scope="module")
def drawn() -> bytes:
    return trend_png(typed("pass_rate_trend", []))


def test_a_story_becomes_a_picture(story, drawn):
    scenario = (
        story().baseline(a="failed", b="passed").planned("f1").settled("f1", after={"a": "passed", "b": "passed"})
    )
    frames = scenario.finished().frames()
    picture = trend_png(pass_rate_trend(frames["sessions"], frames["iterations"], frames["test_outcomes"]))
    assert picture.startswith(SIGNATURE) and picture != drawn


def test_an_empty_history_is_said_in_the_picture(drawn):
    assert drawn.startswith(SIGNATURE)
    assert drawn != trend_png(trend(("shop", "final", 100.0, 1, 0)))


def test_tests_that_went_away_change_the_picture():
    with_all = trend(("shop", "start", 50.0, 4, 0), ("shop", "final", 75.0, 4, 0))
    with_gone = trend(("shop", "start", 50.0, 4, 0), ("shop", "final", 75.0, 4, 1))
    assert trend_png(with_all) != trend_png(with_gone)


def test_odd_values_and_names_are_drawn_without_a_warning():
    rows = [(f"_p$x${number}", "final", 50.0, 1, 0) for number in range(12)]
    odd = trend(*rows, ("_p$x$1", "start", float("nan"), 0, 0))
    odd.loc[0, ["n", "absent"]] = pd.NA
    assert trend_png(odd, title="测试 $\\frac{ \x00").startswith(SIGNATURE)


def test_matplotlib_is_loaded_only_to_draw():
    code = "import sys, testfix_pipeline.analytics.reports.plots; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
