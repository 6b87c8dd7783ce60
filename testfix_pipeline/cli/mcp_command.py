"""`testfix mcp`: the judge and the history as tools for coding agents, by the Model Context Protocol."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def mcp(
    root: Annotated[
        list[Path] | None, typer.Option("--root", help="Folder whose projects may be asked about; repeatable.")
    ] = None,
    allow_fix: Annotated[bool, typer.Option("--allow-fix", help="Offer the tool `fix`, too.")] = False,
) -> None:
    """Serve measure, verify_patch, explain_failure, history and report_defect to coding agents, on stdin and stdout.

    Read-only but for reports of defects; --allow-fix makes branches (never changes a checkout). Projects outside the
    roots (default: the current folder) are refused.

    Example:  testfix mcp --root .

    In the configuration of a client:

    {"mcpServers": {"testfix": {"command": "testfix", "args": ["mcp", "--root", "PATH"]}}}
    """
    from testfix_pipeline.core.errors import UsageError

    try:
        from testfix_pipeline.cli.mcp_server import server
    except ImportError as missing:
        what = f"`testfix mcp` needs the package mcp: {missing}."
        raise UsageError(what, "Install testfix-pipeline[mcp].") from missing
    roots = [path.resolve() for path in root or [Path()]]
    lost = next((path for path in roots if not path.is_dir()), None)
    if lost is not None:
        raise UsageError(f"There is no folder {lost}.", "Name a folder with --root.")
    server(roots, allow_fix=allow_fix).run("stdio")
