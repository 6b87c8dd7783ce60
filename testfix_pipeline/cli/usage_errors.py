"""Turns what the parser of the command line refuses into an error for the user, as all other errors are shown."""

from pathlib import Path
from typing import Any

from typer.exceptions import TyperException

from testfix_pipeline.core.errors import UsageError


def usage_error(refused: TyperException, words: list[str]) -> UsageError:
    """Return an error of the parser as a UsageError.

    words: the command line, the program's name left out. A folder among them that no command takes was meant as the
    project.
    """
    context: Any = getattr(refused, "ctx", None)
    command = context.command_path if context else "testfix"
    what = refused.format_message()
    folders = [word for word in words if f"({word})" in what and Path(word).is_dir()]
    if folders and any(option.name == "project" for option in context.command.params):
        return UsageError(what, f"Name the project with an option: `{command} --project {folders[0]}`.")
    return UsageError(what, f"`{command} --help` says what it takes.")
