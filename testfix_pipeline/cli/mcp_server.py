"""The tools of `testfix mcp`. Each call is a separate `testfix ... --json`: no shared state, and cancelling ends it.

Thus the output of the projects' code can't reach the protocol, and a crash ends only its own call.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import threading
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal

import anyio
from anyio.to_thread import run_sync
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations

from testfix_pipeline.execution.processes.supervisor import ProcessLimits, ProcessResult, run
from testfix_pipeline.execution.project import SandboxPolicy
from testfix_pipeline.workspace.sessions.reported_defects import MOST_TESTS, MOST_WORDS

COMMAND = "from testfix_pipeline.cli.app import main; main()"
MOST_OUTPUT = 64 << 20
MOST_PATCH = 16 << 20
PROGRESS_EVERY_S = 1.0
READ_ONLY = ToolAnnotations(read_only_hint=True, open_world_hint=False)
ADDS_A_RECORD = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
INSTRUCTIONS = (
    "Measures test suites and judges patches by our own runs. Ask verify_patch before you call a failing test fixed: "
    "exit codes and reports can be deceived, its verdict says why a patch is no repair. If tests contradict each other "
    "or their documentation, don't bend the program or the tests: call report_defect and stop."
)


def server(roots: Sequence[Path], *, allow_fix: bool) -> MCPServer[Any]:
    """Return the server for projects below `roots` (absolute, resolved)."""
    tools = Tools(roots)
    made: MCPServer[Any] = MCPServer("testfix", instructions=INSTRUCTIONS)
    for tool in (tools.measure, tools.verify_patch, tools.explain_failure, tools.history):
        made.add_tool(tool, annotations=READ_ONLY)
    made.add_tool(tools.report_defect, annotations=ADDS_A_RECORD)
    if allow_fix:
        made.add_tool(tools.fix)
    return made


class Tools:
    """What the server offers. `roots`: the folders that projects must lie in."""

    def __init__(self, roots: Sequence[Path]) -> None:
        self._roots = list(roots)

    async def measure(self, project: str, context: Context[Any, Any]) -> dict[str, Any]:
        """Run a project's tests as they are on disk: counts, failures with messages, flaky ones, authentic or not."""
        return await self._asked(context, "measure", project)

    async def verify_patch(
        self, project: str, context: Context[Any, Any], patch: str = "", revisions: str = ""
    ) -> dict[str, Any]:
        """Judge a change: verified, not verified or cannot tell, with reasons.

        patch: a unified diff against HEAD; revisions: a range such as main..HEAD; neither: uncommitted work.
        """
        if len(patch.encode(errors="replace")) > MOST_PATCH:
            raise ToolError(f"The patch has more than {MOST_PATCH >> 20} MiB.")
        if not patch:
            return await self._asked(context, "verify", project, *(["--", revisions] if revisions else []))
        with tempfile.NamedTemporaryFile("w", suffix=".patch", encoding="utf-8", errors="surrogateescape") as file:
            file.write(patch)
            file.flush()
            return await self._asked(context, "verify", project, "--patch", file.name)

    async def explain_failure(
        self, project: str, test: str, context: Context[Any, Any], seconds: float = 30.0
    ) -> dict[str, Any]:
        """Suspicious lines of a failing test and, where one is found, a patch with its confidence. Writes nothing."""
        return await self._asked(context, "repair", project, "--test", test, "--seconds", str(max(1.0, seconds)))

    async def report_defect(
        self,
        project: str,
        tests: list[str],
        reason: str,
        context: Context[Any, Any],
        kind: Literal["tests_contradict", "test_against_documentation", "other"] = "other",
        session: str = "",
    ) -> dict[str, Any]:
        """The way out of an impossible task: tests that contradict each other, or a test against its documentation.

        Kept with the session (the newest without a name) and shown to its reader, with what our own analysis says of
        the tests. No test is left out by it.
        """
        about = [option for test in tests[:MOST_TESTS] for option in ("--test", test)]
        named = ["--session", session] if session else []
        given = ["--kind", kind, "--by", "an agent", *about, *named, "--", reason[:MOST_WORDS]]
        return await self._asked(context, "report-defect", project, *given)

    async def history(self, project: str, context: Context[Any, Any], table: str = "") -> dict[str, Any]:
        """Earlier sessions: pass rates, regressions, stuck and flaky tests; or one table by its name."""
        return await self._asked(context, "history", project, *(["--table", table] if table else []))

    async def fix(self, project: str, context: Context[Any, Any], budget_seconds: float = 600.0) -> dict[str, Any]:
        """Fix failing tests on a branch testfix/<session>; the checkout stays as it is."""
        return await self._asked(context, "fix", project, "--budget-seconds", str(budget_seconds))

    async def _asked(self, context: Context[Any, Any], command: str, project: str, *options: str) -> dict[str, Any]:
        """Return the result of one command. Raises ToolError with its error and next step."""
        folder = Path(project).expanduser().resolve()
        if not any(folder.is_relative_to(root) for root in self._roots):
            raise ToolError(f"{project} is outside of the folders that this server was started for.")
        if not folder.is_dir():
            raise ToolError(f"There is no folder {project}.")
        argv = [sys.executable, "-c", COMMAND, command, "--project", str(folder), "--json", *options]
        ended = threading.Event()
        async with anyio.create_task_group() as group:
            group.start_soon(_tell_progress, context, command)
            try:
                done = await run_sync(partial(_run, argv, folder, ended), abandon_on_cancel=True)
            finally:
                ended.set()  # end a cancelled call with all of its processes
            group.cancel_scope.cancel()
        return _answer(done)


async def _tell_progress(context: Context[Any, Any], command: str) -> None:
    passed = 0.0
    while True:
        await context.report_progress(passed, message=f"testfix {command}, {passed:.0f} s")
        await anyio.sleep(PROGRESS_EVERY_S)
        passed += PROGRESS_EVERY_S


def _run(argv: Sequence[str], folder: Path, ended: threading.Event) -> ProcessResult:
    limits = ProcessLimits(seconds=None, output_bytes=MOST_OUTPUT)
    ours = SandboxPolicy(mode="off")  # our own program, which sandboxes the project's code
    return run(argv, cwd=folder, env=os.environ, limits=limits, policy=ours, writable=[], cancel=ended.is_set)


def _answer(done: ProcessResult) -> dict[str, Any]:
    lines = done.stdout.decode(errors="replace").strip().splitlines()
    try:
        found = json.loads(lines[-1])
    except (IndexError, ValueError):
        raise ToolError(f"testfix ended without an answer: {done.stderr.decode(errors='replace')[-2000:]}") from None
    if isinstance(found, dict) and found.get("outcome") == "error":
        raise ToolError(f"{found['error']} {found['next_step']}".strip())
    return found if isinstance(found, dict) else {"answer": found}
