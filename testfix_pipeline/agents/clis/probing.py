"""Finds out whether a tool can be used, without calling a model."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

from testfix_pipeline.agents.calls import Probe
from testfix_pipeline.agents.clis.cli_run import installation
from testfix_pipeline.agents.clis.command_line import CommandLine
from testfix_pipeline.agents.clis.credentials import ToolAccess
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.execution.processes.environment import clean_environment
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run
from testfix_pipeline.execution.project import SandboxPolicy

_SECONDS = 30.0
_VERSION = re.compile(r"\d+\.\d+\.\d+\S*")


def path_of(environ: Mapping[str, str]) -> str:
    """Return the PATH of an environment, else the system's default."""
    return environ.get("PATH", os.defpath)


def probe(tool: CommandLine, environ: Mapping[str, str], policy: SandboxPolicy, access: ToolAccess) -> Probe:
    """Path and version of a tool, or why it can't be used: Node too old, no key, no sandbox where one is required."""
    found = shutil.which(tool.program, path=path_of(environ))
    if found is None:
        install = f"npm install -g {tool.package}"
        return Probe(False, why=f"{tool.program} is not on the PATH", next_step=install)
    try:
        version = _version(Path(found), environ, policy)
        node = _node(environ, policy) if tool.node else 0
    except PipelineError as error:
        return Probe(True, why=error.what, next_step=error.next_step)
    if tool.node and node < tool.node:
        return _with_old_node(tool, node, version)
    if not version:
        why = f"`{tool.program} --version` says nothing"
        return Probe(True, why=why, next_step=f"npm install -g {tool.package}")
    if access.upstream is None:
        return Probe(True, version, False, access.why, access.next_step)
    return Probe(True, version, True)


def glance(tool: CommandLine, environ: Mapping[str, str], policy: SandboxPolicy, access: ToolAccess) -> Probe:
    """The same without starting the tool, which may take seconds: installed, logged in, and a Node that is new enough.

    Only the Node of a tool that is installed and logged in is started, to learn its version.
    """
    found = shutil.which(tool.program, path=path_of(environ))
    if found is None:
        return Probe(False, why="not installed", next_step=f"npm install -g {tool.package}")
    if access.upstream is None:
        return Probe(True, why=access.why, next_step=access.next_step)
    try:
        node = _node(environ, policy) if tool.node else 0
    except PipelineError as error:
        return Probe(True, why=error.what, next_step=error.next_step)
    return Probe(True, usable=True) if node >= tool.node else _with_old_node(tool, node)


def _with_old_node(tool: CommandLine, node: int, version: str = "") -> Probe:
    why = f"it needs Node {tool.node}, not {node or 'none'}"
    return Probe(True, version, why=why, next_step=f"Install Node {tool.node}.")


def _version(program: Path, environ: Mapping[str, str], policy: SandboxPolicy) -> str:
    read = tuple(sorted(map(str, installation(program, path_of(environ)))))
    done = run(
        [str(program), "--version"],
        cwd=Path("/"),
        env=clean_environment(source=environ),
        limits=ProcessLimits(_SECONDS),
        policy=SandboxPolicy(mode=policy.mode, read=read),
        writable=[],
    )
    found = _VERSION.search(done.stdout.decode(errors="replace"))
    return found[0] if found else ""


def _node(environ: Mapping[str, str], policy: SandboxPolicy) -> int:
    """The major version of the Node that the tool's first line would find, 0 where there is none."""
    node = shutil.which("node", path=path_of(environ))
    version = _version(Path(node), environ, policy) if node else ""
    return int(version.split(".")[0]) if version else 0
