"""`testfix comments`: reads what people with write access said on a pull or merge request."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from testfix_pipeline.cli.options import JsonOption

EPILOG = "Exit codes: 0 done; 1 the forge refused; 2 usage or environment."


def comments(
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder of the file.")] = Path("testfix-ci"),
    as_json: JsonOption = False,
) -> None:
    """In a CI job, read the commands and labels on the request into comments.json, for `testfix ci --comments`.

    Only people who may push count; the forge is asked. With `post`, the only command that needs the token. Where the
    forge hands over no event, TESTFIX_REQUEST and TESTFIX_COMMENT name the request and the comment.

    Example:

    $ testfix comments && testfix ci --comments testfix-ci/comments.json
    """
    from testfix_pipeline.cli.use_cases import comments_use_case

    raise typer.Exit(comments_use_case.comments(output, as_json=as_json))
