"""The result of `testfix ci` as JSON, as Markdown, as GitHub annotations, as GitLab's code quality report.

Names and output of tests are untrusted: Markdown has them in code spans, annotations escape them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from testfix_pipeline.cli.views import explain_view, verify_view
from testfix_pipeline.core.check_records import CheckResult
from testfix_pipeline.core.code_fence import code_span, fence_for
from testfix_pipeline.core.counted_nouns import counted
from testfix_pipeline.core.cycle_rules.confidence import READ_BELOW, two_places, unsure_sentence
from testfix_pipeline.core.cycle_rules.reported_failures import (
    ENDS,
    PASSES,
    UNKNOWN,
    End,
    MeasuredHere,
    ReportedTests,
    ends_of,
    left,
    other_interpreters,
    summary,
)
from testfix_pipeline.core.said_on_request import SaidOnRequest
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.verification import Verification
from testfix_pipeline.core.visible_text import visible
from testfix_pipeline.explanation.model import Explanation
from testfix_pipeline.workspace.files.redaction import redacted_text

MOST_ANNOTATIONS = 10  # GitHub shows ten of each kind per step
MOST_NAMED = 20
MOST_DIFF = 50_000  # characters; GitHub's limit for a comment is 65,536
MOST_COMMENT = 60_000
PASSED = "passed"
NOTHING_REPORTED = ReportedTests()
OUTCOMES = ("green", "fixed", "partial", "failed")
Answer = dict[str, Any]


def answer(
    found: Mapping[str, Any],
    verification: Verification | None,
    reported: ReportedTests = NOTHING_REPORTED,
    measured: Sequence[str] = (),
    unjudged: str = "",
) -> Answer:
    """Return the object of `--json`. reported: the tests in the JUnit files; measured: the ids of the tests here.

    unjudged: why the fix has no verification.

    outcome: green, fixed (verified, and no reported failure is left; without a report, no failure), partial (verified;
    others still fail, or, with `review`, its confidence is below READ_BELOW or tests are not measured), or failed.
    """
    verdict, reasons = verification.verdict_with_reasons() if verification else ("", [])
    remaining = [str(test) for test in found.get("remaining_failures", [])]
    fixed = [str(test) for test in verification.newly_passing] if verification else []
    here = _measured_here(found, measured, fixed if verdict == "verified" else [])
    ends = ends_of(reported.failed, here)
    if ends and verification and set(ends.values()) == {UNKNOWN}:
        reasons = [*reasons, "The report names no test that is here: the fix is for every test that fails."]
    outcome, reason = _outcome(found, verdict, remaining, ends, unjudged)
    confidence = float(found.get("confidence", 0.0))
    unsure = outcome == "fixed" and confidence < READ_BELOW
    if unsure:
        outcome, reason = "partial", f"{unsure_sentence([confidence], 1)} {reason}"
    return {
        "outcome": outcome,
        "reason": reason,
        "verdict": verdict,
        "reasons": [*reasons, *other_interpreters(reported, here)],
        "confidence": confidence,
        "proposed": is_proposed(outcome, confidence),
        "review": unsure or bool(found.get("left_out") or found.get("review")),
        "fixed_tests": fixed,
        "remaining_failures": remaining,
        "failure_reasons": found.get("failure_reasons", {}),
        "reported_failures": list(ends),
        "reported": ends,
        "left_out": list(found.get("left_out", ())),
        "checks": list(found.get("checks", ())),
        "session_id": found.get("session_id", ""),
        "diff": found.get("diff", ""),
    }


def _measured_here(found: Mapping[str, Any], measured: Sequence[str], fixed: Sequence[str]) -> MeasuredHere:
    """Return the tests as they are with what was verified: what else the session fixed still fails."""
    failing = {*map(str, found.get("remaining_failures", [])), *map(str, found.get("fixed_tests", []))} - {*fixed}
    return MeasuredHere(measured, sorted(failing), fixed, found.get("failure_reasons", {}))


def is_proposed(outcome: str, confidence: float) -> bool:
    """Whether a summary shows the diff and a comment is posted: the only rule for both."""
    return outcome in ("fixed", "partial") and confidence >= READ_BELOW


def _outcome(
    found: Mapping[str, Any], verdict: str, remaining: Sequence[str], ends: Mapping[str, End], unjudged: str
) -> tuple[str, str]:
    """Return the outcome. remaining: the tests that still fail; ends: of the failures of a report, how each ends."""
    if unjudged:
        return "failed", f"A fix was found, and it could not be judged: {unjudged}"
    if verdict == "verified":
        if left(ends):
            return "partial", f"A fix is verified, and failures of the report are left. {summary(ends)}"
        if ends and remaining:
            said = "A fix is verified, and every test of the report passes with it"
            return "fixed", f"{said}; failing here besides: {counted(len(remaining), 'other test')}."
        if remaining or found["outcome"] != "success":
            said = f"{counted(len(remaining), 'test')} still fail" if remaining else "every test measured here passes"
            return "partial", f"A fix is verified; {said}. {found['reason']}"
        return "fixed", "A fix is verified, and every test passes with it."
    if verdict:
        return "failed", f"The fix is {verdict}."
    if found["outcome"] != "success" and (remaining or not found.get("left_out")):
        return "failed", str(found["reason"])
    if ends and set(ends.values()) == {PASSES}:
        return "failed", "Every test that failed in the report passes here: it is flaky, or the environments differ."
    if ends:
        return "failed", summary(ends)
    return ("partial" if found.get("left_out") else "green"), str(found["reason"])


def markdown(result: Answer) -> str:
    """Return a summary for the page of a job."""
    lines = [f"## testfix: {result['outcome']}", "", code_span(result["reason"]), ""]
    lines += [f"- {code_span(reason)}" for reason in result["reasons"]]
    if result["verdict"] == "verified" and not result["proposed"]:
        lines += [
            "",
            f"Its confidence is {two_places(result['confidence'])}, below {READ_BELOW}: read `fix.patch` first.",
        ]
    elif result["proposed"]:
        lines += [
            "",
            f"Confidence {two_places(result['confidence'])}. Apply it: `git apply fix.patch`.",
            "",
            *_diff(result["diff"]),
        ]
    ends = result.get("reported", {})
    lines += ["", f"### Failures of the report ({len(ends)})", ""] if ends else []
    lines += [f"- {code_span(name)}: {end}" for name, end in [*ends.items()][:MOST_NAMED]]
    lines += [f"- and {len(ends) - MOST_NAMED} more"] if len(ends) > MOST_NAMED else []
    checks = [CheckResult.model_validate(one).lines(MOST_NAMED) for one in result.get("checks", ())]
    lines += ["", "### Checks", ""] if checks else []
    lines += [f"{'  ' * bool(nth)}- {code_span(line)}" for one in checks for nth, line in enumerate(one)]
    lists = {"Fixed": "fixed_tests", "Still failing": "remaining_failures", "Not measured": "left_out"}
    for title, tests in ((title, result.get(name, ())) for title, name in lists.items()):
        lines += ["", f"### {title} ({len(tests)})", ""] if tests else []
        lines += [f"- {code_span(test)}{_failure_note(result, test)}" for test in tests[:MOST_NAMED]]
        lines += [f"- and {len(tests) - MOST_NAMED} more"] if tests[MOST_NAMED:] else []
    if result.get("explanation"):
        lines += ["", "### Why they fail", "", *explain_view.markdown_lines(_explanation(result))]
    return "\n".join(lines) + "\n"


def _failure_note(result: Answer, test: str) -> str:
    """Return a failure's id, by which a comment may ignore it, and who does; "" for a test that does not fail."""
    failure = result.get("failure_ids", {}).get(test, "") if test in result["remaining_failures"] else ""
    said = next((one for one in result.get("ignored", ()) if one["failure"] == failure), None)
    ignored = f", ignored by {code_span(said['by'])} because {code_span(said['because'])}" if said else ""
    return f" {code_span(failure)}{ignored}" if failure else ""


def verification_comment(result: Answer, marker: str) -> str:
    """Return the text of a comment with the verdict on a request, without secrets."""
    text = redacted_text(verify_view.markdown(Verification.model_validate(result["verification"])))
    return f"{marker}\n{text if len(text) <= MOST_COMMENT else 'The verdict is too long for a comment.'}"


def _explanation(result: Answer) -> Explanation:
    return Explanation.model_validate(result["explanation"])


def explaining_comment(result: Answer, marker: str) -> str:
    """Return the text of a comment that says why tests fail, or that none does any more, without secrets."""
    if not result.get("explanation"):
        return f"{marker}\n## testfix: why the tests fail\n\nNo failure is left to explain at this head.\n"
    text = redacted_text(explain_view.markdown(_explanation(result)))
    return f"{marker}\n{text if len(text) <= MOST_COMMENT else 'The explanation is too long for a comment.'}"


def comment(result: Answer, marker: str, page: str, offered: str = "") -> str:
    """Return the text of a comment on a request: that of `markdown`, without secrets, below a hidden marker.

    page: the address of the job; offered: how the fix is offered beside the comment, as Markdown.
    """
    text = redacted_text(markdown({**result, "explanation": None}))  # which is a comment of its own
    if len(text) > MOST_COMMENT:  # long names, or a long diff with long names
        text = f"## testfix: {result['outcome']}\n\nThis is too long for a comment.\n"
    files = f"Patch and reports are files of [this job]({page})." if page else "Patch and reports are files of the job."
    last = [] if result["outcome"] == PASSED else [files, ""]
    return "\n".join([marker, text, *([offered, ""] if offered else []), *last])


def passing_result() -> Answer:
    """Return the result for a job whose tests passed, so that `ci` did not run."""
    reason = "The job's own tests pass at this head; testfix did not measure them."
    return {**answer({"outcome": "", "reason": reason}, None), "outcome": PASSED}


def check_result(found: object) -> Answer:
    """Return a valid `result.json` of `answer`; `proposed` is computed again. Raises ValueError otherwise."""
    kinds = {
        **dict.fromkeys(("outcome", "reason", "verdict", "diff"), str),
        **dict.fromkeys(("reasons", "fixed_tests", "remaining_failures"), list),
        "confidence": float,
    }
    if not isinstance(found, dict) or not all(isinstance(found.get(name), kind) for name, kind in kinds.items()):
        raise ValueError("not a result of testfix ci")
    if not all(isinstance(one, str) for name, kind in kinds.items() if kind is list for one in found[name]):
        raise ValueError("not a result of testfix ci")
    if not isinstance(found.get("checks", []), list):
        raise ValueError("not a result of testfix ci")
    for one in found.get("checks", ()):
        CheckResult.model_validate(one)  # its error is a ValueError
    if found.get("explanation") is not None:
        Explanation.model_validate(found["explanation"])  # its error is a ValueError
    if found.get("verification") is not None:
        Verification.model_validate(found["verification"])  # its error is a ValueError
    SaidOnRequest.model_validate({name: found[name] for name in SaidOnRequest.model_fields if name in found})
    ids = found.get("failure_ids", {})
    if not isinstance(ids, dict) or not all(isinstance(one, str) for one in ids.values()):
        raise ValueError("not a result of testfix ci")
    ends = found.get("reported", {})
    if not isinstance(ends, dict) or not all(isinstance(name, str) and end in ENDS for name, end in ends.items()):
        raise ValueError("not a result of testfix ci")
    if found["outcome"] not in OUTCOMES:
        raise ValueError("no outcome of testfix ci")
    proposed = found["verdict"] == "verified" and is_proposed(found["outcome"], found["confidence"])
    return {**found, "proposed": proposed}


def _diff(diff: str) -> list[str]:
    if len(diff) > MOST_DIFF:
        return ["The diff is too long for here: it is in `fix.patch`."]
    fence = fence_for(diff)
    return [f"{fence}diff", visible(diff).rstrip("\n"), fence]


def workflow_commands(result: Answer) -> list[str]:
    """Return GitHub workflow commands: failing tests at their files, ten at most."""
    return [
        f"::error file={_property(TestId(test).file)},title=testfix::{_data(_failure(result, test))}"
        for test in result["remaining_failures"][:MOST_ANNOTATIONS]
    ]


def code_quality(result: Answer) -> list[Answer]:
    """Return GitLab's code quality report: the tests that still fail."""
    return [
        {
            "description": _failure(result, test),
            "check_name": "testfix",
            "fingerprint": hashlib.sha256(test.encode("utf-8", "replace")).hexdigest(),
            "severity": "major",
            "location": {"path": TestId(test).file, "lines": {"begin": 1}},
        }
        for test in result["remaining_failures"]
    ]


def _failure(result: Answer, test: str) -> str:
    why = result["failure_reasons"].get(test, "")
    return visible(f"{test} still fails{f': {why}' if why else ''}")


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
