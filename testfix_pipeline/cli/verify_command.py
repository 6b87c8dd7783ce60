"""`testfix verify`: the judge for any change, without a session."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from testfix_pipeline.cli.options import JsonOption, LaunchProjectOption
from testfix_pipeline.cli.setting_options import JUDGEMENT, with_settings

EPILOG = (
    "Exit codes: 0 verified (or --staged, and nothing is), 1 not verified, 2 cannot tell, or usage or environment; "
    "with --tests: 1 where some notice nothing but errors."
)
RevisionsArgument = Annotated[
    str, typer.Argument(metavar="[BASE..HEAD]", help="A range of commits; BASE alone means BASE..HEAD.")
]
PatchOption = Annotated[Path | None, typer.Option(help="Verify a patch file against HEAD.")]
StagedOption = Annotated[bool, typer.Option("--staged", help="Verify what is in git's index against HEAD.")]
JunitOption = Annotated[Path | None, typer.Option(help="Write the tests after the change as JUnit XML.")]
SarifOption = Annotated[Path | None, typer.Option(help="Write tampering and refused places as SARIF.")]
ShowOption = Annotated[str, typer.Option(metavar="CALL", help="Print which tests notice other answers of a call.")]
HunksOption = Annotated[
    bool,
    typer.Option(
        "--hunks",
        help="Also say which tests need which hunk. Each is undone alone; new and newly passing tests run, then all.",
    ),
]
TestsOption = Annotated[
    bool,
    typer.Option("--tests", help="Judge the project's tests instead: which of them notice nothing that goes wrong?"),
]
HtmlOption = Annotated[Path | None, typer.Option(help="With --tests: write the result as an HTML page.")]
AcknowledgedOption = Annotated[
    str,
    typer.Option(
        metavar="TEXT",
        envvar="TESTFIX_ACKNOWLEDGED",
        help="A text with the fingerprints of changes that a person answers for, such as the labels of a request.",
    ),
]
MarkdownOption = Annotated[Path | None, typer.Option(help="Write the result as Markdown.")]


@with_settings(*JUDGEMENT, presets=False)
def verify(
    settings: dict[str, Any],
    revisions: RevisionsArgument = "",
    project: LaunchProjectOption = Path(),
    patch: PatchOption = None,
    staged: StagedOption = False,
    junit: JunitOption = None,
    sarif: SarifOption = None,
    markdown: MarkdownOption = None,
    show: ShowOption = "",
    hunks: HunksOption = False,
    acknowledged: AcknowledgedOption = "",
    tests: TestsOption = False,
    html: HtmlOption = None,
    as_json: JsonOption = False,
) -> None:
    """Judge anybody's change: does it repair, or only look like it? Changes nothing in the project.

    Runs the tests that there were on the changed code, then the change's own; says which newly pass,
    are lost, removed or skipped, and what deceives. Without a range: uncommitted work.

    Examples:

    $ testfix verify main..HEAD
    $ testfix verify --patch fix.patch --sarif tampering.sarif
    $ testfix verify --staged --json
    $ testfix verify main..HEAD --show 'share(7, 3)'
    $ testfix verify main..HEAD --hunks
    $ testfix verify --tests --html tests.html
    $ testfix verify main..HEAD --acknowledged 3fa9c2d1b0aa4c5e96d2f7718b03ce41
    """
    from testfix_pipeline.cli.use_cases import verify_use_case
    from testfix_pipeline.steps.verification.compared_commits import ChangeToVerify

    launch = {"project": str(project), **settings}
    if tests or html:
        if not tests or any((revisions, patch, staged, junit, sarif, markdown, show, acknowledged, hunks)):
            raise typer.BadParameter(
                "--tests takes --html and --json, no change or other output; --html needs --tests."
            )
        raise typer.Exit(verify_use_case.judge_tests(launch, html, as_json=as_json))
    files = {"junit": junit, "sarif": sarif, "markdown": markdown}
    wanted = ChangeToVerify(revisions, patch, staged, acknowledged, hunks=hunks)
    raise typer.Exit(verify_use_case.verify(launch, wanted, files, as_json=as_json, show=show))
