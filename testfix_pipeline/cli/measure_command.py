"""`testfix measure`: one measurement of a project's tests, without a session."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from testfix_pipeline.cli.options import JsonOption, LaunchProjectOption, PythonOption, TestCommandOption

OutcomesOption = Annotated[bool, typer.Option("--outcomes", help="With --json: each test's outcome too.")]
EPILOG = "Exit codes: 0 every test passes, 1 some fail, 2 usage or environment."


def measure(
    project: LaunchProjectOption = Path(),
    test_command: TestCommandOption = "",
    python: PythonOption = "",
    as_json: JsonOption = False,
    with_outcomes: OutcomesOption = False,
) -> None:
    """Run a project's tests as they are on disk by our own runner, failing ones again to find what is flaky.

    Example:

    $ testfix measure --project ../shop
    """
    from testfix_pipeline.cli.console import live_progress
    from testfix_pipeline.cli.views import verify_view
    from testfix_pipeline.core.visible_text import visible
    from testfix_pipeline.steps.verification.tree_measurement import measure_tree

    given = {"project": str(project), "test_command": test_command, "python": python}
    with live_progress(quiet=as_json):
        results = measure_tree({name: value for name, value in given.items() if value})
    found = verify_view.measurement_json(results, with_outcomes=with_outcomes)
    print(json.dumps(found) if as_json else visible(verify_view.measurement_text(results)))
    raise typer.Exit(0 if results.passed + results.skipped == results.total else 1)
