"""`testfix sessions`: list, show, archive, and remove with care."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from testfix_pipeline.cli_options import JsonOption, ProjectOption, SessionArgument

sessions = typer.Typer(no_args_is_help=True, help="The sessions of a project: list, show, archive, remove.")


def _say(found: Any, text: str, as_json: bool) -> None:
    print(json.dumps(found) if as_json else text)


@sessions.command("list")
def list_all(project: ProjectOption = Path(), as_json: JsonOption = False) -> None:
    """The sessions of a project, the newest first."""
    from testfix_pipeline import use_cases

    found = use_cases.status(project, "")
    _say(found, use_cases.status_text(found), as_json)


@sessions.command("show")
def show(session: SessionArgument, project: ProjectOption = Path(), as_json: JsonOption = False) -> None:
    """One session with its progress list, and what still fails."""
    from testfix_pipeline import use_cases

    found = use_cases.status(project, session)
    _say(found, use_cases.status_text(found), as_json)


@sessions.command("archive")
def archive(session: SessionArgument, project: ProjectOption = Path(), as_json: JsonOption = False) -> None:
    """Move a completed session to `.workflow/archives`."""
    from testfix_pipeline import use_cases

    folder = use_cases.archive(project, session, yes=False)
    _say({"archived": folder}, folder, as_json)


@sessions.command("remove")
def remove(
    session: SessionArgument,
    project: ProjectOption = Path(),
    force: Annotated[bool, typer.Option(help="Also where its branch holds fixes that no other branch has.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Remove a session's folder, its branch and its kept attempts; its rows in the history stay.

    Example:

      testfix sessions remove WFS-test-fix-20260301 --project ../shop
    """
    from testfix_pipeline import sessions_view

    found = sessions_view.remove(project, session, force=force)
    _say(found, f"removed {found['removed']} and {len(found['refs'])} refs", as_json)
