"""Runs the test binaries of a cargo package, and goes on after a test that ended its process or never ends.

Runs in the sandbox, with an order as JSON on standard input. What is reported is libtest's own word.
"""

from __future__ import annotations

import json
import os
import re
import selectors
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from testfix_pipeline.frameworks.builtin.native.channel_writer import ChannelWriter, Place, error

_JSON = ("-Z", "unstable-options", "--format", "json")
_EVENT = re.compile(rb'\{ "type": "(?:test|suite)", .*\}')
_PANIC = re.compile(r"panicked at (\S+?):(\d+):\d+:\n((?s:.*?))(?=\n(?:stack backtrace|note):|\Z)")
_FRAME = re.compile(r"(?m)^ *\d+: (.+)\n +at (\S+):(\d+):\d+$")
_MOST_RESUMED = 500
_LIST_SECONDS = 60.0
_STATUSES = {"ok": "passed", "failed": "failed", "ignored": "skipped", "timeout": "failed"}

Test = tuple[str, list[str], int]
"""File, titles, and how many of the same come before: as the channel has it."""


class CargoSession:
    """Runs all binaries, and tells of their tests."""

    def __init__(self, order: Mapping[str, Any]) -> None:
        self.order, self.channel = order, ChannelWriter(order)
        self.root = Path(order["root"])
        self.wanted = None if order["ids"] is None else {_key(*test) for test in order["ids"]}
        self.without = {_key(*test) for test in order["without"]}
        self.seen: Counter[tuple[str, str]] = Counter()
        self.unexplained = 0

    def run(self) -> int:
        """Run what is asked; the exit code is 0 unless a binary failed without a failing test."""
        for binary in json.loads((Path(self.order["work"]) / "binaries.json").read_text()):
            tests = self._listed(binary) if binary["harness"] else self._alone(binary)
            asked = {name: test for name, test in tests.items() if self._asks(test)}
            for test in asked.values():
                self.channel.send("collected", file=test[0], ids=[test])
            if asked:
                self._binary(binary, tests, asked)
        self.channel.send("end", canaries=0)
        return self.unexplained

    def _asks(self, test: Test) -> bool:
        wanted = self.wanted is None or _key(*test) in self.wanted
        files, without = self.order["files"], self.order["without_files"]
        return (
            wanted
            and _key(*test) not in self.without
            and (files is None or test[0] in files)
            and test[0] not in without
        )

    def _listed(self, binary: Mapping[str, Any]) -> dict[str, Test]:
        """The tests of a binary by their names, with the file that each is in."""
        command = [binary["path"], "--list", *_JSON]
        try:
            done = subprocess.run(
                command,
                cwd=self.root,
                env=_environment(self.order),
                capture_output=True,
                timeout=_LIST_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            done = subprocess.CompletedProcess(command, 1, b"", b"It never ended.")
        found = [event for event in map(_parsed, done.stdout.splitlines()) if event.get("event") == "discovered"]
        if done.returncode:
            text = (
                f"The tests could not be listed (exit code {done.returncode}). {done.stderr.decode(errors='replace')}"
            )
            self.channel.send("file_error", file=self._inside(binary["source"]), error=error("ProcessEnded", text))
        return {event["name"]: self._test(event["source_path"], event["name"]) for event in found}

    def _alone(self, binary: Mapping[str, Any]) -> dict[str, Test]:
        """A binary with a main function of its own is one test."""
        return {binary["name"]: self._test(binary["source"], binary["name"])}

    def _test(self, source: str, name: str) -> Test:
        file = self._inside(source)
        self.seen[file, name] += 1
        return (file, name.split("::"), self.seen[file, name] - 1)

    def _inside(self, source: str) -> str:
        place = Path(os.path.normpath(Path(self.order["root"], self.order["above"]) / source))
        return place.relative_to(self.root).as_posix() if place.is_relative_to(self.root) else place.name

    def _binary(self, binary: Mapping[str, Any], tests: Mapping[str, Test], asked: Mapping[str, Test]) -> None:
        left = list(asked)
        for _ in range(_MOST_RESUMED):
            if not left:
                return
            part = left[:1] if self.order["process_each"] else left
            done = Run(self, binary, {name: asked[name] for name in part}, [name for name in tests if name not in part])
            done.go()
            left = [name for name in left if name not in done.finished]
            if not done.finished:
                return

    def places(self, text: str) -> list[Place]:
        """The place of the panic that a text tells of, then the frames of its backtrace."""
        panic = _PANIC.search(text)
        first = [(panic[1], int(panic[2]), "")] if panic else []
        frames = [(file, int(line), name) for name, file, line in _FRAME.findall(text)]
        return [(self._absolute(file), line, name) for file, line, name in (frames or first)]

    def _absolute(self, file: str) -> str:
        base = self.root if file.startswith("./") else Path(self.order["root"], self.order["above"])
        return os.path.normpath(base / file)  # backtraces name files as the process sees them, panics as the compiler


class Run:
    """One process of a binary. `finished`: the names of the tests that need no other."""

    def __init__(
        self, session: CargoSession, binary: Mapping[str, Any], asked: Mapping[str, Test], skipped: Sequence[str]
    ):
        self.session, self.binary, self.asked, self.skipped = session, binary, asked, skipped
        self.finished: set[str] = set()
        self.failed = self.ended = self.hung = False
        self.running = "" if binary["harness"] else binary["name"]

    def go(self) -> None:
        """Run the process to its end, and tell of a test that ended it."""
        if self.running:
            self._send("begin", self.running)
        order = self.session.order
        process = subprocess.Popen(
            self._command(),
            cwd=self.session.root,
            env={**_environment(order), "CARGO_MANIFEST_DIR": str(self.session.root)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        try:
            for line in self._lines(process, order["test_seconds"]):
                self._take(line)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            code = process.wait()
        self._settle(code)

    def _command(self) -> list[str]:
        if not self.binary["harness"]:
            return [self.binary["path"]]
        few = len(self.asked) < len(self.skipped)
        names = list(self.asked) if few else [part for name in self.skipped for part in ("--skip", name)]
        return [self.binary["path"], "--test-threads=1", *_JSON, "--report-time", "--exact", *names]

    def _lines(self, process: subprocess.Popen[bytes], seconds: float) -> Iterator[bytes]:
        """The lines of its output; the process is ended when nothing came for as long as a test may take."""
        assert process.stdout is not None
        rest, limit = b"", time.monotonic() + seconds
        with selectors.DefaultSelector() as ready, process.stdout as output:
            ready.register(output, selectors.EVENT_READ)
            while True:
                if ready.select(0.05):
                    data = os.read(output.fileno(), 65536)
                    if not data:
                        break
                    *lines, rest = (rest + data).split(b"\n")
                    yield from lines
                    limit = time.monotonic() + seconds if any(_EVENT.search(line) for line in lines) else limit
                elif process.poll() is not None:
                    break
                if time.monotonic() > limit:
                    self.hung = True
                    break
        yield rest

    def _take(self, line: bytes) -> None:
        found = _EVENT.search(line)
        if found is None or found.start() > 0 or not self.binary["harness"]:
            os.write(1, line[: found.start() if found else None] + b"\n")
        event = _parsed(found[0]) if found else {}
        name, kind = event.get("name", ""), event.get("event", "")
        if event.get("type") == "suite":
            self.ended = self.ended or kind in ("ok", "failed")
        elif name in self.asked and kind == "started":
            self.running = name
            self._send("begin", name)
        elif name in self.asked and kind in _STATUSES:
            self._result(name, _STATUSES[kind], float(event.get("exec_time") or 0) * 1000, self._why_failed(event))

    def _why_failed(self, event: Mapping[str, Any]) -> dict[str, str] | None:
        if event["event"] in ("ok", "ignored"):
            return None
        text = str(event.get("stdout") or event.get("message") or "")
        panic = _PANIC.search(text)
        message = panic[3].strip() if panic else text.strip() or str(event.get("reason") or "")
        return error("panic" if panic else "TestFailed", message, self.session.places(text))

    def _result(self, name: str, status: str, ms: float, why: Mapping[str, str] | None) -> None:
        self.running = "" if name == self.running else self.running
        self.finished.add(name)
        self.failed = self.failed or status == "failed"
        self._send("result", name, status=status, ms=ms, error=why)

    def _settle(self, code: int) -> None:
        """Tell of what the process left open."""
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        if self.running and not self.binary["harness"] and not self.hung:
            failed = error("TestFailed", f"The program ended with {how}.")
            self._result(self.running, "failed" if code else "passed", 0, failed if code else None)
        elif self.running:
            why = ("NeverEnds", "The test did not come to its end within its time and was ended.")
            reason = why if self.hung else ("ProcessEnded", f"The test ended its process with {how}.")
            self._result(self.running, "failed", 0, error(*reason))
        elif self.ended:
            self.finished |= self.asked.keys()
            self.session.unexplained = code if code and not self.failed else self.session.unexplained
        elif not self.finished >= self.asked.keys():
            reason = ("ProcessEnded", f"The test binary ended between two tests with {how}.")
            self.session.channel.send("file_error", file=next(iter(self.asked.values()))[0], error=error(*reason))
            self.finished = set()

    def _send(self, event: str, name: str, **more: Any) -> None:
        self.session.channel.send(event, id=self.asked[name], **more)


def _parsed(text: bytes) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _environment(order: Mapping[str, Any]) -> dict[str, str]:
    return {**os.environ, **order["homes"], "RUSTC_BOOTSTRAP": "1", "RUST_BACKTRACE": "1"}


def _key(file: str, titles: Sequence[str], before: int) -> tuple[str, str, int]:
    return file, "::".join(titles), before


def main() -> int:
    """Run what the order on standard input says; see `CargoSession.run`."""
    return CargoSession(json.load(sys.stdin)).run()
