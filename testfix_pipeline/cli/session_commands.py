"""`testfix sessions`: commands on existing sessions, and `testfix status`, which shows them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from testfix_pipeline.cli import launch_commands
from testfix_pipeline.cli.options import (
    JsonOption,
    LaunchProjectOption,
    OfRemoteOption,
    ProjectOption,
    SessionArgument,
    SessionOption,
    YesOption,
)
from testfix_pipeline.cli.shell_completion import dimensions, session_ids
from testfix_pipeline.core.identifiers import check_session_id
from testfix_pipeline.core.visible_text import visible

sessions = typer.Typer(
    no_args_is_help=True,
    help="The sessions of a project: start, list, show, review, resume, sync, complete, archive, expand, remove.",
    epilog="Exit codes: 0 done, 1 tests still fail (resume), 2 usage or environment.",
)
# Seconds between two displays of a running session.
EVERY = 1.0


def _say(found: Any, text: str, as_json: bool) -> None:
    print(json.dumps(found, ensure_ascii=False) if as_json else visible(text))


def status(
    project: ProjectOption = Path(),
    session: SessionOption = "",
    remote: OfRemoteOption = "",
    once: Annotated[bool, typer.Option("--once", help="Do not follow a session that runs.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Show the sessions of a project, or one of them with its progress list, strategy, budget and latest end.

    On a terminal a session that a run works on is followed until that run ends; Ctrl-C leaves the run alone.

    Examples:

    $ testfix status --project ../shop
    $ testfix status --session WFS-test-fix-2026-03-01 --once
    $ testfix status --session WFS-test-fix-2026-03-01 --json | jq .pass_rate
    $ testfix status --remote git@host:state.git
    """
    from testfix_pipeline.cli.views import status_view

    if remote:
        found = status_view.shared_status(remote, session)
        _say(found, status_view.text(found), as_json)
        return
    follow = sys.stdout.isatty() and not once and not as_json
    wanted = session or (status_view.running(project) if follow else "")
    if wanted and follow:
        from testfix_pipeline.cli.console import follow_session

        found = follow_session(status_view.following(project, wanted, EVERY))
    else:
        found = status_view.status(project, wanted)
    _say(found, status_view.text(found), as_json)


@sessions.command("review")
def review(
    session: Annotated[
        str, typer.Argument(metavar="[SESSION]", help="The session (WFS-...).", autocompletion=session_ids)
    ] = "",
    project: ProjectOption = Path(),
    yes: YesOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show what a session changed and what speaks for and against it: what to look at first, the fixes with their
    doubts, each criterion with its tests, the acceptance commands, the diff. Changes nothing.

    Examples:

    $ testfix review WFS-test-fix-2026-03-01 --project ../shop
    $ testfix review --project ../shop --yes
    """
    from testfix_pipeline.cli.views import review_view

    found = review_view.review(project, session, yes=yes)
    _say(found, review_view.text(found), as_json)


@sessions.command("start")
def start(
    input_text: Annotated[
        str,
        typer.Argument(metavar="[INPUT]", help="As for `testfix run`; nothing: a session like that of `testfix fix`."),
    ] = "",
    project: LaunchProjectOption = Path(),
    as_json: JsonOption = False,
) -> None:
    """Open a session (folder, branch, snapshot) without running it; `execute` or `resume` goes on with it.

    Examples:

    $ testfix sessions start "Test the user authentication API" --project ../shop
    $ testfix sessions start --project ../shop
    """
    from testfix_pipeline.cli.use_cases import launch_use_cases as use_cases
    from testfix_pipeline.cli.use_cases import session_actions

    found = session_actions.start(use_cases.project_and_input(project, input_text))
    _say(found, f"opened {found['session_id']} on branch {found['branch']}\nnext: {found['next']}", as_json)


@sessions.command("list")
def list_all(project: ProjectOption = Path(), as_json: JsonOption = False) -> None:
    """The sessions of a project, active and archived, the newest first.

    Example:

    $ testfix sessions list --project ../shop
    """
    from testfix_pipeline.cli.views import status_view

    found = status_view.status(project, "")
    _say(found, status_view.text(found), as_json)


@sessions.command("show")
def show(session: SessionArgument, project: ProjectOption = Path(), as_json: JsonOption = False) -> None:
    """One session with its progress list, and what still fails.

    Example:

    $ testfix sessions show WFS-test-fix-2026-03-01 --project ../shop
    """
    from testfix_pipeline.cli.views import status_view

    found = status_view.status(project, session)
    _say(found, status_view.text(found), as_json)


sessions.command("resume", epilog=launch_commands.OUTCOMES)(launch_commands.resume)


@sessions.command("sync")
def sync(
    session: SessionArgument,
    message: Annotated[str, typer.Argument(metavar="[MESSAGE]", help="Empty: its status and pass rate.")] = "",
    project: ProjectOption = Path(),
    as_json: JsonOption = False,
) -> None:
    """Bring TODO_LIST.md up to date with the session's files, and append a message to `.workflow/sync.jsonl`.

    Examples:

    $ testfix sessions sync WFS-test-fix-2026-03-01
    $ testfix sessions sync WFS-test-fix-2026-03-01 "Waiting for the database team"
    """
    from testfix_pipeline.cli.use_cases import session_actions

    found = session_actions.sync(project, check_session_id(session), message)
    _say(found, found["message"], as_json)


@sessions.command("complete")
def complete(session: SessionArgument, project: ProjectOption = Path(), as_json: JsonOption = False) -> None:
    """Close a session that the cycle completed: message, and move to the archive. Refused while tests fail.

    Example:

    $ testfix sessions complete WFS-test-fix-2026-03-01 --project ../shop
    """
    from testfix_pipeline.cli.use_cases import session_actions

    found = session_actions.complete(project, check_session_id(session))
    _say(found, f"{found['message']}\narchived as {found['archived']}", as_json)


@sessions.command("archive")
def archive_one(session: SessionArgument, project: ProjectOption = Path(), as_json: JsonOption = False) -> None:
    """Move a completed session to `.workflow/archives`.

    Example:

    $ testfix sessions archive WFS-test-fix-2026-03-01 --project ../shop
    """
    from testfix_pipeline.cli.use_cases import launch_use_cases as use_cases

    folder = use_cases.archive(project, session, yes=False)
    _say({"archived": folder}, folder, as_json)


@sessions.command("remove")
def remove(
    session: SessionArgument,
    project: ProjectOption = Path(),
    force: Annotated[
        bool, typer.Option("--force", help="Also where its branch holds fixes that no other has.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Remove a session's folder, branch and attempts' commits, also in its remote; its rows in the history stay.

    Refused while a run works on it, here or elsewhere, and while its branch holds fixes that no other branch has.

    Example:

    $ testfix sessions remove WFS-test-fix-2026-03-01 --project ../shop
    """
    from testfix_pipeline.cli.use_cases import session_actions

    found = session_actions.remove(project, check_session_id(session), force=force)
    _say(found, session_actions.removed_text(found), as_json)


@sessions.command("expand")
def expand(
    dimension: Annotated[
        list[str], typer.Argument(help="test, enhance, refactor or doc; several at once.", autocompletion=dimensions)
    ],
    project: ProjectOption = Path(),
    session: SessionOption = "",
    yes: YesOption = False,
    as_json: JsonOption = False,
) -> None:
    """Write follow-ups of a session as issues to `.workflow/issues.jsonl`, and print their ids.

    Example:

    $ testfix expand test doc --session WFS-test-fix-2026-03-01 --project ../shop
    """
    from testfix_pipeline.cli.use_cases import launch_use_cases as use_cases

    ids = use_cases.expand_session(project, session, dimension, yes=yes)
    _say({"issues": ids}, "\n".join(ids), as_json)
