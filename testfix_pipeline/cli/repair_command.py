"""`testfix repair`: the built-in engine alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from testfix_pipeline.cli.options import FolderOption, JsonOption
from testfix_pipeline.cli.setting_options import JUDGEMENT, JUDGING, with_settings

EPILOG = (
    "Exit codes: 0 no test fails any more, 1 some still do, 2 usage or environment. Ctrl-C ends the search and shows "
    "the best that was found."
)
TestsOption = Annotated[list[str] | None, typer.Option("--test", help="Id of a test to repair; repeatable.")]
SecondsOption = Annotated[
    float, typer.Option(min=1, help="Time to search, over all bugs; running the suite is not counted.")
]
OutputOption = Annotated[Path | None, typer.Option(help="Write the report as Markdown: a file, or a folder for it.")]
WriteOption = Annotated[bool, typer.Option("--apply", help="Write confirmed patches into the project's files.")]


@with_settings(*JUDGEMENT, *JUDGING, presets=False)
def repair(
    settings: dict[str, Any],
    project: FolderOption = Path(),
    test: TestsOption = None,
    seconds: SecondsOption = 120.0,
    cores: Annotated[int, typer.Option(min=0, help="Processes to search with; 0: all cores.")] = 0,
    history: Annotated[bool, typer.Option(help="Let recent changes be undone that git knows of.")] = True,
    output: OutputOption = None,
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
    from testfix_pipeline.cli.use_cases import repair_use_case

    code = repair_use_case.repair(
        project, test or [], seconds=seconds, cores=cores, history=history, settings=settings, apply=apply,
        output=output, as_json=as_json,
    )  # fmt: skip
    raise typer.Exit(code)
