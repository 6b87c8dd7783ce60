"""`testfix` where our own code breaks: one sentence, a report, exit 2, and a session that can be resumed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline_tests.cli.conftest import Ended
from testfix_pipeline_tests.warm import WarmStarts

BREAKS = """
import {module} as place

def broken(*arguments, **named):
    raise KeyError("an id that is not known")

place.{name} = broken
from testfix_pipeline.cli.app import main
main()
"""
SENTENCE = (
    "testfix: Internal error: KeyError: 'an id that is not known'. This is a bug of testfix, not of your project."
)


@pytest.fixture
def broken(warm: WarmStarts) -> Callable[..., Ended]:
    """Run `testfix` with a function of ours broken."""

    def run(module: str, name: str, *arguments: str | Path) -> Ended:
        code = BREAKS.format(module=f"testfix_pipeline.{module}", name=name)
        with warm.start(code, *map(str, arguments)) as running:
            return Ended(*running.communicate())

    return run


def is_reported(ended: Ended, place: Path) -> None:
    """One sentence, the next step and the same as an object, without a traceback."""
    assert ended.code == 2, ended.err
    assert SENTENCE in ended.err.splitlines() and "Traceback" not in ended.err
    report = Path(ended.found["report"])
    assert report.parent == place / "errors" and "in broken" in report.read_text()
    assert str(report) in ended.err


@pytest.mark.parametrize(
    ("module", "name", "command"),
    [
        ("launch_use_cases", "apply_session", "apply"),
        ("doctor_checks", "doctor", "doctor"),
        ("launch_use_cases", "archive", "archive"),
    ],
)
def test_a_command_that_breaks_ends_with_a_sentence_and_a_report(
    calc: Any, broken: Callable[..., Ended], own_instance: Path, module: str, name: str, command: str
) -> None:
    is_reported(broken(f"cli.use_cases.{module}", name, command, "--project", calc.root, "--json"), own_instance)


@pytest.mark.parametrize(
    ("module", "name"),
    [("steps.measurement.baseline", "require_measurement"), ("defs.session.session_metadata", "results")],
    ids=["in a step of the session", "in what a step shows in Dagster"],
)
def test_a_run_that_breaks_leaves_a_failed_session_that_can_be_resumed(
    calc: Any, broken: Callable[..., Ended], testfix: Callable[..., Ended], own_instance: Path, module: str, name: str
) -> None:
    is_reported(broken(module, name, "fix", "--project", calc.root, "--json"), own_instance)
    (session,) = testfix("status", "--project", calc.root, "--json").found["sessions"]
    assert session["status"] == "failed" and "Internal error" in str(session)
    assert testfix("resume", "--project", calc.root, "--yes").code == 0
