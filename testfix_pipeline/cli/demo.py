"""`make demo`: repairs small broken projects with the built-in engine, and shows where to look next.

Three in Python and one in JavaScript with `fix`, then one with few tests with the whole pipeline: plan, generated
tests, gates, cycle, trend. Without Node.js the JavaScript project is skipped with a message.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from testfix_pipeline.cli.console import show_result
from testfix_pipeline.cli.use_cases import launch_use_cases as use_cases
from testfix_pipeline.core.configuration.agent_names import BUILTIN
from testfix_pipeline.core.counted_nouns import counted
from testfix_pipeline.core.cycle_rules.results import format_rate
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.core.identifiers import project_option
from testfix_pipeline.core.plan_records import ANALYSIS, CODE_REPORT, QUALITY_REPORT, Analysis, GateReport, Generation
from testfix_pipeline.core.shipped_files import shipped
from testfix_pipeline.core.test_ids import last_title
from testfix_pipeline.steps.session.generated_tests import GENERATION
from testfix_pipeline.workspace.git.new_repository import make_repository
from testfix_pipeline.workspace.sessions.store import SessionStore

PROJECTS = ("ledger", "timetable", "shop")
JAVASCRIPT = "parcel"
THIN = "thermostat"
# The projects need nothing but pytest: no other interpreter of the machine is asked.
_SETTINGS: dict[str, Any] = {"agents": [BUILTIN], "python": sys.executable}
THIN_INPUT = "Test the thermostat: set points, schedule and the report"


def main() -> int:
    """Return 0 if every project became green; `partial` names what its plan asked for and lacks."""
    console = Console()
    place = Path(tempfile.mkdtemp(prefix="testfix-demo-"))
    started, outcomes = time.monotonic(), {}
    for name in PROJECTS:
        outcomes[name] = _fix(console, place, name)
    javascript = fix_javascript(console, place)
    if javascript is not None:
        outcomes[JAVASCRIPT] = javascript
    console.rule(f"[bold]{THIN}: testfix run")
    launch = {"project": str(_project(place, THIN)), "input": THIN_INPUT, **_SETTINGS}
    found = use_cases.run(launch, quiet=False)
    _print_generated_tests(console, SessionStore(place / THIN, found["session_id"]))
    outcomes[THIN] = _show(console, place / THIN, found)
    _closing(console, place, outcomes, time.monotonic() - started)
    return 0 if all(found["outcome"] in ("success", "partial") for found in outcomes.values()) else 1


def fix_javascript(console: Console, place: Path) -> dict[str, Any] | None:
    """Return the result of the JavaScript project, made in the folder `place`; None, with a message, without `node`."""
    if shutil.which("node") is None:
        console.rule(f"[bold]{JAVASCRIPT}: skipped")
        console.print(
            f"{JAVASCRIPT} is in JavaScript, and there is no `node` on the PATH: install Node 20.14 or newer."
        )
        return None
    return _fix(console, place, JAVASCRIPT)


def _fix(console: Console, place: Path, name: str) -> dict[str, Any]:
    console.rule(f"[bold]{name}: testfix fix")
    launch = {"project": str(_project(place, name)), "input": f"demo {name}", **_SETTINGS}
    return _show(console, place / name, use_cases.fix(launch, quiet=False))


def _project(place: Path, name: str) -> Path:
    """Return a copy of an example as a git repository of its own."""
    project = place / name
    shutil.copytree(shipped("examples") / name, project, ignore=shutil.ignore_patterns("__pycache__", ".pytest_cache"))
    make_repository(project, "A project with failing tests")
    return project


def _show(console: Console, project: Path, found: dict[str, Any]) -> dict[str, Any]:
    show_result(found, use_cases.diff_of(found))
    _print_iterations(console, project, found)
    return found


def _print_generated_tests(console: Console, store: SessionStore) -> None:
    """Print the plan's requests, the generated tests with the reasons of the filter, and both gates."""
    analysis = Analysis.model_validate_json(store.path(ANALYSIS).read_text(encoding="utf-8"))
    console.print(f"plan: {len(analysis.requirements)} requirements in {store.path('IMPL_PLAN.md')}", soft_wrap=True)
    table = Table("generated test", "of", "verdict", "why")
    generation = Generation.model_validate_json(store.path(GENERATION).read_text(encoding="utf-8"))
    for one in generation.tests:
        table.add_row(last_title(one.name), one.target, "kept" if one.kept else "dropped", one.reason)
    console.print(table)
    for reason, number in sorted(generation.dropped.items()):
        console.print(f"not generated: {number} x {reason}")
    for name in (CODE_REPORT, QUALITY_REPORT):
        report = GateReport.model_validate_json(store.path(f"{name}.json").read_text(encoding="utf-8"))
        console.print(f"gate {report.gate}: {report.verdict}  {report.reason}")


def _print_iterations(console: Console, project: Path, found: dict[str, Any]) -> None:
    """Print the rate by iteration and strategy, and the session's branch."""
    table = Table("iteration", "strategy", "pass rate", "result", "why this strategy")
    state = SessionStore(project, found["session_id"]).state()
    for one in state.iterations if state else []:
        after = format_rate(one.pass_rate_after or 0.0)
        rates = f"{format_rate(one.pass_rate)}% → {after}%"
        table.add_row(str(one.iteration), one.strategy, rates, one.result, one.strategy_reason)
    console.print(table)
    console.print(f"[dim]git log {found['branch']}[/dim]")
    for commit, subject in use_cases.log_of(project, found):
        console.print(f"  {commit[:9]} {subject}", highlight=False)


def _closing(console: Console, place: Path, outcomes: dict[str, dict[str, Any]], seconds: float) -> None:
    console.rule("[bold]demo")
    for name, found in outcomes.items():
        before, after = format_rate(found["pass_rate_before"]), format_rate(found["pass_rate"])
        iterations = counted(found["iterations"], "iteration")
        console.print(f"{name:<10} {before}% → {after}%  {found['outcome']}, {iterations}")
    if JAVASCRIPT not in outcomes:
        console.print(f"{JAVASCRIPT:<10} skipped: there is no `node` on the PATH")
    last = outcomes[THIN]
    console.print(f"{seconds:.0f} s; the projects are in {place}", soft_wrap=True)
    console.print("\nLook at the same sessions in Dagster's UI: [bold]make ui[/bold], then http://127.0.0.1:3000/runs")
    console.print("  Catalog → session_result → Partitions shows the pass rate of every session")
    console.print("  Catalog → pass_rate_trend plots it; the same as text: .venv/bin/testfix history")
    console.print("Take a result onto your branch:", f"  {_apply(last)}", sep="\n", soft_wrap=True)
    console.print("Your own project:\n  .venv/bin/testfix fix --project PATH")


def _apply(found: dict[str, Any]) -> str:
    return f".venv/bin/testfix apply --session {found['session_id']} {project_option(found['project'])}"


if __name__ == "__main__":
    try:
        sys.exit(main())
    except PipelineError as error:
        print(f"demo: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
