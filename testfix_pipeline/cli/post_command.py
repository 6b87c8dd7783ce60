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
    comments: Annotated[
        bool, typer.Option("--comments", help="Post nothing: write to FOLDER what is said on the request, for `ci`.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """In a CI job, comment on the pull or merge request what `testfix ci` left in a folder.

    A later call edits the same comment. A fix below a confidence of 0.65 and a request from a fork get none.
    The token is read from GITHUB_TOKEN, GITLAB_TOKEN, SYSTEM_ACCESSTOKEN (Azure DevOps) or BITBUCKET_ACCESS_TOKEN: give
    it to this command alone, not to `testfix ci`. With --comments, the command of the comment that started the job is
    read, and what is acknowledged or ignored; only people who may push count. Where the forge hands over no event,
    TESTFIX_REQUEST and TESTFIX_COMMENT name the request and the comment.

    Examples:

    $ testfix post
    $ testfix post testfix-ci --fix-as suggestion
    $ testfix post --comments && testfix ci --comments testfix-ci/comments.json
    """
    from testfix_pipeline.cli.use_cases import post_use_case

    if comments:
        raise typer.Exit(post_use_case.read_comments(folder, as_json=as_json))
    raise typer.Exit(post_use_case.post(folder, project, fix_as.value, passed=passed, as_json=as_json))
