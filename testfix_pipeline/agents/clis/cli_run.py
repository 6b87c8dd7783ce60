"""Runs a tool once, in a private home, in the sandbox, behind the gateway, with a time limit, and cleans up."""

from __future__ import annotations

import contextlib
import shutil
import sys
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from testfix_pipeline.agents.calls import TokenUsage, ToolCall
from testfix_pipeline.agents.clis.exchanges import Exchange
from testfix_pipeline.agents.clis.gateway import Gateway, Upstream
from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.execution.processes import scratch_folders
from testfix_pipeline.execution.processes.environment import clean_environment
from testfix_pipeline.execution.processes.sandbox import installation_folders
from testfix_pipeline.execution.processes.supervisor import (
    ProcessLimits,
    ProcessResult,
    Running,
    containment,
    run,
    start,
)
from testfix_pipeline.execution.project import SandboxPolicy

_RELAY = Path(__file__).with_name("relay.py")
_PORT = 8080
"""Where the relay listens: in a network namespace of the call's own, so that no port is taken."""
_GIT_AND_OURS = (".git", ".gitignore", ".gitattributes", ".github", ".workflow")
"""Hidden files and folders of a project that a tool may see."""
_PLAIN_SETTINGS = ("opencode.json", "opencode.jsonc", "crush.json")
"""Settings of agents that do not lie in hidden files."""
_LIMITS = {"memory_bytes": 8 * 1024**3, "processes": 400, "output_bytes": 16 * 1024 * 1024}


@dataclass(frozen=True)
class CallSetup:
    """The folders of one call and its access to the model.

    home: its HOME, with the configuration. temporary: its TMPDIR. address, key: of the gateway to the model. header:
    that of the key, by which a tool with several kinds of keys tells them apart. session: an id for a new conversation,
    for tools that accept one, so that it is known even if the tool is ended early. is_login: the home holds the login
    of an account, to use instead of the key.
    """

    home: Path
    temporary: Path
    address: str
    key: str
    header: str = "Authorization"
    session: str = field(default_factory=lambda: str(uuid.uuid4()))
    is_login: bool = False


Talk = Callable[[Running, Callable[[], str]], str]
"""Talks to a running tool while what it is given says "", and returns what counts as its standard output."""


@dataclass(frozen=True)
class Command:
    """A tool's command line, its standard input, and its variables beside the clean environment's.

    talk: for a tool that is talked to while it runs; it gets no other input.
    """

    argv: Sequence[str]
    stdin: str
    env: Mapping[str, str] = field(default_factory=dict)
    talk: Talk | None = None


@dataclass(frozen=True)
class CliRunResult:
    """How a run ended. `endless`: it called its model more often than allowed."""

    stdout: str
    stderr: str
    seconds: float
    timed_out: bool
    cancelled: bool
    limit: str
    stopped: bool
    endless: bool
    exchanges: list[Exchange]
    usage: TokenUsage
    containment: str


@dataclass(frozen=True)
class Runner:
    """What all calls of a tool share. path: the PATH of the tool and its Node. silence, turns: see `Gateway`."""

    program: Path
    path: str
    upstream: Upstream
    policy: SandboxPolicy = field(default_factory=SandboxPolicy)
    silence: float = 300.0
    turns: int = 100

    @contextlib.contextmanager
    def setup(self) -> Iterator[tuple[CallSetup, Gateway]]:
        """A context manager for a call's folders and gateway."""
        contained = containment(self.policy) == "bubblewrap"
        folder = scratch_folders.make_folder()
        try:
            for name in ("home", "tmp"):
                (folder / name).mkdir()
            place = folder / "model.sock" if contained else None
            with Gateway(self.upstream, place, self.silence, self.turns) as gateway:
                port = _PORT if contained else gateway.port
                address, header = f"http://127.0.0.1:{port}", self.upstream.header
                places = folder / "home", folder / "tmp"
                yield CallSetup(*places, address, gateway.token, header, is_login=self.upstream.is_login), gateway
        finally:
            scratch_folders.drop(folder)

    def run(self, command: Command, setup: CallSetup, gateway: Gateway, call: ToolCall) -> CliRunResult:
        """Run the command to its end, or end it. Raises MeasurementError if it can't be started."""
        folder = setup.home.parent
        how: dict[str, Any] = {
            "cwd": call.tree,
            "env": clean_environment(extra={**self._places(setup), **command.env}),
            "limits": ProcessLimits(call.seconds, **_LIMITS),
            "policy": self._policy(call),
            "writable": [folder, *([call.tree] if call.mode == "write" else [])],
        }
        argv = self._argv(command, folder)

        def cancel() -> bool:
            return gateway.stopped.is_set() or (call.cancel is not None and call.cancel())

        if command.talk is not None:
            return _ended(_run_conversation(argv, how, command.talk, call.seconds, cancel), gateway)
        return _ended(run(argv, **how, stdin=command.stdin.encode(errors="replace"), cancel=cancel), gateway)

    def _places(self, setup: CallSetup) -> dict[str, str]:
        places = {"PATH": self.path, "HOME": str(setup.home), "TMPDIR": str(setup.temporary)}
        if not self.upstream.hosts:
            return places
        names = ("HTTPS_PROXY", "https_proxy")
        return {**places, **dict.fromkeys(names, setup.address), "NO_PROXY": "127.0.0.1,localhost"}

    def _argv(self, command: Command, folder: Path) -> list[str]:
        place = folder / "model.sock"
        relay = [sys.executable, "-I", "-S", str(_RELAY), str(place), str(_PORT)] if place.exists() else []
        return [*relay, *command.argv]

    def _policy(self, call: ToolCall) -> SandboxPolicy:
        read = {*installation(self.program, self.path), _RELAY, *call.readable}
        return SandboxPolicy(
            mode=self.policy.mode,
            read=tuple(sorted(map(str, read))),
            hide=tuple(map(str, _settings_of_tools(call.tree.resolve()))),
            nests=True,  # Codex runs its commands in a sandbox of its own
        )


def _settings_of_tools(tree: Path) -> list[Path]:
    """Return a project's files that tools would read as settings: hooks, servers, variables.

    Each tool has its own names for them; nearly all are hidden files and folders.
    """
    hidden = [entry for entry in tree.iterdir() if entry.name.startswith(".") and entry.name not in _GIT_AND_OURS]
    return sorted([*hidden, *(tree / name for name in _PLAIN_SETTINGS)])


def installation(program: Path, path: str) -> set[Path]:
    """The folders that a tool of npm needs: its own, all packages beside it, Node's, and ours for the relay."""
    node = shutil.which("node", path=path)
    programs = [program, Path(sys.executable), *([Path(node)] if node else [])]
    found = {folder for place in programs for folder in installation_folders(place)}
    for place in (program, program.resolve()):
        found |= {parent for parent in place.parents if parent.name == "node_modules"}
    return found


def _run_conversation(
    argv: Sequence[str], how: Mapping[str, Any], talk: Talk, seconds: float, cancel: Callable[[], bool]
) -> ProcessResult:
    """Start a tool and hold the conversation `talk`, for at most `seconds`; then end the tool."""
    began = time.monotonic()
    whys: list[str] = []

    def stop() -> str:
        if not whys and cancel():
            whys.append("cancelled")
        if not whys and time.monotonic() - began > seconds:
            whys.append("timeout")
        return "".join(whys)

    with start(argv, **how) as running:
        said = talk(running, stop)
    if running.problem:
        raise MeasurementError(f"{argv[0]} could not be started: {running.problem}.", "Check the path and its rights.")
    return ProcessResult(
        returncode=None,
        stdout=said.encode(),
        stderr=running.log(),
        timed_out="timeout" in whys,
        truncated=False,
        seconds=time.monotonic() - began,
        containment=running.containment,
        cancelled="cancelled" in whys,
        limit=running.limit,
    )


def _ended(done: ProcessResult, gateway: Gateway) -> CliRunResult:
    stopped = gateway.stopped.is_set()
    return CliRunResult(
        stdout=done.stdout.decode(errors="replace"),
        stderr=done.stderr.decode(errors="replace"),
        seconds=done.seconds,
        timed_out=done.timed_out,
        cancelled=done.cancelled and not stopped,
        limit=done.limit or "",
        stopped=stopped,
        endless=gateway.endless,
        exchanges=[exchange.snapshot() for exchange in list(gateway.exchanges)],
        usage=gateway.usage(),
        containment=done.containment,
    )
