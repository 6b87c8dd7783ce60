"""Runs one command of a row with a time limit: its wall and processor seconds, and what it printed."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Ran:
    """exit_code: None where the time limit ended the command. cpu: of all its processes that were waited for."""

    exit_code: int | None
    seconds: float
    cpu: float
    out: str
    printed: str


def run(command: str | Sequence[str], folder: Path, variables: Mapping[str, str], seconds: float) -> Ran:
    """Run a command, by the shell where it is a text, and end its process group at the limit.

    The output stays in files, so that a process that is left over holds nothing up.
    """
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        before, began = _cpu(), time.perf_counter()
        process = subprocess.Popen(
            command,
            shell=isinstance(command, str),
            cwd=folder,
            env=_environment(variables),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,
        )
        code: int | None = None
        try:
            code = process.wait(seconds)
        except BaseException as error:
            _end(process)
            if not isinstance(error, subprocess.TimeoutExpired):
                raise
        took, cpu = time.perf_counter() - began, _cpu() - before
        texts = [_whole(file) for file in (out, err)]
    return Ran(code, round(took, 2), round(cpu, 2), texts[0], "\n".join(texts))


def _end(process: subprocess.Popen[bytes]) -> None:
    os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _environment(variables: Mapping[str, str]) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "QUICK", "PYTHONPATH")}
    return {**kept, "PYTHONDONTWRITEBYTECODE": "1", **variables}  # the checkout is compared afterwards


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _whole(file: object) -> str:
    file.seek(0)  # type: ignore[attr-defined]
    return str(file.read().decode(errors="replace"))  # type: ignore[attr-defined]
