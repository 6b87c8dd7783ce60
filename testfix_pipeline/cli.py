"""`testfix`: turn a failing test suite green, honestly.

Parses, runs the same jobs as the Dagster UI on the same instance, prints. Exit code 0: green or approved; 1: tests
still fail (blocked or paused); 2: usage or environment.
"""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from testfix_pipeline.cli_nightly import nightly
from testfix_pipeline.cli_options import (
    AgentsOption,
    ApplyOption,
    BudgetOption,
    CallsOption,
    EnvOption,
    InputArgument,
    IterationsOption,
    JsonOption,
    MoneyOption,
    NetworkOption,
    ProjectOption,
    PythonOption,
    SessionOption,
    SetupOption,
    ShareOption,
    StrictOption,
    TestCommandOption,
    TimeoutOption,
    TokensOption,
    TrustedOption,
    YesOption,
)
from testfix_pipeline.cli_prune import prune
from testfix_pipeline.cli_repair import EPILOG, repair
from testfix_pipeline.cli_sessions import sessions
from testfix_pipeline.core.budget import DEFAULT_CALLS, DEFAULT_MONEY, DEFAULT_TOKENS
from testfix_pipeline.core.errors import PipelineError, machine_error
from testfix_pipeline.core.visible import visible

app = typer.Typer(
    name="testfix",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Turn a failing test suite green, honestly and unattended.\n\n"
    "Start with `testfix fix --project PATH`. Work happens on a branch of its own (testfix/<session>); your checkout, "
    "index, branch and stash stay as they are until `testfix apply`.",
    epilog="Exit codes: 0 green or approved, 1 tests still fail, 2 usage or environment.",
)


def _launch(
    project: Path, agents: str, env: list[str] | None, share: list[str] | None, **settings: Any
) -> dict[str, Any]:
    from testfix_pipeline import use_cases
    from testfix_pipeline.launch_values import names, variables

    return {
        "project": use_cases.project_path(project),
        "agents": names(agents),
        "env": variables(env or []),
        "share": share or [],
        **settings,
    }


@app.command()
def fix(
    input_text: Annotated[str, typer.Argument(metavar="[INPUT]", help="What this is about, in a sentence.")] = "",
    project: ProjectOption = Path(),
    max_iterations: IterationsOption = 0,
    agents: AgentsOption = "builtin",
    budget_seconds: BudgetOption = 3600.0,
    budget_calls: CallsOption = DEFAULT_CALLS,
    budget_tokens: TokensOption = DEFAULT_TOKENS,
    budget_money: MoneyOption = DEFAULT_MONEY,
    test_command: TestCommandOption = "",
    python: PythonOption = "",
    env: EnvOption = None,
    share: ShareOption = None,
    setup_command: SetupOption = "",
    sandbox_network: NetworkOption = False,
    suite_timeout: TimeoutOption = 0.0,
    strict: StrictOption = False,
    trusted: TrustedOption = False,
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

    launch = _launch(
        project, agents, env, share,
        input=input_text, max_iterations=max_iterations, budget_seconds=budget_seconds, budget_calls=budget_calls,
        budget_tokens=budget_tokens, budget_money=budget_money, test_command=test_command, python=python,
        setup_command=setup_command, sandbox_network=sandbox_network,
        suite_timeout_seconds=suite_timeout, strict=strict, trusted=trusted,
    )  # fmt: skip
    _finish(use_cases.fix(launch, quiet=as_json), apply=apply, as_json=as_json)


app.command("repair", epilog=EPILOG)(repair)


@app.command()
def run(
    input_text: InputArgument,
    project: ProjectOption = Path(),
    max_iterations: IterationsOption = 0,
    agents: AgentsOption = "builtin",
    budget_seconds: BudgetOption = 3600.0,
    budget_calls: CallsOption = DEFAULT_CALLS,
    budget_tokens: TokensOption = DEFAULT_TOKENS,
    budget_money: MoneyOption = DEFAULT_MONEY,
    test_command: TestCommandOption = "",
    python: PythonOption = "",
    env: EnvOption = None,
    share: ShareOption = None,
    setup_command: SetupOption = "",
    sandbox_network: NetworkOption = False,
    suite_timeout: TimeoutOption = 0.0,
    strict: StrictOption = False,
    trusted: TrustedOption = False,
    gate: Annotated[str, typer.Option(help="When the quality gate fails: continue, or block.")] = "continue",
    yes: YesOption = False,
    apply: ApplyOption = False,
    as_json: JsonOption = False,
) -> None:
    """Plan, generate and gate tests, then fix until green.

    Examples:

      testfix run "Test the user authentication API" --project ../shop
      testfix run docs/requirements.md --project .
      testfix run WFS-user-auth --project .
    """
    from testfix_pipeline import use_cases

    launch = _launch(
        project, agents, env, share,
        input=input_text, max_iterations=max_iterations, budget_seconds=budget_seconds, budget_calls=budget_calls,
        budget_tokens=budget_tokens, budget_money=budget_money, test_command=test_command, python=python,
        setup_command=setup_command, sandbox_network=sandbox_network,
        suite_timeout_seconds=suite_timeout, strict=strict, trusted=trusted, gate=gate,
    )  # fmt: skip
    _finish(use_cases.run(launch, quiet=as_json), apply=apply, as_json=as_json)


@app.command()
def plan(
    input_text: InputArgument,
    project: ProjectOption = Path(),
    test_command: TestCommandOption = "",
    python: PythonOption = "",
    env: EnvOption = None,
    share: ShareOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say what should be tested and what would be done about it (phases 1 to 4); `execute` carries it out."""
    from testfix_pipeline import use_cases

    launch = _launch(project, "builtin", env, share, input=input_text, test_command=test_command, python=python)
    found = use_cases.plan(launch, quiet=as_json)
    print(json.dumps(found, ensure_ascii=False) if as_json else visible(found["summary"]))
    if not as_json:
        print(f"\nnext: testfix execute --session {found['session_id']} --project {found['project']}")


def _going_on(job: str) -> Callable[..., None]:
    """The command of a job that goes on with a session."""

    def command(
        project: ProjectOption = Path(),
        session: SessionOption = "",
        max_iterations: IterationsOption = 0,
        agents: AgentsOption = "",
        budget_seconds: BudgetOption = 0.0,
        budget_calls: CallsOption = 0,
        budget_tokens: TokensOption = 0,
        budget_money: MoneyOption = 0.0,
        yes: YesOption = False,
        apply: ApplyOption = False,
        as_json: JsonOption = False,
    ) -> None:
        from testfix_pipeline import use_cases

        changes = {
            **{"max_iterations": max_iterations, "agents": agents, "budget_seconds": budget_seconds},
            **{"budget_calls": budget_calls, "budget_tokens": budget_tokens, "budget_money": budget_money},
        }
        found = use_cases.go_on(job, project, session, yes, changes, quiet=as_json)
        _finish(found, apply=apply, as_json=as_json)

    return command


app.command("execute", help="Carry out phase 5 of a session that has its tasks.")(_going_on("execute"))
app.command("resume", help="Go on with a session where it stopped: killed, paused, blocked or failed.")(
    _going_on("resume")
)


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
    print(json.dumps(delivered) if as_json else visible(delivered["message"]))
    raise typer.Exit(0 if delivered["applied"] else 1)


@app.command()
def status(project: ProjectOption = Path(), session: SessionOption = "", as_json: JsonOption = False) -> None:
    """Show the sessions of a project, or one of them with its progress list."""
    from testfix_pipeline import use_cases

    found = use_cases.status(project, session)
    print(json.dumps(found) if as_json else visible(use_cases.status_text(found)))


@app.command()
def history(
    project: Annotated[Path | None, typer.Option("--project", "-p", help="Only this project; empty: all.")] = None,
    table: Annotated[str, typer.Option(help="pass_rate_trend, regressions, stuck_tests, sessions, iterations...")] = "",
    rebuild: Annotated[bool, typer.Option(help="Read the sessions' own files anew first.")] = False,
    plot: Annotated[Path | None, typer.Option(help="Write the trend of the pass rate to this PNG file.")] = None,
    sql: Annotated[str, typer.Option(help="One SELECT over the tables; see docs/history.md for their columns.")] = "",
    export: Annotated[
        Path | None, typer.Option(help="Write the table or answer to a .csv or .parquet file, or all to a folder.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show the pass rate over sessions, regressions, stuck and flaky tests; one table; or the answer to SQL.

    Examples:

      testfix history
      testfix history --table attempts --project ../shop --export attempts.csv
      testfix history --sql "select strategy, count(*) from attempts group by 1"
      testfix history --rebuild --plot trend.png
    """
    from testfix_pipeline import history_view

    found = history_view.show(project, table, sql=sql, rebuild=rebuild, plot=plot, export=export)
    print(json.dumps(found, ensure_ascii=False, default=str) if as_json else visible(history_view.text(found)))


@app.command()
def report(
    project: Annotated[Path | None, typer.Option("--project", "-p", help="Only this project; empty: all.")] = None,
    session: SessionOption = "",
    output: Annotated[Path | None, typer.Option("--output", "-o", help="The HTML file; empty: in the history.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Write one HTML page that needs nothing else: of all sessions, or with --session of that one.

    Examples:

      testfix report
      testfix report --project ../shop --session WFS-test-fix-20260301 --output page.html
    """
    from testfix_pipeline import history_view

    written = history_view.report(project, session, output)
    print(json.dumps({"report": written}) if as_json else written)


@app.command()
def expand(
    dimension: Annotated[list[str], typer.Argument(help="test, enhance, refactor or doc; several at once.")],
    project: ProjectOption = Path(),
    session: SessionOption = "",
    yes: YesOption = False,
    as_json: JsonOption = False,
) -> None:
    """Write follow-ups of a session as issues to `.workflow/issues.jsonl`."""
    from testfix_pipeline import use_cases

    ids = use_cases.expand_session(project, session, dimension, yes=yes)
    print(json.dumps({"issues": ids}) if as_json else "\n".join(ids))


@app.command()
def archive(
    project: ProjectOption = Path(), session: SessionOption = "", yes: YesOption = False, as_json: JsonOption = False
) -> None:
    """Move a completed session to `.workflow/archives` (the next session of the project does so as well)."""
    from testfix_pipeline import use_cases

    folder = use_cases.archive(project, session, yes=yes)
    print(json.dumps({"archived": folder}) if as_json else folder)


app.add_typer(sessions, name="sessions")
app.add_typer(nightly, name="nightly")
app.command("prune")(prune)


@app.command()
def doctor(project: ProjectOption = Path(), agents: AgentsOption = "", as_json: JsonOption = False) -> None:
    """Say what is there, what is missing, and the command that mends it. A server among --agents is asked, too."""
    from testfix_pipeline import use_cases
    from testfix_pipeline.launch_values import names

    checks = use_cases.doctor(project, names(agents) if agents else ())
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
        try:
            app()
        except OSError as refused:
            raise machine_error(refused) from refused
    except PipelineError as error:
        print(visible(f"testfix: {error.what}"), file=sys.stderr)
        if error.next_step:
            print(visible(f"  next: {error.next_step}"), file=sys.stderr)
        if error.detail:
            print(visible(textwrap.indent(error.detail, "  | ")), file=sys.stderr)
        if "--json" in sys.argv:
            print(json.dumps({"outcome": "error", "error": error.what, "next_step": error.next_step}))
        sys.exit(error.exit_code)


if __name__ == "__main__":
    main()
