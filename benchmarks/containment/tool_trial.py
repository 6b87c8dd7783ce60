"""One hostile tool under one level of containment, called as the cycle calls a coding command line."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from pathlib import Path

import psutil

from benchmarks.containment.outside import Outside
from benchmarks.containment.tools import KEY, Tool
from benchmarks.containment.trial import Row, leaks_of, surviving
from testfix_pipeline.agents.calls import ToolCall, ToolReply
from testfix_pipeline.agents.clis.caller import CliCaller
from testfix_pipeline.agents.clis.registration import TOOLS
from testfix_pipeline.execution.project import SandboxPolicy
from testfix_pipeline_tests.agents.model_server import ModelServer, Say

_SLACK = 40.0
_TURNS = 5


def tool_trial(tool: Tool, mode: str, world: Outside) -> Row:
    """What came of it, in the row of a suite: how the call was judged, what leaked, was harmed or survived."""
    tree = _worktree(world)
    world.reset()
    world.accepted.clear()
    before, marks = world.fingerprint(), set(psutil.pids())
    began = time.monotonic()
    with ModelServer([Say("fine")]) as server:
        program = world.top / "installed" / "bin"
        tool.install(program, f"{world.constants}MODEL = {int(server.address.rpartition(':')[2])}\n")
        reply = _caller(program, server.address, mode).call(
            ToolCall("fix it", tree, "read" if tool.mode == "read" else "write", tool.seconds)
        )
        asked = [request.headers.get("authorization", "") for request in server.requests]
    seconds = time.monotonic() - began
    leaked = "; ".join([*filter(None, [leaks_of(tree, ("LEAK",))]), *_arrived(tool, asked, world)])
    harm = world.harm(before)
    open_by_design = tool.full_only and mode == "off"
    wrong = [*_misjudged(tool, reply, mode), *surviving(tree, marks), *([] if open_by_design else harm)]
    wrong += [f"it took {seconds:.0f} s"] * (seconds > tool.seconds + _SLACK)
    wrong += [f"leaked: {leaked}"] * (bool(leaked) and not open_by_design)
    return {
        "name": tool.name,
        "level": reply.containment,
        "reported": reply.kind,
        "held": not leaked and not harm,
        "leaked": leaked,
        "wrong": wrong,
        "seconds": round(seconds, 1),
    }


def _worktree(world: Outside) -> Path:
    """A repository of its own with settings for tools that somebody planted."""
    tree = world.top / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    (tree / ".codex").mkdir(parents=True)
    (tree / ".codex" / "config.toml").write_text("planted = true\n")
    (tree / "calc.py").write_text("x = 1\n")
    identity = ["-c", "user.name=A", "-c", "user.email=a@b"]
    for words in (["init", "-q"], ["add", "-A"], [*identity, "commit", "-qm", "first"]):
        subprocess.run(["git", *words], cwd=tree, check=True)
    return tree


def _caller(program: Path, address: str, mode: str) -> CliCaller:
    """The caller of Codex as a session has it, with a user's key that nobody but the model's server may see."""
    os.environ["CANARY_OF_A_PROOF"] = "CANARY"
    environ = {
        "PATH": f"{program}{os.pathsep}{os.environ['PATH']}",
        "OPENAI_API_KEY": KEY,
        "OPENAI_BASE_URL": f"{address}/v1",
    }
    policy = SandboxPolicy(mode="off" if mode == "off" else "strict")
    return CliCaller(TOOLS["codex"], environ=environ, policy=policy, silence=5.0, turns=_TURNS)


def _arrived(tool: Tool, asked: list[str], world: Outside) -> list[str]:
    """What the servers saw that they should not have seen."""
    found = [f"{len(asked)} questions reached the model"] * (len(asked) > tool.questions)
    found += ["another key than the user's reached the model"] * any(key != f"Bearer {KEY}" for key in asked)
    return found + ["another server was reached"] * bool(world.accepted)


def _misjudged(tool: Tool, reply: ToolReply, mode: str) -> list[str]:
    found = [] if reply.kind in tool.expects.split("|") else [f"judged as {reply.kind}: {reply.why}"]
    expected = "open" if mode == "off" else "limited"
    return found + [f"its network is recorded as {reply.network!r}"] * (reply.network != expected)
