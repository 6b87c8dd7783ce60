"""Runs tests of binaries that hold many variants of a module's code, in a process of its own for each variant.

Runs in the sandbox, where it can't write what it runs. The first line of its standard input is the order, each further
one asks for the tests of some variants; each of these has an answer, a line.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from testfix_pipeline.frameworks.builtin.go.run import GoSession
from testfix_pipeline.frameworks.builtin.go.variants import ALONE, ENVIRONMENT, variant_of

_PLACE = re.compile(r"at .*? \((.*):(\d+):\d+\)")
_LEAST_SECONDS = 0.02
"""What a test counts with at least: on a busy machine a process may wait so long for its turn."""
_RECORD = ".testfix-lines"
"""The file that counters in the code write lines to."""


class VariantEvents:
    """The events of one variant's tests."""

    def __init__(self) -> None:
        self.results: dict[str, dict[str, Any]] = {}
        self.broken: dict[str, dict[str, Any]] = {}

    def send(self, event: str, **more: Any) -> None:
        """See `EventReceiver`. Of a test that ends twice, the worse end counts."""
        if event == "result":
            known = self.results.setdefault(json.dumps(more["id"]), more)
            if more["status"] != "passed":
                known.update(more)
        elif event in ("file_error", "hook", "tampering"):
            self.broken.setdefault(more["file"], more.get("error") or {"type": "Tampering", "message": more["what"]})

    def outcome(self, test: Sequence[Any], root: str) -> dict[str, Any]:
        """What one test did; one of a file whose binary did not end as it should has failed."""
        result = self.results.get(json.dumps(test))
        error = self.broken.get(test[0]) or (result or {}).get("error")
        passed = result is not None and result["status"] == "passed" and error is None
        missing = {"type": "NotRun", "message": "It did not run."}
        said = error or ({} if passed or result is not None else missing)
        places = [(variant_of(file)[1], line) for file, line in _PLACE.findall(said.get("stack", ""))]
        return {
            "id": test,
            "status": "passed" if passed else "failed",
            "error": said.get("type", ""),
            "message": said.get("message", "").replace(root, ""),
            "line": next((line for file, line in places if file.startswith(root)), ""),
            "seconds": max(_LEAST_SECONDS, (result or {}).get("ms", 0) / 1000),
        }


def looked(order: Mapping[str, Any], asked: Mapping[str, Any], variant: Mapping[str, Any]) -> dict[str, Any]:
    """What the tests of a request do with one variant."""
    if variant["number"] in (None, ALONE):
        return {"tests": [], "loads": {}, "invalid": variant["number"] is None, "costly": variant["number"] == ALONE}
    if not asked["lines"]:
        return _run(order, asked, variant, asked["tests"])
    record = Path(order["root"], _RECORD)
    found = []
    for test in asked["tests"]:
        record.unlink(missing_ok=True)
        one = _run(order, asked, variant, [test])["tests"][0]
        found.append({**one, "lines": record.read_text().split() if record.is_file() else []})
    return {"tests": found, "loads": {}}


def _run(
    order: Mapping[str, Any], asked: Mapping[str, Any], variant: Mapping[str, Any], tests: Sequence[Sequence[Any]]
) -> dict[str, Any]:
    files = {test[0] for test in tests}
    packages = {
        folder: [one for one in own if one in files]
        for folder, own in order["packages"].items()
        if files.intersection(own)
    }
    events = VariantEvents()
    own_order = {**order, "packages": packages, "ids": tests, "without": [], "test_seconds": asked["test_ms"] / 1000}
    session = GoSession(own_order, events, asked["load_ms"] / 1000)
    session.binaries = {folder: Path(binary) for folder, binary in variant["binaries"].items()}
    session.environment = {ENVIRONMENT: str(variant["number"])}
    session.most_endless, session.asks_where = asked["most_endless"], False
    began = time.monotonic()
    session.run()
    took = time.monotonic() - began
    outcomes = [events.outcome(test, order["root"]) for test in tests]
    return {"tests": outcomes, "loads": dict.fromkeys(files - events.broken.keys(), took)}


def main() -> int:
    """Run what each line of standard input asks for."""
    order = json.loads(sys.stdin.readline())
    with os.fdopen(order["fd"], "w") as answers:
        answers.write(json.dumps({"ready": True}) + "\n")
        answers.flush()
        for line in sys.stdin:
            asked = json.loads(line)
            for variant in asked["variants"]:
                answers.write(json.dumps(looked(order, asked, variant)) + "\n")
                answers.flush()
    return 0
