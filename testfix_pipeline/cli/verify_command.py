"""`testfix verify`: the judge for any change, without a session."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from testfix_pipeline.cli.options import (
    EndlessOption,
    EnvOption,
    JsonOption,
    LaunchProjectOption,
    NetworkOption,
    PythonOption,
    ShareOption,
    StrictOption,
    TestCommandOption,
    TimeoutOption,
)

EPILOG = "Exit codes: 0 verified (or --staged, and nothing is), 1 not verified, 2 cannot tell, or usage or environment."
RevisionsArgument = Annotated[
    str, typer.Argument(metavar="[BASE..HEAD]", help="A range of commits; BASE alone means BASE..HEAD.")
]
PatchOption = Annotated[Path | None, typer.Option(help="Verify a patch file against HEAD.")]
StagedOption = Annotated[bool, typer.Option("--staged", help="Verify what is in git's index against HEAD.")]
JunitOption = Annotated[Path | None, typer.Option(help="Write the tests after the change as JUnit XML.")]
SarifOption = Annotated[Path | None, typer.Option(help="Write tampering and refused places as SARIF.")]
MarkdownOption = Annotated[Path | None, typer.Option(help="Write the result as Markdown.")]


def verify(
    revisions: RevisionsArgument = "",
    project: LaunchProjectOption = Path(),
    patch: PatchOption = None,
    staged: StagedOption = False,
    junit: JunitOption = None,
    sarif: SarifOption = None,
    markdown: MarkdownOption = None,
    test_command: TestCommandOption = "",
    python: PythonOption = "",
    env: EnvOption = None,
    share: ShareOption = None,
    sandbox_network: NetworkOption = False,
    suite_timeout: TimeoutOption = 0.0,
    test_timeout: EndlessOption = 0.0,
    strict: StrictOption = False,
    as_json: JsonOption = False,
) -> None:
    """Judge anybody's change: does it repair, or only look like it? Changes nothing in the project.

    Runs the tests that there were on the changed code, then the change's own; says which newly pass,
    are lost, removed, skipped or weakened, and what deceives. Without a range: uncommitted work.

    Examples:

    $ testfix verify main..HEAD
    $ testfix verify --patch fix.patch --sarif tampering.sarif
    $ testfix verify --staged --json
    """
    from testfix_pipeline.cli.option_values import variables
    from testfix_pipeline.cli.use_cases import verify_use_case
    from testfix_pipeline.steps.verification.compared_commits import ChangeToVerify

    launch: dict[str, Any] = {
        "project": str(project),
        "test_command": test_command,
        "python": python,
        "env": variables(env or []),
        "share": share or [],
        "suite_timeout_seconds": suite_timeout,
        "test_timeout_seconds": test_timeout,
        "strict": strict,
        "sandbox": {"network": sandbox_network},
    }
    files = {"junit": junit, "sarif": sarif, "markdown": markdown}
    raise typer.Exit(verify_use_case.verify(launch, ChangeToVerify(revisions, patch, staged), files, as_json=as_json))
