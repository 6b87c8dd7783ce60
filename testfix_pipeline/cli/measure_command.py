"""`testfix measure`: one measurement of a project's tests, without a session."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from testfix_pipeline.cli.options import JsonOption, LaunchProjectOption, PythonOption, TestCommandOption

OutcomesOption = Annotated[bool, typer.Option("--outcomes", help="With --json: each test's outcome too.")]
RepeatOption = Annotated[
    int,
    typer.Option(
        "--repeat",
        min=0,
        metavar="N",
        help="Run the suite N times and list the tests that failed in some runs; no other re-runs. A test that fails "
        "once in k runs is seen with 95 % if N is the greater of 3k and 20.",
    ),
]
RandomOrderOption = Annotated[
    bool, typer.Option("--random-order", help="With --repeat: all runs but the first in random orders of the tests.")
]
LoadOption = Annotated[bool, typer.Option("--load", help="With --repeat: all processors are busy in every second run.")]
TestOption = Annotated[
    list[str] | None,
    typer.Option("--test", metavar="ID", help="With --repeat: this test alone, explained if it is flaky; repeatable."),
]
ControlOption = Annotated[
    str,
    typer.Option(
        "--control",
        metavar="NAME=VALUE",
        help="With --test: all runs under control, as in the explanation of a flaky test: hash-seed=3, clock=frozen.",
    ),
]
EPILOG = "Exit codes: 0 every test passes, 1 some fail, 2 usage or environment."


def measure(
    project: LaunchProjectOption = Path(),
    test_command: TestCommandOption = "",
    python: PythonOption = "",
    as_json: JsonOption = False,
    with_outcomes: OutcomesOption = False,
    repeat: RepeatOption = 0,
    random_order: RandomOrderOption = False,
    load: LoadOption = False,
    test: TestOption = None,
    control: ControlOption = "",
) -> None:
    """Run a project's tests as they are on disk by our own runner, failing ones again to find what is flaky.

    With --repeat, find tests that fail now and then: exit code 1 if one failed in any run.

    Example:

    $ testfix measure --project ../shop
    """
    from testfix_pipeline.cli.console import live_progress
    from testfix_pipeline.cli.views import verify_view
    from testfix_pipeline.core.test_ids import TestId
    from testfix_pipeline.core.visible_text import visible
    from testfix_pipeline.execution.flaky_causes.controls import parse_control
    from testfix_pipeline.steps.verification.tree_measurement import measure_tree

    named = {"project": str(project), "test_command": test_command, "python": python}
    given = {name: value for name, value in named.items() if value}
    for option, is_given, needed, is_there in (
        ("--random-order", random_order, "--repeat", repeat),
        ("--load", load, "--repeat", repeat),
        ("--test", test, "--repeat", repeat),
        ("--control", control, "--test", test),
    ):
        if is_given and not is_there:
            raise typer.BadParameter(f"{option} needs {needed}.")
    if repeat:
        more = {"tests": [TestId(one) for one in test or ()], "control": parse_control(control) if control else None}
        raise typer.Exit(_repeat(given, repeat, as_json, random_order=random_order, load=load, **more))
    with live_progress(quiet=as_json):
        results = measure_tree(given)
    found = verify_view.measurement_json(results, with_outcomes=with_outcomes)
    print(json.dumps(found) if as_json else visible(verify_view.measurement_text(results)))
    raise typer.Exit(0 if results.passed + results.skipped == results.total else 1)


def _repeat(given: Mapping[str, str], times: int, as_json: bool, **more: Any) -> int:
    """Run the suite so often, print the table of what failed, and return the exit code."""
    from testfix_pipeline.cli.console import live_progress
    from testfix_pipeline.cli.views import repeat_view
    from testfix_pipeline.core.visible_text import visible
    from testfix_pipeline.steps.verification.repeated_measurement import measure_repeatedly

    with live_progress(quiet=as_json):
        found = measure_repeatedly(given, times, **more)
    print(json.dumps(repeat_view.as_json(found)) if as_json else visible(repeat_view.text(found)))
    return 1 if found.failing else 0
