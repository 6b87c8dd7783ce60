"""`testfix explain`: why tests fail, without a patch."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from testfix_pipeline.cli.options import FolderOption, JsonOption
from testfix_pipeline.cli.setting_options import JUDGEMENT, with_settings

EPILOG = "Exit codes: 0 no test fails, 1 some do and are explained, 2 usage or environment."
TestsOption = Annotated[list[str] | None, typer.Option("--test", help="Id of a failing test; repeatable.")]
SecondsOption = Annotated[float, typer.Option(min=1, help="Time to search for evidence, without running the suite.")]
AskedOption = Annotated[str, typer.Option("--agents", help="Also ask these tools, separated by commas, once each.")]
MarkdownOption = Annotated[Path | None, typer.Option(help="Write the explanation as Markdown.")]


@with_settings("agent_logins", *JUDGEMENT, presets=False)
def explain(
    settings: dict[str, Any],
    project: FolderOption = Path(),
    test: TestsOption = None,
    seconds: SecondsOption = 8.0,
    agents: AskedOption = "",
    markdown: MarkdownOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say why tests fail, in seconds and without a patch: cause, evidence, and which statements to look at.

    Runs the suite in a private copy, compares failing and passing tests, and tries single edits as
    experiments. Says if no small edit can repair what fails, or if tests contradict each other.

    Examples:

    $ testfix explain --project .
    $ testfix explain --test tests/test_cart.py::test_total --json
    $ testfix explain --agents claude
    """
    from testfix_pipeline.cli.use_cases import explain_use_case

    code = explain_use_case.explain(
        project, test or [], seconds=seconds, settings=settings, agents=agents, markdown=markdown, as_json=as_json
    )
    raise typer.Exit(code)
