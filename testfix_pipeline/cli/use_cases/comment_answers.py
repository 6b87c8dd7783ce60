"""What `testfix ci` does for a comment that asks for an explanation or a verdict instead of a fix."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from testfix_pipeline.cli.views import ci_view
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.core.said_on_request import SaidOnRequest
from testfix_pipeline.core.verification import Verification
from testfix_pipeline.standalone.explain import DEFAULT_SECONDS, explain_project
from testfix_pipeline.steps.verification.compared_commits import ChangeToVerify
from testfix_pipeline.steps.verification.verify_change import verify

IN_RESULT = {"verb", "comment", "head", "ignored"}
Found = dict[str, Any]
# One run of the suite and a short search.
LEAST_EXPLAINING_S = 5.0


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
