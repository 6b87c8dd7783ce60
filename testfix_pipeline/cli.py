"""`testfix`: turn a failing test suite green, honestly.

Parses, runs the same jobs as the Dagster UI on the same instance, prints. Exit code 0: green or approved; 1: tests
still fail (blocked or paused); 2: usage or environment.
"""

from __future__ import annotations

import json
import sys
import textwrap
from pathlib import Path
from typing import Annotated, Any

import typer

from testfix_pipeline.core.errors import PipelineError

app = typer.Typer(
    name="testfix",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Turn a failing test suite green, honestly and unattended.\n\n"
    "Start with `testfix fix --project PATH`. Work happens on a branch of its own (testfix/<session>); your checkout, "
    "index, branch and stash stay as they are until `testfix apply`.",
    epilog="Exit codes: 0 green or approved, 1 tests still fail, 2 usage or environment.",
)

ProjectOption = Annotated[Path, typer.Option("--project", "-p", help="Folder of the project, in a git checkout.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object as the last line of stdout.")]
IterationsOption = Annotated[
    int, typer.Option("--max-iterations", min=0, max=100, help="Most iterations; 0: the default of 10.")
]
AgentsOption = Annotated[
    str,
    typer.Option("--agents", help="Tools in the order they are asked, separated by commas; builtin needs no model."),
]
BudgetOption = Annotated[float, typer.Option("--budget-seconds", help="Wall time of the whole cycle.")]
YesOption = Annotated[bool, typer.Option("--yes", "-y", help="Where several sessions fit, take the newest.")]
ApplyOption = Annotated[bool, typer.Option("--apply", help="Put the result on your branch at the end.")]
SessionOption = Annotated[str, typer.Option("--resume-session", "--session", help="The session (WFS-...).")]


@app.command()
def fix(
    input_text: Annotated[str, typer.Argument(metavar="[INPUT]", help="What this is about, in a sentence.")] = "",
    project: ProjectOption = Path(),
    max_iterations: IterationsOption = 0,
    agents: AgentsOption = "builtin",
    budget_seconds: BudgetOption = 3600.0,
    test_command: Annotated[
        str, typer.Option(help="How you run the tests, e.g. `pytest -x tests`; empty: found.")
    ] = "",
    python: Annotated[str, typer.Option(help="Interpreter that has the project's packages; empty: found.")] = "",
    env: Annotated[list[str] | None, typer.Option("--env", help="NAME=VALUE set for the tests; repeatable.")] = None,
    share: Annotated[
        list[str] | None, typer.Option(help="Ignored folder that every worktree needs; repeatable.")
    ] = None,
    setup_command: Annotated[str, typer.Option(help="Command that prepares a fresh worktree, e.g. `make build`.")] = "",
    sandbox_network: Annotated[bool, typer.Option(help="Let tests use the network, e.g. a local server.")] = False,
    suite_timeout: Annotated[float, typer.Option(min=0, help="Seconds one run of the suite may take; 0: ample.")] = 0.0,
    strict: Annotated[bool, typer.Option(help="Refuse to run without the full sandbox.")] = False,
    yes: YesOption = False,
    apply: ApplyOption = False,
    as_json: JsonOption = False,
) -> None:
    """Repair the failures that are there.

    Examples:

      testfix fix --project ../shop
      testfix fix --project . --budget-seconds 600 --apply
      testfix fix --project . --test-command "pytest -q tests/unit" --json
    """
    from testfix_pipeline import use_cases

    launch = {
        "project": str(project.expanduser().absolute()),
        "input": input_text,
        "max_iterations": max_iterations,
        "agents": use_cases.names(agents),
        "budget_seconds": budget_seconds,
        "test_command": test_command,
        "python": python,
        "env": use_cases.variables(env or []),
        "share": share or [],
        "setup_command": setup_command,
        "sandbox_network": sandbox_network,
        "suite_timeout_seconds": suite_timeout,
        "strict": strict,
    }
    _finish(use_cases.fix(launch, quiet=as_json), apply=apply, as_json=as_json)


def _go_on(
    job: str, project: Path, session: str, yes: bool, changes: dict[str, Any], apply: bool, as_json: bool
) -> None:
    from testfix_pipeline import use_cases

    _finish(use_cases.go_on(job, project, session, yes, changes, quiet=as_json), apply=apply, as_json=as_json)


@app.command()
def execute(
    project: ProjectOption = Path(),
    session: SessionOption = "",
    max_iterations: IterationsOption = 0,
    agents: AgentsOption = "",
    budget_seconds: BudgetOption = 0.0,
    yes: YesOption = False,
    apply: ApplyOption = False,
    as_json: JsonOption = False,
) -> None:
    """Carry out phase 5 of a session that has its tasks."""
    changes = {"max_iterations": max_iterations, "agents": agents, "budget_seconds": budget_seconds}
    _go_on("execute", project, session, yes, changes, apply, as_json)


@app.command()
def resume(
    project: ProjectOption = Path(),
    session: SessionOption = "",
    max_iterations: IterationsOption = 0,
    agents: AgentsOption = "",
    budget_seconds: BudgetOption = 0.0,
    yes: YesOption = False,
    apply: ApplyOption = False,
    as_json: JsonOption = False,
) -> None:
    """Go on with a session where it stopped: killed, paused, blocked or failed."""
    changes = {"max_iterations": max_iterations, "agents": agents, "budget_seconds": budget_seconds}
    _go_on("resume", project, session, yes, changes, apply, as_json)


@app.command()
def apply(
    project: ProjectOption = Path(),
    session: SessionOption = "",
    per_fix: Annotated[bool, typer.Option(help="One commit per landed fix instead of one for all.")] = False,
    yes: YesOption = False,
    as_json: JsonOption = False,
) -> None:
    """Put a session's result on your branch as a new commit, merged three-way.

    Where a touched file has uncommitted changes, or on a conflict, nothing changes: `fix.patch` is written instead.
    """
    from testfix_pipeline import use_cases

    delivered = use_cases.apply_session(project, session, yes=yes, per_fix=per_fix)
    print(json.dumps(delivered) if as_json else delivered["message"])
    raise typer.Exit(0 if delivered["applied"] else 1)


@app.command()
def status(project: ProjectOption = Path(), session: SessionOption = "", as_json: JsonOption = False) -> None:
    """Show the sessions of a project, or one of them with its progress list."""
    from testfix_pipeline import use_cases

    found = use_cases.status(project, session)
    print(json.dumps(found) if as_json else use_cases.status_text(found))


@app.command()
def doctor(project: ProjectOption = Path(), as_json: JsonOption = False) -> None:
    """Say what is there, what is missing, and the command that mends it."""
    from testfix_pipeline import use_cases

    checks = use_cases.doctor(project)
    print(json.dumps(checks) if as_json else use_cases.doctor_text(checks))
    raise typer.Exit(2 if any(check["state"] == "broken" for check in checks) else 0)


def _finish(found: dict[str, Any], *, apply: bool, as_json: bool) -> None:
    from testfix_pipeline import use_cases
    from testfix_pipeline.console import show_result
    from testfix_pipeline.core.status import EXIT_CODES

    if apply and found.get("fixed_tests"):
        project, session = Path(found["project"]), found["session_id"]
        found = {**found, "applied": use_cases.apply_session(project, session, yes=True, per_fix=False)}
    if as_json:
        print(json.dumps(found, ensure_ascii=False))
    else:
        show_result(found, use_cases.diff_of(found))
        if "applied" in found:
            print(found["applied"]["message"])
    raise typer.Exit(EXIT_CODES[found["outcome"]])


def main() -> None:
    """The console script. An error is a sentence and a next step on stderr, and exit code 2."""
    try:
        app()
    except PipelineError as error:
        print(f"testfix: {error.what}", file=sys.stderr)
        if error.next_step:
            print(f"  next: {error.next_step}", file=sys.stderr)
        if error.detail:
            print(textwrap.indent(error.detail, "  | "), file=sys.stderr)
        if "--json" in sys.argv:
            print(json.dumps({"outcome": "error", "error": error.what, "next_step": error.next_step}))
        sys.exit(error.exit_code)


if __name__ == "__main__":
    main()
