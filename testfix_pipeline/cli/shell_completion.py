"""Shell completion: commands and options, and the ids of sessions from the project's folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal

import typer
from typer._completion_classes import completion_init
from typer._completion_shared import get_completion_script

NAME = "testfix"
VARIABLE = "_TESTFIX_COMPLETE"
Shell = Literal["bash", "zsh", "fish"]


def prepare() -> None:
    """Prepare a process that a shell runs for completions."""
    if VARIABLE in os.environ:
        completion_init()


def completion(
    shell: Annotated[Shell, typer.Argument(help="The shell that is to complete.", show_default=False)],
) -> None:
    """Print the script that makes a shell complete `testfix`: commands, options, values and the ids of sessions.

    Examples:

    $ source <(testfix completion bash)            # now; in ~/.bashrc for every shell
    $ testfix completion zsh > ~/.zfunc/_testfix   # a folder of your $fpath
    $ testfix completion fish > ~/.config/fish/completions/testfix.fish
    """
    print(get_completion_script(prog_name=NAME, complete_var=VARIABLE, shell=shell))


def session_ids(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the sessions of the project on the command line, else of the current folder."""
    project = Path(ctx.params.get("project") or ".").expanduser()
    places = [project / ".workflow" / name for name in ("active", "archives")]
    return sorted({path.name for place in places for path in place.glob("WFS-*") if path.name.startswith(incomplete)})


def tables(incomplete: str) -> list[str]:
    """Return the history's tables."""
    from testfix_pipeline.analytics.tables.schema import TABLES

    return [name for name in TABLES if name.startswith(incomplete)]


def dimensions(incomplete: str) -> list[str]:
    """Return the dimensions to which a session can be expanded."""
    return [name for name in ("test", "enhance", "refactor", "doc") if name.startswith(incomplete)]
