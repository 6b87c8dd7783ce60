"""The commands of `testfix` that launch a job: fix, run, plan, execute, resume."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from testfix_pipeline.cli.options import (
    ApplyOption,
    InputArgument,
    JsonOption,
    LaunchProjectOption,
    OfRemoteOption,
    ProjectOption,
    RemoteOption,
    SessionOption,
    YesOption,
)
from testfix_pipeline.cli.setting_options import CHECKS, GATE, JUDGING, REACH, TESTS, TOOLS, with_settings
from testfix_pipeline.core.configuration.settings import LIMITS, RAISED, CycleConfig
from testfix_pipeline.core.identifiers import project_option
from testfix_pipeline.core.visible_text import visible

OUTCOMES = "Exit codes: 0 green or approved, 1 tests still fail, 2 usage or environment."
UnaskedOption = Annotated[bool, typer.Option("--yes", "-y", help="Changes nothing: no question is asked in any case.")]
Settings = dict[str, Any]


def add_to(app: typer.Typer) -> None:
    """Add the commands to an application."""
    app.command(epilog=OUTCOMES)(fix)
    app.command(epilog=OUTCOMES)(run)
    app.command(epilog="Exit codes: 0 planned, 2 usage or environment.")(plan)
    app.command(epilog=OUTCOMES)(execute)
    app.command(epilog=OUTCOMES)(resume)


@with_settings(*LIMITS, *TOOLS, *JUDGING, *CHECKS, *TESTS, *REACH)
def fix(
    settings: Settings,
    input_text: Annotated[str, typer.Argument(metavar="[INPUT]", help="What this is about, in a sentence.")] = "",
    project: LaunchProjectOption = Path(),
    remote: RemoteOption = "",
    apply: ApplyOption = False,
    yes: UnaskedOption = False,
    as_json: JsonOption = False,
) -> None:
    """Repair the failures that are there.

    Examples:

    $ testfix fix --project ../shop
    $ testfix fix --project . --preset quick --apply
    $ testfix fix --project . --test-command "pytest -q tests/unit" --json
    $ testfix fix --project . --agents models --budget-money 2
    $ testfix fix --project . --remote git@host:state.git
    """
    began = time.time()
    from testfix_pipeline.cli.use_cases import launch_use_cases as use_cases

    launch = {**settings, **use_cases.project_and_input(project, input_text), "remote": remote}
    _finish(use_cases.fix(launch, quiet=False, began=began), apply=apply, as_json=as_json)


@with_settings(*LIMITS, *TOOLS, *JUDGING, *CHECKS, *TESTS, *GATE, *REACH)
def run(
    settings: Settings,
    input_text: InputArgument = "",
    project: LaunchProjectOption = Path(),
    remote: RemoteOption = "",
    session: Annotated[str, typer.Option("--resume-session", help="Go on with this session, as `resume` does.")] = "",
    apply: ApplyOption = False,
    yes: UnaskedOption = False,
    as_json: JsonOption = False,
) -> None:
    """Plan, generate and gate tests, then fix until green.

    Examples:

    $ testfix run "Test the user authentication API" --project ../shop
    $ testfix run docs/requirements.md --project .
    $ testfix run WFS-user-auth --project . --gate block
    """
    began = time.time()
    if session:
        changed = {name: settings[name] for name in RAISED if settings[name] != CycleConfig.model_fields[name].default}
        given = {"preset": settings["preset"], **changed}
        _go_on("resume", given, project, (remote, session), yes, apply, as_json)
    from testfix_pipeline.cli.use_cases import launch_use_cases as use_cases

    launch = {**settings, **use_cases.project_and_input(project, input_text), "remote": remote}
    _finish(use_cases.run(launch, quiet=False, began=began), apply=apply, as_json=as_json)


@with_settings(*LIMITS, *TOOLS, *JUDGING, *CHECKS, *TESTS, *REACH)
def plan(
    settings: Settings,
    input_text: InputArgument,
    project: LaunchProjectOption = Path(),
    remote: RemoteOption = "",
    yes: UnaskedOption = False,
    as_json: JsonOption = False,
) -> None:
    """Say what should be tested and what would be done about it (phases 1 to 4); `execute` carries it out.

    Examples:

    $ testfix plan "Test the user authentication API" --project ../shop
    $ testfix plan docs/requirements.md --project . --json
    """
    from testfix_pipeline.cli.use_cases import launch_use_cases as use_cases

    launch = {**settings, **use_cases.project_and_input(project, input_text), "remote": remote}
    found = use_cases.plan(launch, quiet=False)
    print(json.dumps(found, ensure_ascii=False) if as_json else visible(found["summary"]))
    if not as_json:
        print(f"\nnext: testfix execute --session {found['session_id']} {project_option(found['project'])}")


@with_settings(*RAISED, going_on=True)
def execute(
    settings: Settings,
    project: ProjectOption = Path(),
    session: SessionOption = "",
    remote: OfRemoteOption = "",
    yes: YesOption = False,
    apply: ApplyOption = False,
    as_json: JsonOption = False,
) -> None:
    """Carry out phase 5 of a session that has its tasks: generate tests, both gates, the fix cycle.

    Without --session the one session that is planned is meant.

    Examples:

    $ testfix execute --project ../shop
    $ testfix execute --session WFS-test-user-auth --max-iterations 15
    """
    _go_on("execute", settings, project, (remote, session), yes, apply, as_json)


@with_settings(*RAISED, going_on=True)
def resume(
    settings: Settings,
    named: Annotated[str, typer.Argument(metavar="[SESSION]", help="The session (WFS-...).")] = "",
    project: ProjectOption = Path(),
    session: SessionOption = "",
    remote: OfRemoteOption = "",
    yes: YesOption = False,
    apply: ApplyOption = False,
    as_json: JsonOption = False,
) -> None:
    """Go on with a session where it stopped: killed, paused, blocked or failed. Nothing that landed is repeated.

    A limit that was reached has to be raised: it counts from the session's start, not from the resume.

    Examples:

    $ testfix resume --project ../shop
    $ testfix resume WFS-test-fix-2026-03-01 --max-iterations 20
    $ testfix resume --yes --budget-seconds 7200
    $ testfix resume --session WFS-test-fix-2026-03-01 --accept-doubtful
    $ testfix resume --remote git@host:state.git --session WFS-test-fix-2026-03-01 --project ../clone
    """
    _go_on("resume", settings, project, (remote, session or named), yes, apply, as_json)


def _go_on(
    job: str, settings: Settings, project: Path, address: tuple[str, str], yes: bool, apply: bool, as_json: bool
) -> None:
    began = time.time()
    from testfix_pipeline.cli.use_cases import launch_use_cases as use_cases

    remote, session = address
    if remote:
        use_cases.bring(project, remote, session)
    found = use_cases.go_on(job, project, session, yes, settings, quiet=False, began=began)
    _finish(found, apply=apply, as_json=as_json)


def _finish(found: dict[str, Any], *, apply: bool, as_json: bool) -> None:
    from testfix_pipeline.cli.console import show_result
    from testfix_pipeline.cli.use_cases import launch_use_cases as use_cases
    from testfix_pipeline.core.cycle_rules.session_status import EXIT_CODES
    from testfix_pipeline.core.next_commands import leaves_something

    if apply and leaves_something(found):
        project, session = Path(found["project"]), found["session_id"]
        found = {**found, "applied": use_cases.apply_session(project, session, yes=True, per_fix=False)}
    if as_json:
        print(json.dumps(found, ensure_ascii=False))
    else:
        show_result(found, use_cases.diff_of(found))
        if "applied" in found:
            print(found["applied"]["message"])
    raise typer.Exit(EXIT_CODES[found["outcome"]])
