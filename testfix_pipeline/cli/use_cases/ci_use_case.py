"""`testfix ci` without parsing: fixes, verifies, writes the files, prints, returns the exit code."""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from testfix_pipeline.cli.console import live_progress
from testfix_pipeline.cli.use_cases import launch_use_cases as use_cases
from testfix_pipeline.cli.use_cases.output_files import output_folder, write_step_outputs
from testfix_pipeline.cli.views import ci_view, repeat_view, verification_formats
from testfix_pipeline.core.cycle_rules.reported_failures import ReportedTests, left
from testfix_pipeline.core.errors import PipelineError, UsageError
from testfix_pipeline.core.said_on_request import SaidOnRequest, read_said
from testfix_pipeline.core.verification import EXIT_CODES, Verification
from testfix_pipeline.core.visible_text import visible
from testfix_pipeline.frameworks.builtin.report.junit_failures import reported_tests
from testfix_pipeline.standalone.explain import DEFAULT_SECONDS, explain_project
from testfix_pipeline.steps.verification.compared_commits import ChangeToVerify
from testfix_pipeline.steps.verification.verify_change import verify
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.sessions.store import SessionStore

Found = dict[str, Any]
FILES = ("fix.patch", "junit.xml", "tampering.sarif", "summary.md", "codequality.json", "result.json")
# The rest is for verifying the fix: one run of the suite, since the run before the fix is known.
FIX_SHARE = 0.75
IN_RESULT = {"verb", "comment", "head", "ignored"}
# One run of the suite and a short search.
LEAST_EXPLAINING_S = 5.0


def ci(
    settings: Mapping[str, Any],
    project: Path,
    junit: Sequence[Path],
    budget: float,
    output: Path,
    *,
    explain: bool = False,
    comments: Path | None = None,
    base: str = "",
    as_json: bool,
) -> int:
    """Repair failing tests within `budget` (seconds); return 0 if green or the fix is verified, 1 if tests still fail.

    explain: whether to say why tests still fail, in the time that is left. comments: the file of `post --comments`;
    nothing is repaired for a comment that asks for something else. base: tests that differ from those of this commit
    run many times; 1 is returned if one is flaky. The tests are measured here; a report only selects them. Raises
    UsageError for an unreadable file or an unwritable folder, and what `fix` raises.
    """
    began = time.time()
    said = read_said(comments)
    asks_nothing = bool(said.comment) and not said.verb  # the comment is no command of a person with write access
    if said.head and not asks_nothing and Project.open(project).head != said.head:
        raise UsageError(f"The checkout is not at {said.head}.", "Check out the head of the request.")
    folder = output_folder(output, FILES)
    if asks_nothing or said.verb not in ("", "fix"):
        with _disable_commands():
            answer, verification = answer_comment(said, settings, project, budget)
        _write(folder, answer, verification)
        _show(answer, folder, as_json)
        return 0 if verification is None else EXIT_CODES[verification.verdict]
    with _disable_commands():
        reported = reported_tests(junit) if junit else ReportedTests()
        answer, verification = _repair(settings, project, reported, said, budget, folder, began, as_json)
        if explain and answer["remaining_failures"]:
            left_s = budget - (time.time() - began)
            answer["explanation"] = explanation(answer["remaining_failures"], settings, project, left_s)
        is_steady = not base or burn_in_is_steady(answer, settings, project, base)
        _write(folder, answer, verification)
    if os.environ.get("GITHUB_ACTIONS") == "true":
        _write_github_output(answer, folder)
    _show(answer, folder, as_json)
    rest = answer["remaining_failures"] or left(answer["reported"])
    is_for_review = answer["outcome"] == "partial" and answer["review"] and not rest
    return 0 if is_steady and (answer["outcome"] in ("green", "fixed") or is_for_review) else 1


def burn_in_is_steady(answer: Found, settings: Mapping[str, Any], project: Path, base: str) -> bool:
    """Add to the answer what repeated runs of changed tests show; return whether none of them is flaky."""
    from testfix_pipeline.steps.verification.repeated_measurement import burn_in  # few jobs ask for it

    wanted = ("test_command", "python", "env", "share", "suite_timeout_seconds", "test_timeout_seconds")
    given = {name: settings[name] for name in wanted if settings.get(name)}
    found = burn_in({**given, "project": str(project)}, base)
    answer["burn_in"] = repeat_view.as_json(found)
    answer["reasons"] += repeat_view.burn_in_reasons(found)
    return all(one.failed == one.runs for one in found.failing)


def _repair(
    settings: Mapping[str, Any],
    project: Path,
    reported: ReportedTests,
    said: SaidOnRequest,
    budget: float,
    folder: Path,
    began: float,
    quiet: bool,
) -> tuple[Found, Verification | None]:
    """Return the result of a session on the reported failures, and the verification of its fix."""
    ignored = [*settings.get("ignored_failures", ()), *(one.failure for one in said.ignored)]
    asked = [*settings.get("only_tests", ()), *reported.failed]
    launch = {**settings, **use_cases.project_and_input(project, ""), "budget_seconds": budget * FIX_SHARE,
              "only_tests": list(map(str, asked)), "ignored_failures": ignored}  # fmt: skip
    found = use_cases.fix(launch, quiet=quiet, began=began)
    unjudged, verification = "", None
    try:
        verification = _verify_fix(found, {**settings, "budget_seconds": budget}, folder, began, quiet)
    except PipelineError as error:  # the fix is delivered as unverified
        unjudged = error.what
    measured, failure_ids = _failures(found)
    answer = ci_view.answer(found, verification, reported, measured, unjudged)
    answer["reasons"] += [
        f"No failure here has the id {one.failure}, which {one.by} ignores."
        for one in said.ignored
        if one.failure not in failure_ids.values()
    ]
    return answer | {"failure_ids": failure_ids, **said.model_dump(include=IN_RESULT)}, verification


def _show(answer: Found, folder: Path, as_json: bool) -> None:
    print(json.dumps({**answer, "output": str(folder)}, ensure_ascii=False) if as_json else _text(answer, folder))


def _failures(found: Found) -> tuple[list[str], dict[str, str]]:
    """Return the ids of the tests that a session measured, and the ids of its last failures by test."""
    results = SessionStore(Path(found["project"]), found["session_id"]).results()
    if results is None:
        return [], {}
    return list(map(str, results.outcomes)), {str(one.test): one.id for one in results.failures}


def _verify_fix(
    found: Found, settings: Mapping[str, Any], folder: Path, began: float, quiet: bool
) -> Verification | None:
    """Return the verification of the session's change as delivered in `fix.patch`; None without a change.

    Raises BudgetSpent if `budget_seconds` of the settings, counted from `began`, are over.
    """
    diff = use_cases.diff_of(found)
    if not diff:
        return None
    patch = folder / "fix.patch"
    patch.write_bytes(diff.encode("utf-8", "surrogateescape"))
    launch = judging_settings(settings, found["project"])
    with live_progress(quiet):
        return verify(launch, ChangeToVerify(patch=patch), began)


def _write(folder: Path, answer: Found, verification: Verification | None) -> None:
    if verification is not None:
        (folder / "junit.xml").write_text(verification_formats.junit(verification), encoding="utf-8")
        (folder / "tampering.sarif").write_text(verification_formats.sarif(verification), encoding="utf-8")
    (folder / "summary.md").write_text(ci_view.markdown(answer), encoding="utf-8", errors="replace")
    (folder / "codequality.json").write_text(json.dumps(ci_view.code_quality(answer), indent=1))
    (folder / "result.json").write_text(json.dumps(answer, indent=1))


def _text(answer: Found, folder: Path) -> str:
    lines = [f"{answer['outcome']}: {answer['reason']}", *(f"         {reason}" for reason in answer["reasons"])]
    lines += [f"reported {name}: {end}" for name, end in answer["reported"].items()]
    return visible("\n".join([*lines, f"files    {folder}"]))


@contextmanager
def _disable_commands() -> Iterator[None]:
    """In GitHub Actions, disable workflow commands in the block, since projects may print them."""
    if os.environ.get("GITHUB_ACTIONS") != "true":
        yield
        return
    word = secrets.token_hex(16)
    print(f"::stop-commands::{word}", flush=True)
    try:
        yield
    finally:
        print(f"::{word}::", flush=True)


def _write_github_output(answer: Found, folder: Path) -> None:
    """Write annotations for the job, the summary for its page, outputs for later steps."""
    for line in ci_view.workflow_commands(answer):
        print(line)
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    if summary:
        with Path(summary).open("a", encoding="utf-8", errors="replace") as file:
            file.write(ci_view.markdown(answer))
    patch = folder / "fix.patch"
    outputs = {"outcome": answer["outcome"], "confidence": f"{answer['confidence']:.3f}"}
    write_step_outputs({**outputs, "patch": str(patch) if patch.exists() else ""})


def answer_comment(
    said: SaidOnRequest, settings: Mapping[str, Any], project: Path, budget: float
) -> tuple[Found, Verification | None]:
    """Return the result for a comment, and the verification if that is asked for. Raises what `verify` raises."""
    asked = f"{said.by} asks to {said.verb}." if said.verb else "The comment is no command of a person who may write."
    answer = ci_view.answer({"outcome": "failed", "reason": asked}, None)
    answer |= said.model_dump(include=IN_RESULT)
    if said.verb in ("", "ignore"):
        return answer, None
    if said.verb == "explain":
        return {**answer, "explanation": explanation(None, settings, project, budget)}, None
    acknowledged, ignored = " ".join(said.acknowledged), [one.failure for one in said.ignored]
    wanted = ChangeToVerify(f"{said.base}...{said.head}", acknowledged=acknowledged, ignored=ignored)
    found = verify(judging_settings(settings, str(project)), wanted)
    return {**answer, "verification": found.model_dump(mode="json")}, found


def explanation(
    tests: Sequence[str] | None, settings: Mapping[str, Any], project: Path, seconds: float
) -> Found | None:
    """Return why tests fail, all without `tests`; None if the time is over or they can't be explained."""
    if seconds < LEAST_EXPLAINING_S:
        return None
    wanted = ("test_command", "python", "env", "share", "suite_timeout_seconds", "test_timeout_seconds")
    given = {name: settings[name] for name in wanted if settings.get(name)}
    try:
        return explain_project(project, tests, min(DEFAULT_SECONDS, seconds / 3), settings=given).model_dump()
    except PipelineError:  # the fix and its verdict are what the job is for
        return None


def judging_settings(settings: Mapping[str, Any], project: str) -> Found:
    """Return the launch for `verify` of the settings of `ci`."""
    given = {name: value for name, value in settings.items() if value and not name.startswith(("sandbox_", "preset"))}
    sandbox = {name[8:]: value for name, value in settings.items() if value and name.startswith("sandbox_")}
    return {**given, "project": project, "sandbox": sandbox}
