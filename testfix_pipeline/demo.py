"""`make demo`: three small broken projects go green with the built-in engine, and where to look next."""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from testfix_pipeline import use_cases
from testfix_pipeline.console import show_result
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.core.results import format_rate
from testfix_pipeline.workspace.fresh import make_repository
from testfix_pipeline.workspace.store import SessionStore

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
PROJECTS = ("ledger", "timetable", "shop")


def main() -> int:
    """Returns 0 if every project went green."""
    console = Console()
    place = Path(tempfile.mkdtemp(prefix="testfix-demo-"))
    started, outcomes = time.monotonic(), {}
    for name in PROJECTS:
        project = place / name
        shutil.copytree(EXAMPLES / name, project, ignore=shutil.ignore_patterns("__pycache__", ".pytest_cache"))
        make_repository(project, "A project with failing tests")
        console.rule(f"[bold]{name}")
        found = use_cases.fix({"project": str(project), "input": f"demo {name}"}, quiet=False)
        show_result(found, use_cases.diff_of(found))
        _story(console, project, found)
        outcomes[name] = found
    _closing(console, place, outcomes, time.monotonic() - started)
    return 0 if all(found["outcome"] == "success" for found in outcomes.values()) else 1


def _story(console: Console, project: Path, found: dict[str, Any]) -> None:
    """Rate by iteration and strategy, and the branch that tells it."""
    table = Table("iteration", "strategy", "pass rate", "result", "why this strategy")
    state = SessionStore(project, found["session_id"]).state()
    for one in state.iterations if state else []:
        after = format_rate(one.pass_rate_after or 0.0)
        rates = f"{format_rate(one.pass_rate)}% → {after}%"
        table.add_row(str(one.iteration), one.strategy, rates, one.result, str(getattr(one, "strategy_reason", "")))
    console.print(table)
    console.print(f"[dim]git log {found['branch']}[/dim]")
    for commit, subject in use_cases.log_of(project, found):
        console.print(f"  {commit[:9]} {subject}", highlight=False)


def _closing(console: Console, place: Path, outcomes: dict[str, dict[str, Any]], seconds: float) -> None:
    console.rule("[bold]demo")
    for name, found in outcomes.items():
        before, after = format_rate(found["pass_rate_before"]), format_rate(found["pass_rate"])
        console.print(f"{name:<10} {before}% → {after}%  {found['outcome']}, {found['iterations']} iterations")
    last = outcomes[PROJECTS[-1]]
    console.print(f"{seconds:.0f} s; the projects are in {place}", soft_wrap=True)
    console.print("\nLook at the same sessions in Dagster's UI: [bold]make ui[/bold], then http://127.0.0.1:3000/runs")
    console.print("  Catalog → session_result → Partitions shows the pass rate of every session")
    console.print("Take a result onto your branch:", f"  {_apply(last)}", sep="\n", soft_wrap=True)
    console.print("Your own project:\n  .venv/bin/testfix fix --project PATH")


def _apply(found: dict[str, Any]) -> str:
    return f".venv/bin/testfix apply --session {found['session_id']} --project {found['project']}"


if __name__ == "__main__":
    try:
        sys.exit(main())
    except PipelineError as error:
        print(f"demo: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
