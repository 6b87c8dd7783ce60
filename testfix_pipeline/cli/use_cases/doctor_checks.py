"""The checks of `testfix doctor`: rows of check, state, detail and next step."""

from __future__ import annotations

import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from testfix_pipeline.agents.calls import Caller, Probe, ToolCall
from testfix_pipeline.agents.clis.caller import CliCaller
from testfix_pipeline.cli.views import nightly_view
from testfix_pipeline.core.configuration.agent_names import (
    BUILTIN,
    agents,
    automatic_names,
    needs_address,
    takes_address,
)
from testfix_pipeline.core.configuration.setting_sources import CycleConfig, read_config
from testfix_pipeline.core.configuration.tool_names import ToolName, expanded, parse_tool
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.execution.suite_runs import suite_name
from testfix_pipeline.planning.project.supported_framework import runnable_suites
from testfix_pipeline.registry.registered_projects import Registry
from testfix_pipeline.steps.session.workbench import detect_target, resolve_config
from testfix_pipeline.steps.tools.model_tools import caller
from testfix_pipeline.workspace.home import home

Found = dict[str, Any]
ANSWER_SECONDS = 60.0
"""How long a tool may take for a question of one line: command lines start in up to 10 s on a loaded machine."""
_QUESTION = "Answer with the one word: ready. Read no file and use no tool."
_CHECK = "Ask it yourself for its message, and look at its account and its model."


def doctor(project_path: Path | None, agents: Sequence[str] = (), *, logins: bool = False) -> list[Found]:
    """Return a row for each check: check, state (ok, missing, broken), detail, and next step.

    project_path: None where no project is asked about. agents: tools as a launch names them, in addition to those of
    the project's entry in the registry; command lines among them are asked a question of one line. logins: whether
    they may use the login of an account.
    """
    config = _launch_config(project_path or Path(), agents, logins)
    asked = asked_rows(agents, config)
    return [
        _row_of("python", sys.version_info >= (3, 11), platform.python_version(), "Install Python 3.11 or newer."),
        _row_of("git", shutil.which("git") is not None, shutil.which("git") or "not found", "Install git."),
        _sandbox(),
        _home(),
        *_tools(config, {row["check"] for row in asked}),
        *asked,
        *engine_rows(),
        *_addressed_tools(config),
        *(_project_checks(project_path) if project_path is not None else ()),
        *nightly_view.checks(),
    ]


def _tools(config: CycleConfig, asked: Collection[str]) -> list[Found]:
    """Return rows for installed agents besides the engine and servers, all optional, and for those that can't load."""
    installed = agents()
    others = dict.fromkeys([*automatic_names(), *installed.loaded])
    named = [name for name in others if name not in (BUILTIN, *asked) and not takes_address(name)]
    rows = [tool_row(parse_tool(name), config) for name in named]
    return [*rows, *_not_loaded(installed.broken)]


def engine_rows() -> list[Found]:
    """Return rows for the repair engines of other packages, with the errors of those that fail to load."""
    from testfix_pipeline.repair.engines import engines

    installed = engines()
    rows = [_row_of(f"engine {name}", True, "installed", "") for name in installed.loaded if name != BUILTIN]
    return [*rows, *_not_loaded({f"engine {name}": why for name, why in installed.broken.items()})]


def _not_loaded(broken: Mapping[str, str]) -> list[Found]:
    next_step = "Repair, update or uninstall its package."
    return [_row_of(name, False, f"can't be loaded, {why}", next_step) for name, why in broken.items()]


def _launch_config(project_path: Path, agents: Sequence[str], logins: bool) -> CycleConfig:
    """Return the settings of a launch on a project with these tools; the defaults where they are invalid."""
    own = {**({"agents": list(agents)} if agents else {}), **({"agent_logins": True} if logins else {})}
    try:
        entry = Registry.load().resolve(project_path)
        registered = dict(entry.settings) if entry is not None else {}
        return resolve_config({**registered, "project": str(project_path), **own})[1]
    except PipelineError:  # the project's own row reports it
        return read_config(own)


def _addressed_tools(config: CycleConfig) -> list[Found]:
    """Return a row for each configured server and command line: reachable, key accepted, model available."""
    from testfix_pipeline.steps.tools.model_tools import addressed_tools, reach

    rows = []
    for name in addressed_tools(config):
        found = reach(name, config)
        where = name.rest or config.endpoint or name.program
        is_program = needs_address(name.program)  # identified by its command line, since there may be several
        good = f"{found.version or 'it'} answers" if is_program else f"{where}: reachable"
        detail = good if found.usable else f"{where}: {found.why}"
        rows.append(_row_of(name.text if is_program else name.program, found.usable, detail, found.next_step))
    return rows


def _row_of(name: str, good: bool, detail: str, step: str, bad: str = "broken") -> Found:
    return {"check": name, "state": "ok" if good else bad, "detail": detail, "next_step": "" if good else step}


def _home() -> Found:
    """Return rows on storage for runs and their history; the first run creates what is missing."""
    place = home()
    parts = [place, *(place / name for name in (".dagster", ".dagster/storage", ".dagster/values", "history"))]
    refused = [part for part in parts if part.exists() and not (part.is_dir() and os.access(part, os.W_OK))]
    detail = f"{place} (runs, history and the project registry)"
    if refused:
        detail = f"{refused[0]} is no folder that can be written to"
    return _row_of("home", not refused, detail, "Make it one, or set DAGSTER_HOME to another folder.")


def _sandbox() -> Found:
    from testfix_pipeline.execution.processes.containment_levels import COVERS, FULL
    from testfix_pipeline.execution.processes.supervisor import containment

    level = containment()
    full = level == FULL
    detail = f"{level}: {COVERS[level]}" + ("" if full else "; every result says so, and `strict` refuses to run")
    step = "apt-get install bubblewrap   (or your system's package of that name)"
    if shutil.which("bwrap"):
        step = "Let bubblewrap make user namespaces; a container may with `--security-opt seccomp=unconfined`."
    return _row_of("sandbox", full, detail, step, "missing")


def _project_checks(project_path: Path) -> list[Found]:
    try:
        project, config = resolve_config({"project": str(project_path)})
    except PipelineError as error:
        return [_row_of("project", False, error.what, error.next_step)]
    rows = [_row_of("project", True, f"{project.root} at {project.head[:12]}", "")]
    for detail, _, step in (said.rpartition(". ") for said in project.filter_notices()):
        rows.append(_row_of("git filter", False, detail, step, "missing"))
    try:
        found = runnable_suites(project.root, config.test_command, config.results)
    except PipelineError as error:
        return [*rows, _row_of("tests", False, error.what, error.next_step)]
    names = map(suite_name, found.suites)
    rows.append(_row_of("tests", True, "; ".join([*names, *found.notices]), ""))
    try:
        target = detect_target(project, config)
    except PipelineError as error:
        return [*rows, _row_of("interpreter", False, error.what, error.next_step)]
    return [*rows, _row_of("interpreter", True, target.described_interpreter, "")]


def doctor_text(checks: list[Found]) -> str:
    """Return the rows of `doctor` as lines for people."""
    marks = {"ok": "ok     ", "missing": "missing", "broken": "BROKEN ", "soon": "soon   "}
    lines = []
    for check in checks:
        lines.append(f"{marks[check['state']]}  {check['check']:<12} {check['detail']}")
        if check["next_step"]:
            lines.append(f"         {'':<12} next: {check['next_step']}")
    return "\n".join(lines)


def tool_row(name: ToolName, config: CycleConfig, *, ask: bool = False) -> Found:
    """Return the row of a tool: version, whether it is usable or why not, next step; `ask`: also whether it answers."""
    if name.kind == "agent":
        return {"check": name.text, "state": "ok", "detail": "installed", "next_step": ""}
    try:
        tool = caller(name, config)
        probe = tool.probe()
    except PipelineError as error:
        tool, probe = None, Probe(False, why=error.what, next_step=error.next_step)
    by = tool.access().kind if isinstance(tool, CliCaller) else ""
    row: Found = {"check": name.text, "state": "ok" if probe.usable else "missing", "next_step": probe.next_step}
    row |= {"installed": probe.found, "version": probe.version, "access": by}
    said: Found = {"detail": "usable" if probe.usable else f"not usable, {probe.why}"}
    if ask and tool is not None and probe.usable:
        said = _answer(tool)
    start = ", ".join(filter(None, (probe.version, f"by {by}" if by else "")))
    return {**row, **said, "detail": ": ".join(filter(None, (start, said["detail"])))}


def asked_rows(names: Sequence[str], config: CycleConfig) -> list[Found]:
    """Return a row for each command line among the tools, each of which is asked a question of one line."""
    tools = [name for name in map(parse_tool, expanded(names)) if name.program != BUILTIN]
    asked = [name for name in tools if name.kind == "model" and not takes_address(name.program)]
    with ThreadPoolExecutor(max_workers=2) as at_once:
        return list(at_once.map(lambda name: tool_row(name, config, ask=True), asked))


def _answer(tool: Caller) -> Found:
    """Return whether a tool answers a small question, and after how many seconds; this costs a call of its model."""
    with tempfile.TemporaryDirectory() as folder:
        reply = tool.call(ToolCall(_QUESTION, Path(folder), seconds=ANSWER_SECONDS))
    fields = {"answers": reply.kind == "ok", "answer_seconds": round(reply.seconds, 1), "model": reply.model}
    if reply.kind == "ok":
        return {"detail": f"{reply.model} answers after {reply.seconds:.1f} s", **fields}
    why = f"{reply.model} does not answer within {ANSWER_SECONDS:.0f} s, {reply.why or reply.kind}"
    return {"detail": why, "state": "broken", "next_step": _CHECK, **fields}
