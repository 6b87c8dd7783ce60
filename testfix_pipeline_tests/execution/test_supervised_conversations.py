"""Processes that answer line by line: what is heard of them, and that they end."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, ProcessResult, run
from testfix_pipeline.execution.project import SandboxPolicy

# Says three lines, and goes on when somebody has heard them.
WAITS = """
import pathlib, sys
asked = sys.stdin.read()
for number in range(3):
    print(asked, number, flush=True)
while not pathlib.Path("heard").exists():
    pass
print("end")
print("odd", file=sys.stderr)
"""


def answered(folder: Path, *argv: str, seconds: float = 60.0, on_lines=lambda lines: None) -> ProcessResult:  # type: ignore[no-untyped-def]
    return run(
        argv, cwd=folder, env=dict(os.environ), limits=ProcessLimits(seconds), policy=SandboxPolicy(mode="off"),
        writable=[folder], stdin=b"line", on_lines=on_lines, lines_every=0.01,
    )  # fmt: skip


def test_lines_are_heard_while_the_process_works(tmp_path: Path) -> None:
    heard: list[int] = []

    def on_lines(lines: int) -> None:
        heard.append(lines)
        if lines == 3:
            (tmp_path / "heard").touch()

    done = answered(tmp_path, sys.executable, "-c", WAITS, on_lines=on_lines)
    assert (done.stdout, done.stderr) == (b"line 0\nline 1\nline 2\nend\n", b"odd\n")
    assert heard == sorted(heard) and 3 in heard


def test_a_process_that_never_ends_is_ended(tmp_path: Path) -> None:
    assert b"end" not in answered(tmp_path, sys.executable, "-c", WAITS, seconds=1.0).stdout


def test_what_cannot_be_started_is_said(tmp_path: Path) -> None:
    with pytest.raises(MeasurementError, match="could not be started"):
        answered(tmp_path, str(tmp_path / "none"))
