"""The options that several commands of `testfix` share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from testfix_pipeline.cli.shell_completion import session_ids
from testfix_pipeline.core.configuration.agent_names import listed_names


def _folder(given: Path | None) -> Path | None:
    """Return the folder of a project, which may be named as in the registry."""
    if given is None or given.exists() or given.name != str(given):
        return given
    from testfix_pipeline.registry.launch_project import locate_project

    return locate_project(str(given))[1]


def _address(given: str) -> str:
    """Return the address of a remote; a folder's absolute path. Raises InvalidConfig if it contains credentials."""
    from testfix_pipeline.workspace.shared.remote import check_remote

    check_remote(given)
    return str(Path(given).absolute()) if given and Path(given).exists() else given


LaunchProjectOption = Annotated[
    Path, typer.Option("--project", "-p", help="Folder of the project, in a git checkout; or its registered name.")
]
ProjectOption = Annotated[
    Path,
    typer.Option(
        "--project", "-p", callback=_folder, help="Folder of the project, in a git checkout; or its registered name."
    ),
]
OfProjectOption = Annotated[
    Path | None, typer.Option("--project", "-p", callback=_folder, help="Only this project; empty: all.")
]
FolderOption = Annotated[Path, typer.Option("--project", "-p", help="Folder of the project, in git or not.")]
RemoteOption = Annotated[
    str,
    typer.Option(
        callback=_address,
        help="Git address through which machines share the session, without credentials; empty: it stays on this one.",
    ),
]
OfRemoteOption = Annotated[
    str,
    typer.Option("--remote", callback=_address, help="Of the sessions that machines share through this git address."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object as the last line of stdout.")]
AgentsOption = Annotated[
    str,
    typer.Option(
        "--agents",
        help="Tools in the order they are asked, separated by commas: auto (what is usable, then builtin), "
        f"{', '.join(listed_names())} (those with a model also NAME:MODEL), models (those with a model), "
        "endpoint:URL#MODEL, replay:FILE.",
    ),
]
LoginsOption = Annotated[
    bool, typer.Option("--agent-logins", help="Tools without a key may use the login of their account.")
]
DeprecationsOption = Annotated[
    bool, typer.Option(help="With --project: run its suite once, and list what libraries warn about.")
]
ClusterOption = Annotated[
    bool, typer.Option("--cluster", help="Also: are dead runs and workers of Celery noticed, and their work repeated?")
]
YesOption = Annotated[bool, typer.Option("--yes", "-y", help="Where several sessions fit, take the newest.")]
ApplyOption = Annotated[bool, typer.Option("--apply", help="Put the result on your branch at the end.")]
SessionOption = Annotated[
    str, typer.Option("--session", "--resume-session", "-s", help="The session (WFS-...).", autocompletion=session_ids)
]
SessionArgument = Annotated[
    str, typer.Argument(metavar="SESSION", help="The session (WFS-...).", autocompletion=session_ids)
]
TestCommandOption = Annotated[
    str, typer.Option("--test-command", help="How you run the tests, e.g. `pytest -x tests`; empty: found.")
]
PythonOption = Annotated[str, typer.Option(help="Interpreter that has the project's packages; empty: found.")]
InputArgument = Annotated[
    str, typer.Argument(metavar="INPUT", help="A finished session (WFS-...), a requirements file (.md) or a sentence.")
]
AtOption = Annotated[
    str, typer.Option("--at", help="A location that another machine publishes its history to, such as s3://bucket/x.")
]
