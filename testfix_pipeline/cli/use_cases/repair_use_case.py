"""`testfix repair` without parsing: runs the repair, writes files, returns the exit code."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console

from testfix_pipeline.cli.use_cases.output_files import create_file
from testfix_pipeline.cli.views import repair_view
from testfix_pipeline.planning.project.supported_framework import require_repairable_tests
from testfix_pipeline.standalone.api import apply_repair, repair_project
from testfix_pipeline.standalone.report import ProjectRepair

REPORT = "repair-report.md"


def repair(
    project: Path,
    tests: list[str],
    *,
    seconds: float,
    cores: int,
    history: bool,
    settings: Mapping[str, Any],
    apply: bool,
    output: Path | None,
    as_json: bool,
) -> int:
    """Repair, apply and write the report if requested, print; return the exit code."""
    require_repairable_tests(project, str(settings.get("test_command", "")))
    target = _report_file(output)
    with _stopping() as (stopped, taken), repair_view.progress(quiet=as_json) as on_progress:
        report = repair_project(
            project,
            tests or None,
            seconds,
            cores or None,
            history=history,
            settings=settings,
            on_progress=on_progress,
            cancel=stopped.is_set,
            take=taken.is_set,
        )
    report = apply_repair(report) if apply else report
    if target is not None:
        target.write_text(repair_view.markdown(report), encoding="utf-8")
    _print(report, target, as_json)
    return 0 if report.is_repaired else 1


def _print(report: ProjectRepair, target: Path | None, as_json: bool) -> None:
    if as_json:
        print(report.model_dump_json())
        return
    console = Console(soft_wrap=True, highlight=False)
    repair_view.show(report, console)
    if target is not None:
        print(f"report   {target}")


def _report_file(output: Path | None) -> Path | None:
    """Return the file of the Markdown report, in a folder or named. Raises UsageError if it can't be written."""
    if output is None:
        return None
    return create_file(output / REPORT if output.is_dir() or not output.suffix else output)


@contextmanager
def _stopping() -> Iterator[tuple[threading.Event, threading.Event]]:
    """Yield two events: SIGTERM (`kill`, `timeout`) sets the first, Ctrl-C the second; another one ends the program.

    The first ends the repair with the results so far. After the second, an existing patch is still confirmed.
    """
    stopped, taken = threading.Event(), threading.Event()

    def stop(number: int, frame: object) -> None:
        if stopped.is_set() or taken.is_set():
            raise KeyboardInterrupt
        (taken if number == signal.SIGINT else stopped).set()
        print("\nstopping; what was found so far is kept (Ctrl-C again: stop at once)", file=sys.stderr)

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stopped, taken
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
