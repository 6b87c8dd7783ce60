"""`testfix ci`: repairs failing tests in a CI job, verifies the fix, and writes files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from testfix_pipeline.cli.options import JsonOption, LaunchProjectOption
from testfix_pipeline.cli.setting_options import CHECKS, REACH, TESTS, TOOLS, with_settings

EPILOG = (
    "Exit codes: 0 green, or a verified fix; 1 tests still fail, or changed ones are flaky; 2 usage or environment."
)
DEFAULT_BUDGET_S = 600.0


@with_settings(*TOOLS, *CHECKS, *TESTS, *REACH)
def ci(
    settings: dict[str, Any],
    project: LaunchProjectOption = Path(),
    junit: Annotated[
        list[Path] | None, typer.Option(help="Red JUnit file of an earlier job; repeatable. Without: measures.")
    ] = None,
    budget: Annotated[
        float, typer.Option(min=1, help="Seconds for all of it; a quarter is left for judging the fix.")
    ] = DEFAULT_BUDGET_S,
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder of the files.")] = Path("testfix-ci"),
    explain: Annotated[
        bool, typer.Option("--explain", help="Say why tests still fail; `post` makes a comment of its own of it.")
    ] = False,
    comments: Annotated[
        Path | None, typer.Option(help="The file of `post --comments`: what a comment asks for, and what is ignored.")
    ] = None,
    burn_in: Annotated[
        str,
        typer.Option(
            metavar="BASE",
            help="Also run the tests that differ from those of BASE 20 times, 10 under load, beyond the budget.",
        ),
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """Fix failing tests in a CI job and verify the fix; write patch, reports and a summary to a folder.

    Examples:

    $ testfix ci --junit report.xml --budget 600
    $ testfix ci --project . --output artifacts --json
    $ testfix ci --burn-in origin/main
    """
    from testfix_pipeline.cli.use_cases import ci_use_case

    code = ci_use_case.ci(
        settings,
        project,
        junit or [],
        budget,
        output,
        explain=explain,
        comments=comments,
        base=burn_in,
        as_json=as_json,
    )
    raise typer.Exit(code)
