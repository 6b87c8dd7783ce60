"""`testfix post`: reports the result of `testfix ci` in one comment on a pull or merge request."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from testfix_pipeline.cli.options import JsonOption, ProjectOption

EPILOG = "Exit codes: 0 posted, or nothing to post; 1 the forge refused, nothing is lost; 2 usage or environment."


class FixAs(StrEnum):
    """The form in which the fix is offered beside the comment."""

    NONE = "none"
    SUGGESTION = "suggestion"
    BRANCH = "branch"


def post(
    folder: Annotated[Path, typer.Argument(metavar="[FOLDER]", help="What `testfix ci` wrote.")] = Path("testfix-ci"),
    project: ProjectOption = Path(),
    fix_as: Annotated[
        FixAs, typer.Option(help="Offer the fix also as suggestions on changed lines, or as a branch.")
    ] = FixAs.NONE,
    passed: Annotated[
        bool, typer.Option("--passed", help="The job's tests passed: only bring an earlier comment up to date.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """In a job of GitHub or GitLab, comment on the request what `testfix ci` left in a folder.

    A later call edits the same comment. A fix below a confidence of 0.65 and a request from a fork get none.
    The token is read from GITHUB_TOKEN or GITLAB_TOKEN: give it to this command alone, not to `testfix ci`.

    Examples:

    $ testfix post
    $ testfix post testfix-ci --fix-as suggestion
    """
    from testfix_pipeline.cli.use_cases import post_use_case

    raise typer.Exit(post_use_case.post(folder, project, fix_as.value, passed=passed, as_json=as_json))
