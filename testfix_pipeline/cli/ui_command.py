"""`testfix ui`: Dagster's UI and daemon on the instance that all commands share."""

from __future__ import annotations

import os
import socket
import sys
from typing import Annotated

import typer

HOST = "127.0.0.1"
PORT = 3000


def ui(
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port on 127.0.0.1.")] = PORT,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would run, and run nothing.")] = False,
) -> None:
    """Start Dagster's UI with its daemon (schedules, sensors) on the instance that all commands share.

    The instance lies in DAGSTER_HOME, else in a checkout of this software, else in ~/.testfix; its
    settings (dagster.yaml) are written there once. Ctrl-C ends it.

    Example:

    $ testfix ui --port 3333
    """
    from testfix_pipeline.core.errors import UsageError
    from testfix_pipeline.workspace.home import home
    from testfix_pipeline.workspace.instance_files import prepare_home, workspace_file

    place = home()
    command = ["-m", "dagster", "dev", "-w", str(workspace_file(place)), "-h", HOST, "-p", str(port)]
    print(f"UI       http://{HOST}:{port}\nhome     {place}", flush=True)
    if dry_run:
        print(f"command  DAGSTER_HOME={place} {sys.executable} {' '.join(command)}")
        return
    if _is_taken(port):
        raise UsageError(f"The port {port} is in use.", "Choose another one with --port.")
    prepare_home(place)
    os.chdir(place)
    os.execve(sys.executable, [sys.executable, *command], {**os.environ, "DAGSTER_HOME": str(place)})


def _is_taken(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return True
    return False


def demo() -> None:
    """Turn small broken projects green before your eyes, in a temporary folder.

    Example:

    $ testfix demo
    """
    from testfix_pipeline.cli import demo as shown

    raise typer.Exit(shown.main())
