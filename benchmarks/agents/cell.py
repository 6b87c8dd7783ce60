"""One cell of the matrix: one real tool, one fault, everything that must hold afterwards."""

from __future__ import annotations

import contextlib
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.agents.faults import Case
from testfix_pipeline.agents.calls import ToolCall, ToolReply
from testfix_pipeline.agents.clis.acp import AcpAgent, AcpCaller
from testfix_pipeline.agents.clis.caller import CliCaller
from testfix_pipeline.agents.clis.registration import ACCESS, TOOLS
from testfix_pipeline.core.agent_protocol.answer_refusal import refuse_answer
from testfix_pipeline.core.agent_protocol.protocol import AgentAnswer
from testfix_pipeline.core.patch_policy.patch_rules import FileChange, refuse_patch
from testfix_pipeline_tests.agents import moves
from testfix_pipeline_tests.agents.model_server import ModelServer, refused_address

LIMIT = 90.0
"""Seconds that a call may take; a tool starts slowly where other work is done beside it."""
GRACE = 15.0
SILENCE = 4.0
TURNS = 12
BY_ACP = "acp-"
"""In front of a tool's name: it is called by the Agent Client Protocol."""
FILES = {
    "calc.py": "def add(a, b):\n    return a - b\n",
    "test_calc.py": "from calc import add\n\n\ndef test_add():\n    assert add(1, 2) == 3\n",
    **{f"part_{number}.py": f"x = {number}\n" for number in range(40)},
}


@dataclass(frozen=True)
class Cell:
    """What was seen. `wrong` names everything that did not hold; empty is right."""

    tool: str
    case: str
    seconds: float
    kind: str
    requests: int
    wrong: list[str]


def measure(tool: str, case: Case) -> Cell:
    """Run one cell in folders of its own."""
    with tempfile.TemporaryDirectory(prefix="prove-agents-") as name, _own_places(Path(name)) as temporary:
        tree = _checkout(Path(name) / "work" / "tree")
        home = Path(name) / "home"
        script = case.moves(tool.removeprefix(BY_ACP), tree)
        with ModelServer(script) as server:
            address = refused_address() if case.refused_port else server.address
            environ = moves.environment(address, os.environ["PATH"])
            caller = _caller(tool, environ)
            began = time.monotonic()
            reply = caller.call(ToolCall("Why does test_add fail? Fix it.", tree, case.mode, LIMIT))
            seconds = time.monotonic() - began
            wrong = [f"the scripted server broke: {error!r}" for error in server.errors]
            if not callable(script) and not case.refused_port and len(server.requests) < len(script):
                wrong.append(f"only {len(server.requests)} of {len(script)} moves were made")
        wrong += _unlimited(seconds) + _misjudged(case, reply) + _believed(case, reply, tree)
        wrong += [f"left behind: {path}" for folder in (temporary, home) for path in folder.iterdir()]
        wrong += [f"written outside: {path}" for path in tree.parent.iterdir() if path != tree]
        wrong += [f"process left: {command}" for command in _processes_of(Path(name))]
        return Cell(tool, case.name, round(seconds, 1), reply.kind, len(server.requests), wrong)


def _caller(tool: str, environ: Mapping[str, str]) -> CliCaller:
    """The tool by its own adapter, or as any agent of the protocol."""
    limits: dict[str, Any] = {"environ": environ, "silence": SILENCE, "turns": TURNS}
    if not tool.startswith(BY_ACP):
        return CliCaller(TOOLS[tool], moves.MODEL, **limits)
    agent = AcpAgent.of(moves.ACP_LINES[tool.removeprefix(BY_ACP)], ACCESS, environ)
    return AcpCaller(agent, keys=tuple(one.pair for one in ACCESS), **limits)


def _unlimited(seconds: float) -> list[str]:
    return [f"took {seconds:.0f} s of {LIMIT:.0f}"] if seconds > LIMIT + GRACE else []


def _misjudged(case: Case, reply: ToolReply) -> list[str]:
    wrong = []
    if reply.kind not in case.kinds:
        wrong.append(f"judged {reply.kind}, not {' or '.join(case.kinds)}: {reply.why[:200]}")
    if reply.http_status != case.status:
        wrong.append(f"HTTP status {reply.http_status}, not {case.status}")
    return wrong


def _believed(case: Case, reply: ToolReply, tree: Path) -> list[str]:
    """Whether the chain would stop at this answer, or the change be landed."""
    wrong = []
    if tuple(reply.changed) != case.changed:
        wrong.append(f"changed {reply.changed}, not {list(case.changed)}")
    if case.tampering:
        changes = [FileChange(path, FILES.get(path), (tree / path).read_text()) for path in reply.changed]
        return wrong if refuse_patch(changes) else [*wrong, "the change was not refused"]
    fields = {name: getattr(reply, name) for name in ("tool", "kind", "http_status", "text", "payload", "seconds")}
    refusal = refuse_answer(AgentAnswer(**fields))
    if refusal is None or refusal.rule != case.rule:
        wrong.append(f"refused by {refusal.rule if refusal else 'nothing'}, not {case.rule}")
    return wrong


@contextlib.contextmanager
def _own_places(folder: Path) -> Iterator[Path]:
    """A home and a temporary folder for everything that is started here."""
    temporary, home = folder / "temporary", folder / "home"
    for place in (temporary, home, folder / "work"):
        place.mkdir()
    before, tempfile.tempdir = tempfile.tempdir, str(temporary)
    users_home = os.environ.get("HOME", "")
    os.environ["HOME"] = str(home)
    try:
        yield temporary
    finally:
        tempfile.tempdir = before
        os.environ["HOME"] = users_home


def _checkout(tree: Path) -> Path:
    tree.mkdir()
    for name, text in FILES.items():
        (tree / name).write_text(text)
    identity = ("-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "commit.gpgSign=false")
    for arguments in (("init", "-q"), ("add", "-A"), (*identity, "commit", "-q", "-m", "failing")):
        subprocess.run(["git", *arguments], cwd=tree, check=True)
    return tree


def _processes_of(folder: Path) -> list[str]:
    """Processes whose command line, variables or working folder name the cell's own folder."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        if int(place.name) == os.getpid():
            continue
        with contextlib.suppress(OSError):
            output = (
                (place / "cmdline").read_bytes() + (place / "environ").read_bytes() + bytes((place / "cwd").readlink())
            )
            if os.fsencode(folder) in output:
                found.append((place / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")[:200])
    return found
