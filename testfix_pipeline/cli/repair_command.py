"""`testfix repair`: the built-in engine alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from testfix_pipeline.cli.options import (
    EndlessOption,
    EnvOption,
    FolderOption,
    JsonOption,
    NetworkOption,
    PythonOption,
    ShareOption,
    StrictOption,
    TestCommandOption,
    TimeoutOption,
)

EPILOG = (
    "Exit codes: 0 no test fails any more, 1 some still do, 2 usage or environment. Ctrl-C ends the search and shows "
    "the best that was found."
)
TestsOption = Annotated[list[str] | None, typer.Option("--test", help="Id of a test to repair; repeatable.")]
SecondsOption = Annotated[
    float, typer.Option(min=1, help="Time to search, over all bugs; running the suite is not counted.")
]
OutputOption = Annotated[Path | None, typer.Option(help="Write the report as Markdown: a file, or a folder for it.")]
DoubtfulOption = Annotated[
    bool, typer.Option("--accept-doubtful", help="Count patches of a confidence below 0.4 too, and write them.")
]
WriteOption = Annotated[bool, typer.Option("--apply", help="Write confirmed patches into the project's files.")]


def repair(
    project: FolderOption = Path(),
    test: TestsOption = None,
    seconds: SecondsOption = 120.0,
    cores: Annotated[int, typer.Option(min=0, help="Processes to search with; 0: all cores.")] = 0,
    history: Annotated[bool, typer.Option(help="Let recent changes be undone that git knows of.")] = True,
    output: OutputOption = None,
    test_command: TestCommandOption = "",
    python: PythonOption = "",
    env: EnvOption = None,
    share: ShareOption = None,
    sandbox_network: NetworkOption = False,
    suite_timeout: TimeoutOption = 0.0,
    test_timeout: EndlessOption = 0.0,
    strict: StrictOption = False,
    accept_doubtful: DoubtfulOption = False,
    apply: WriteOption = False,
    as_json: JsonOption = False,
) -> None:
    """Repair failing tests with the built-in engine alone: no session, no branch, git not needed.

    Runs the suite in a private copy, groups failures into bugs, repairs one after the other. Shows
    for each bug the diff, the suspicious lines, what the whole suite says, other plausible patches.
    --apply writes them; not those of a confidence below 0.4, without --accept-doubtful.

    Examples:

    $ testfix repair --test tests/test_cart.py::test_total --seconds 60
    $ testfix repair --apply --output report.md
    $ testfix repair --json | python -m json.tool
    """
    from testfix_pipeline.cli.option_values import variables
    from testfix_pipeline.cli.use_cases import repair_use_case

    settings: dict[str, Any] = {
        "test_command": test_command,
        "python": python,
        "env": variables(env or []),
        "share": share or [],
        "suite_timeout_seconds": suite_timeout,
        "test_timeout_seconds": test_timeout,
        "strict": strict,
        "accept_doubtful": accept_doubtful,
        "sandbox": {"network": sandbox_network},
    }
    code = repair_use_case.repair(
        project, test or [], seconds=seconds, cores=cores, history=history, settings=settings, apply=apply,
        output=output, as_json=as_json,
    )  # fmt: skip
    raise typer.Exit(code)
