"""The rows of `testfix doctor` on tools that ask models: installed, version, key or login, and whether they answer."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from testfix_pipeline.agents.calls import Caller, Probe, ToolCall
from testfix_pipeline.agents.clis.caller import CliCaller
from testfix_pipeline.core.configuration.agent_names import takes_address
from testfix_pipeline.core.configuration.setting_sources import CycleConfig
from testfix_pipeline.core.configuration.tool_names import BUILTIN, ToolName, expanded, parse_tool
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.steps.tools.model_tools import caller

ANSWER_SECONDS = 60.0
"""How long a tool may take for a question of one line: command lines start in up to 10 s on a loaded machine."""
_QUESTION = "Answer with the one word: ready. Read no file and use no tool."
_CHECK = "Ask it yourself for its message, and look at its account and its model."

Found = dict[str, Any]


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
