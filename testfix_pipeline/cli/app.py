"""`testfix`: turn a failing test suite green, honestly.

Parses, runs the same jobs as the Dagster UI on the same instance, prints. Exit code 0: green or approved; 1: tests
still fail (blocked or paused); 2: usage or environment.
"""

from __future__ import annotations

import json
import sys
import textwrap
from pathlib import Path
from typing import Annotated, Any, Never

import typer
from typer.exceptions import TyperException

from testfix_pipeline.cli import launch_commands
from testfix_pipeline.cli.ci_command import EPILOG as CI_EPILOG
from testfix_pipeline.cli.ci_command import ci
from testfix_pipeline.cli.defect_command import report_defect
from testfix_pipeline.cli.explain_command import EPILOG as EXPLAIN_EPILOG
from testfix_pipeline.cli.explain_command import explain
from testfix_pipeline.cli.fleet_command import fleet
from testfix_pipeline.cli.init_command import init
from testfix_pipeline.cli.mcp_command import mcp
from testfix_pipeline.cli.measure_command import EPILOG as MEASURE_EPILOG
from testfix_pipeline.cli.measure_command import measure
from testfix_pipeline.cli.nightly_commands import nightly
from testfix_pipeline.cli.options import (
    AgentsOption,
    AtOption,
    ClusterOption,
    DeprecationsOption,
    JsonOption,
    LoginsOption,
    OfProjectOption,
    ProjectOption,
    SessionArgument,
    SessionOption,
    YesOption,
)
from testfix_pipeline.cli.post_command import EPILOG as POST_EPILOG
from testfix_pipeline.cli.post_command import post
from testfix_pipeline.cli.prune_command import prune
from testfix_pipeline.cli.repair_command import EPILOG, repair
from testfix_pipeline.cli.session_commands import expand, review, sessions, status
from testfix_pipeline.cli.shell_completion import completion, prepare, tables
from testfix_pipeline.cli.ui_command import demo, ui
from testfix_pipeline.cli.verify_command import EPILOG as VERIFY_EPILOG
from testfix_pipeline.cli.verify_command import verify
from testfix_pipeline.core.errors import InternalError, PipelineError, UsageError
from testfix_pipeline.core.identifiers import check_session_id
from testfix_pipeline.core.visible_text import visible
from testfix_pipeline.workspace.error_reports import pipeline_error

app = typer.Typer(
    name="testfix",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,  # `testfix completion` only prints the script
    help="Turn a failing test suite green, honestly and unattended.\n\n"
    "Start with `testfix fix --project PATH`. Work happens on a branch of its own (testfix/<session>); your checkout, "
    "index, branch and stash stay as they are until `testfix apply`.",
    epilog="Exit codes: 0 green or approved, 1 tests still fail, 2 usage or environment, 130 stopped by Ctrl-C.",
)


launch_commands.add_to(app)
app.command("repair", epilog=EPILOG)(repair)
app.command("explain", epilog=EXPLAIN_EPILOG)(explain)
app.command("verify", epilog=VERIFY_EPILOG)(verify)
app.command("ci", epilog=CI_EPILOG)(ci)
app.command("post", epilog=POST_EPILOG)(post)
app.command("measure", epilog=MEASURE_EPILOG)(measure)
app.command("report-defect")(report_defect)
app.command()(mcp)


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

    Examples:

    $ testfix apply --project ../shop
    $ testfix apply --session WFS-test-fix-2026-03-01 --per-fix
    """
    from testfix_pipeline.cli.use_cases import launch_use_cases as use_cases

    delivered = use_cases.apply_session(project, session, yes=yes, per_fix=per_fix)
    print(json.dumps(delivered) if as_json else visible(delivered["message"]))
    raise typer.Exit(0 if delivered["applied"] else 1)


@app.command()
def revert(session: SessionArgument, project: ProjectOption = Path(), as_json: JsonOption = False) -> None:
    """Take back what `apply` put on your branch, by one commit; the session can be applied again.

    Where a touched file has uncommitted changes, or on a conflict, nothing changes: `revert.patch` is written instead.

    Example:

    $ testfix revert WFS-test-fix-2026-03-01 --project ../shop
    """
    from testfix_pipeline.cli.use_cases import session_actions

    done = session_actions.revert(project, check_session_id(session))
    print(json.dumps(done) if as_json else visible(done["message"]))
    raise typer.Exit(0 if done["reverted"] else 1)


app.command()(status)


@app.command()
def history(
    project: OfProjectOption = None,
    table: Annotated[str, typer.Option(help="One table, by its name.", autocompletion=tables)] = "",
    rebuild: Annotated[bool, typer.Option(help="Read the sessions' own files again first.")] = False,
    plot: Annotated[Path | None, typer.Option(help="Write the trend of the pass rate to this PNG file.")] = None,
    sql: Annotated[str, typer.Option(help="One SELECT over the tables; `describe TABLE` lists its columns.")] = "",
    export: Annotated[
        Path | None, typer.Option(help="Write the table or answer to a .csv or .parquet file, or all to a folder.")
    ] = None,
    at: AtOption = "",
    prometheus: Annotated[
        bool, typer.Option("--prometheus", help="The main figures as Prometheus reads them.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Show the pass rate over sessions, regressions, stuck and flaky tests; one table; or the answer to SQL.

    Examples:

    $ testfix history
    $ testfix history --table attempts --project ../shop --export attempts.csv
    $ testfix history --sql "select strategy, count(*) from attempts group by 1"
    $ testfix history --rebuild --plot trend.png
    $ testfix history --prometheus > /var/lib/node_exporter/testfix.prom
    """
    if prometheus:
        from testfix_pipeline.cli.views.history_metrics import metrics

        print(metrics(project), end="")
        return
    from testfix_pipeline.cli.views import history_view

    found = history_view.show(project, table, sql=sql, rebuild=rebuild, plot=plot, export=export, at=at)
    print(json.dumps(found, ensure_ascii=False, default=str) if as_json else visible(history_view.text(found)))


@app.command()
def report(
    project: OfProjectOption = None,
    session: SessionOption = "",
    output: Annotated[Path | None, typer.Option("--output", "-o", help="The HTML file; empty: in the history.")] = None,
    at: AtOption = "",
    as_json: JsonOption = False,
) -> None:
    """Write one HTML page that needs nothing else: of all sessions, or with --session of that one.

    Examples:

    $ testfix report
    $ testfix report --project ../shop --session WFS-test-fix-2026-03-01 --output page.html
    """
    from testfix_pipeline.cli.views import history_view

    written = history_view.report(project, session, output, at)
    print(json.dumps({"report": written}) if as_json else written)


app.command()(review)
app.command()(expand)


@app.command()
def archive(
    project: ProjectOption = Path(), session: SessionOption = "", yes: YesOption = False, as_json: JsonOption = False
) -> None:
    """Move a completed session to `.workflow/archives`, where its run could not (a killed one, a full disk).

    Example:

    $ testfix archive --session WFS-test-fix-2026-03-01 --project ../shop
    """
    from testfix_pipeline.cli.use_cases import launch_use_cases as use_cases

    folder = use_cases.archive(project, session, yes=yes)
    print(json.dumps({"archived": folder}) if as_json else folder)


app.add_typer(sessions, name="sessions")
app.add_typer(nightly, name="nightly")
app.command()(fleet)
app.command("prune")(prune)
app.command()(completion)
app.command()(init)
app.command()(ui)
app.command()(demo)


@app.command()
def doctor(
    context: typer.Context,
    project: ProjectOption = Path(),
    agents: AgentsOption = "",
    agent_logins: LoginsOption = False,
    deprecations: DeprecationsOption = True,
    cluster: ClusterOption = False,
    as_json: JsonOption = False,
) -> None:
    """Say what is there, what is missing, and the command that fixes it. Tools of --agents are asked one line each.

    With --project its suite runs once, and what installed libraries warn about is listed: it breaks with a next update.

    Examples:

    $ testfix doctor --project ../shop
    $ testfix doctor --agents endpoint:http://127.0.0.1:8000/v1#my-model
    $ testfix doctor --agents auto --agent-logins
    $ testfix doctor --cluster
    """
    from testfix_pipeline.cli.option_values import names
    from testfix_pipeline.cli.use_cases import doctor_checks

    is_given = _is_given(context, "project")
    # a container of a cluster need not start in a project
    place = project if is_given or not cluster else None
    checks = doctor_checks.doctor(place, names(agents) if agents else (), logins=agent_logins)
    if not as_json:  # what follows may take minutes
        print(doctor_checks.doctor_text(checks), flush=True)
    more: list[dict[str, Any]] = []
    if deprecations and is_given:
        from testfix_pipeline.cli.views.deprecation_rows import deprecation_rows

        print("running the suite once for what libraries warn about (not with --no-deprecations)", file=sys.stderr)
        more += deprecation_rows(project)
    if cluster:
        from testfix_pipeline.cli.use_cases.cluster_checks import cluster_rows

        more += cluster_rows()
    checks += more
    if as_json or more:
        print(json.dumps(checks) if as_json else doctor_checks.doctor_text(more))
    raise typer.Exit(2 if any(check["state"] == "broken" for check in checks) else 0)


def _is_given(context: typer.Context, name: str) -> bool:
    """Whether an option is on the command line."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def main() -> None:
    """The console script. Any error is a sentence and a next step on stderr, and exit code 2; a bug has a report."""
    prepare()
    try:
        sys.exit(app(prog_name="testfix", standalone_mode=False))
    except typer.Abort:
        sys.exit("testfix: ended, as nothing was answered.")
    except TyperException as refused:
        _fail(usage_error(refused, sys.argv[1:]))
    except Exception as error:
        _fail(pipeline_error(error))


def _fail(error: PipelineError) -> Never:
    _show(error)
    sys.exit(error.exit_code)


def _show(error: PipelineError) -> None:
    """Print an error on stderr, and with --json also as the one object on stdout that scripts expect."""
    if not error.what:  # a group of commands without a command: its help is printed by then
        return
    print(visible(f"testfix: {error.what}"), file=sys.stderr)
    if error.next_step:
        print(visible(f"  next: {error.next_step}"), file=sys.stderr)
    if error.detail:
        print(visible(textwrap.indent(error.detail, "  | ")), file=sys.stderr)
    if "--json" in sys.argv:
        report = {"report": error.report} if isinstance(error, InternalError) else {}
        print(json.dumps({"outcome": "error", "error": error.what, "next_step": error.next_step, **report}))


if __name__ == "__main__":
    main()


def usage_error(refused: TyperException, words: list[str]) -> UsageError:
    """Return an error of the parser as a UsageError.

    words: the command line, the program's name left out. A folder among them that no command takes was meant as the
    project.
    """
    context: Any = getattr(refused, "ctx", None)
    command = context.command_path if context else "testfix"
    what = refused.format_message()
    folders = [word for word in words if f"({word})" in what and Path(word).is_dir()]
    if folders and any(option.name == "project" for option in context.command.params):
        return UsageError(what, f"Name the project with an option: `{command} --project {folders[0]}`.")
    return UsageError(what, f"`{command} --help` says what it takes.")
