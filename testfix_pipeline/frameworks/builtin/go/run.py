"""Runs the test binaries of a Go module, and goes on after a test that ended its process or never ends.

Runs in the sandbox, with an order as JSON on standard input. The binaries write to a pipe of ours; what they say there
is passed on with the run's own secret, which they never see.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from testfix_pipeline.frameworks.builtin.go.binaries import binary_of
from testfix_pipeline.frameworks.builtin.native.channel_writer import ChannelWriter, Place, error

_ARGUMENTS = ("-test.paniconexit0", "-test.timeout=0", "-test.parallel=1", "-test.count=1")
_MOST_RESUMED = 500
_MOST_TAIL = 64 * 1024
_DUMP_SECONDS = 2.0
"""How long a binary may take to say where it hangs."""
_LOAD_SECONDS = 110.0
"""How long a binary may take until its first test: less than what its own process may."""


class EventReceiver(Protocol):
    """What takes the events."""

    def send(self, event: str, **more: Any) -> None:
        """Take one event."""


@dataclass
class Package:
    """One package's tests as far as they are known. `files`: those of its test files that are asked for."""

    folder: str
    files: Sequence[str]
    wanted: frozenset[str] | None
    without: set[str]
    found: dict[str, str] = field(default_factory=dict)
    results: dict[str, str] = field(default_factory=dict)
    collected: set[str] = field(default_factory=set)

    def here(self, name: str) -> bool:
        """Whether the test is in one of the files that are to be run; their package is always built as a whole."""
        return self.found.get(name.partition("/")[0], self.files[0]) in self.files

    def asks(self, name: str) -> bool:
        """Whether the test was asked for, or is below one that was."""
        if not self.here(name):
            return False
        if self.wanted is None or name in self.wanted:
            return True
        return any(name.startswith(f"{one}/") for one in self.wanted)


@dataclass
class Process:
    """One process of a binary: what it said, and how it ended."""

    started: bool = False
    ended: bool = False
    canaries: int = 0
    hung: bool = False
    code: int | None = None
    tail: bytes = b""
    open: dict[str, int] = field(default_factory=dict)


class GoSession:
    """Runs packages, and tells of their tests.

    load_seconds: how long a binary may take until its first test. most_endless: after so many tests of a package that
    never end, its others are left out. environment: more variables for the binaries, which lie in `binaries` by folder.
    asks_where: whether one that hangs tells where.
    """

    def __init__(self, order: Mapping[str, Any], channel: EventReceiver, load_seconds: float = _LOAD_SECONDS) -> None:
        self.order, self.channel, self.canaries = order, channel, 0
        self.root, self.load_seconds = Path(order["root"]), load_seconds
        self.most_endless, self.environment = _MOST_RESUMED, dict[str, str]()
        self.binaries: dict[str, Path] = {}
        self.asks_where = True

    def run(self) -> None:
        """Run all packages that have a binary; the others have been reported when they were built."""
        for folder, files in self.order["packages"].items():
            binary = self.binary_of(folder)
            if binary.is_file():
                self._package(binary, self._asked(folder, files))
        self.channel.send("end", canaries=self.canaries)

    def binary_of(self, folder: str) -> Path:
        """Where the test binary of a package lies."""
        return self.binaries.get(folder) or binary_of(self.order, folder)

    def _asked(self, folder: str, files: Sequence[str]) -> Package:
        ids, here = self.order["ids"], set(files)
        wanted = None if ids is None else frozenset("/".join(titles) for file, titles, _ in ids if file in here)
        without = {"/".join(titles) for file, titles, _ in self.order["without"] if file in here}
        return Package(folder, files, wanted, without)

    def _package(self, binary: Path, package: Package) -> None:
        endless = 0
        for _ in range(_MOST_RESUMED):
            process = self._process(binary, package)
            endless += process.hung
            if process.ended or not process.open:
                self._ending(package, process)
                return
            culprit = next(reversed(process.open))
            package.without |= {culprit, *package.results}
            self._send_result(package, culprit, "failed", 0, self._why(process))
            if endless >= self.most_endless:
                return

    def _ending(self, package: Package, process: Process) -> None:
        """Tell of an end without a test to blame."""
        if not process.ended:
            what = (
                "The test binary ended before its end" if process.started else "The test binary ended before its tests"
            )
            failure = error(
                "NeverEnds" if process.hung else "ProcessEnded", f"{what} ({_how(process)}).{_said(process)}"
            )
            for file in package.files:
                self.channel.send("file_error", file=file, error=failure)
            return
        self.canaries += process.canaries
        if not process.canaries:
            self.channel.send("tampering", kind="canary", what="nothing was asked to fail", file=package.files[0])
        if process.code and not {"failed", "error"} & set(package.results.values()):
            failure = error("HookFailed", f"No test failed, and the binary ended with {_how(process)}.{_said(process)}")
            self.channel.send("hook", file=package.files[0], titles=[], hook="TestMain", error=failure, tests=[])
        self._send_unrun(package)

    def _send_unrun(self, package: Package) -> None:
        """Report requested tests that did not run because the test around them failed or was skipped, as errors."""
        for name in sorted((package.wanted or frozenset()) - package.results.keys() - package.without):
            above = [name[: match.start()] for match in re.finditer("/", name)]
            if any(package.results.get(one) in ("failed", "skipped") for one in above):
                self._send_result(package, name, "error", 0, error("NotRun", "The test above it ended before it ran."))

    def _process(self, binary: Path, package: Package) -> Process:
        process, nonce = Process(), secrets.token_hex(16)
        order_read, order_write = os.pipe()
        reading, writing = os.pipe()
        started = subprocess.Popen(
            [str(binary), *_ARGUMENTS],
            cwd=self.root / package.folder,
            env={
                **os.environ,
                **self.environment,
                "GOMODCACHE": self.order["modules"],  # for tests that build programs; HOME is another one here
                "TESTFIX_CHANNEL": f"{order_read},{writing}",
                "PWD": str(self.root / package.folder),
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=(order_read, writing),
            start_new_session=True,
        )
        for descriptor in (order_read, writing):
            os.close(descriptor)
        with suppress(BrokenPipeError), os.fdopen(order_write, "wb") as stream:
            stream.write(_order_text(nonce, package).encode())
        try:
            self._watch(started, reading, nonce, package, process)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(started.pid, signal.SIGKILL)
            process.code = started.wait()
        return process

    def _watch(
        self, started: subprocess.Popen[bytes], reading: int, nonce: str, package: Package, process: Process
    ) -> None:
        """Read both streams until the binary has ended, or was ended because it took too long in one test."""
        assert started.stdout is not None
        channel, rest, limit = os.fdopen(reading, "rb", buffering=0), b"", time.monotonic() + self.load_seconds
        with selectors.DefaultSelector() as ready, channel, started.stdout as output:
            for stream in (channel, output):
                os.set_blocking(stream.fileno(), False)
                ready.register(stream, selectors.EVENT_READ)
            while ready.get_map():
                for key, _ in ready.select(0.05):
                    data = os.read(key.fd, 65536)
                    if not data:
                        ready.unregister(key.fileobj)
                    elif key.fileobj is output:
                        self._heard(process, data)
                    else:
                        *lines, rest = (rest + data).split(b"\n")
                        for line in lines:
                            self._take(line, nonce, package, process)
                        limit = time.monotonic() + self.order["test_seconds"]
                if started.poll() is not None and not ready.select(0):
                    return
                if time.monotonic() > limit:
                    limit = self._end(started, process)

    def _end(self, started: subprocess.Popen[bytes], process: Process) -> float:
        """Ask a binary that hangs where it is, if that is wanted; the second time, end it."""
        os.killpg(started.pid, signal.SIGKILL if process.hung or not self.asks_where else signal.SIGQUIT)
        process.hung = True
        return time.monotonic() + _DUMP_SECONDS

    def _heard(self, process: Process, data: bytes) -> None:
        process.tail = (process.tail + data)[-_MOST_TAIL:]
        with suppress(OSError):
            os.write(1, data)

    def _take(self, line: bytes, nonce: str, package: Package, process: Process) -> None:
        try:
            message = json.loads(line)
            if message["n"] == nonce:
                self._event(message, package, process)
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as problem:
            what = f"an event of a test binary could not be read: {type(problem).__name__}"
            self.channel.send("tampering", kind="channel", what=what, file=package.files[0])

    def _event(self, message: Mapping[str, Any], package: Package, process: Process) -> None:
        kind, name = message["e"], str(message.get("name", ""))
        if kind == "found":
            file = Path(message["file"])
            inside = file.relative_to(self.root).as_posix() if file.is_relative_to(self.root) else package.files[0]
            package.found[name] = inside
            if package.asks(name) and name not in package.without:
                self._collect(package, name)
        elif kind == "started":
            process.started = True
        elif kind == "begin":
            process.open.pop(name, None)
            process.open[name] = len(process.tail)
            if package.asks(name):
                self._collect(package, name)
                self.channel.send("begin", id=self._id(package, name))
        elif kind == "result":
            process.open.pop(name)
            failure = self._error(message, process) if message["status"] == "failed" else None
            self._send_result(package, name, message["status"], message["ms"], failure)
        elif kind == "tampering":
            self.channel.send("tampering", kind="canary", what=message["what"], file=package.files[0])
        elif kind == "fault":
            versions = {"go": message["version"]}
            more = {name: message[name] for name in ("place", "hook", "error")}
            self.channel.send("fault", **more, versions=versions)
        elif kind == "end":
            process.ended, process.canaries = True, int(message["canaries"])

    def _send_result(
        self, package: Package, name: str, status: str, ms: float, failure: Mapping[str, str] | None
    ) -> None:
        package.results[name] = status
        if package.asks(name) or (status == "failed" and package.here(name)):
            self._collect(package, name)
            self.channel.send("result", id=self._id(package, name), status=status, ms=ms, error=failure)

    def _collect(self, package: Package, name: str) -> None:
        if name not in package.collected:
            package.collected.add(name)
            test = self._id(package, name)
            self.channel.send("collected", file=test[0], ids=[test])

    def _id(self, package: Package, name: str) -> list[Any]:
        titles = name.split("/")
        return [package.found.get(titles[0], package.files[0]), titles, 0]

    def _error(self, message: Mapping[str, Any], process: Process) -> dict[str, str]:
        text = message["message"] or process.tail[-4000:].decode(errors="replace")
        return error(message["type"], text.rstrip("\n"), self._places(message["frames"]))

    def _places(self, frames: Sequence[Sequence[Any]]) -> list[Place]:
        return [(str(file), int(line), str(function).rpartition("/")[2]) for file, line, function in frames]

    def _why(self, process: Process) -> dict[str, str]:
        """The error of a test in which its process ended or hung, with where it was."""
        said = process.tail.decode(errors="replace")
        asleep = "all goroutines are asleep" in said
        fatal = re.search(r"(?m)^(?:panic|fatal error): .*", said)
        what = f"{fatal[0]}\n" if fatal else ""
        places = self._places(_stack(said, last=process.hung or asleep))
        if process.hung or asleep:
            return error("NeverEnds", f"{what}The test did not come to its end.", places)
        return error("ProcessEnded", f"{what}The test ended its process with {_how(process)}.", places)


def _stack(said: str, last: bool) -> list[tuple[str, str, str]]:
    """File, line and function of the goroutine that panicked, which is named first, or of the last that runs a test."""
    blocks = re.split(r"(?m)^(?=goroutine \d+ )", said)[1:]
    blocks = [block for block in blocks if "testing.tRunner" in block][-1:] if last else blocks[:1]
    return [
        (file, line, function)
        for block in blocks
        for function, file, line in re.findall(r"(?m)^(\S+?)\([^\n]*\)\n\t(/\S+?\.go):(\d+)", block)
    ]


def _order_text(nonce: str, package: Package) -> str:
    wanted = [] if package.wanted is None else ["*", *(f"+{name}" for name in sorted(package.wanted))]
    return "".join(f"{line}\n" for line in [nonce, *wanted, *(f"-{name}" for name in sorted(package.without))])


def _how(process: Process) -> str:
    code = process.code or 0
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def _said(process: Process) -> str:
    said = process.tail[-2000:].decode(errors="replace").strip()
    return f" It said: {said}" if said else ""


def main() -> int:
    """Run what the order on standard input says."""
    order = json.load(sys.stdin)
    GoSession(order, ChannelWriter(order)).run()
    return 0
