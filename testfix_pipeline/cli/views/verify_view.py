"""The result of `testfix verify`: for people (plain text, Markdown) and as one JSON object."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from testfix_pipeline.cli.views.repeat_view import flaky_lines, order_lines
from testfix_pipeline.core.code_fence import code_span
from testfix_pipeline.core.counted_nouns import counted
from testfix_pipeline.core.cycle_rules.session_grade import run_word
from testfix_pipeline.core.records import Failure, SuiteResults
from testfix_pipeline.core.verification import HARMLESS_RULES, Verification

MOST_NAMED = 10


def text(found: Verification) -> str:
    """Return the verdict with its reasons, then the changes, one line each."""
    verdict, reasons = found.verdict_with_reasons()
    if found.unchanged:
        return f"{verdict}: {' '.join(reasons)}"
    lines = [
        f"{verdict}: {found.base} -> {found.head} (run: {run_word(found.grade)})",
        *(f"  {reason}" for reason in reasons),
    ]
    for title, names in _lists(found):
        lines += titled(title, names)
    if verdict == "cannot tell" and found.content and not found.fault:
        lines.append(f"If that is right, a person answers for this content: --acknowledged {found.content}")
    lines.append(f"{_counts(found)}; {found.seconds:.1f} s, the suite takes {found.suite_seconds:.1f} s")
    return "\n".join(lines)


def shown(found: Verification, call: str) -> str:
    """Return which tests notice other answers of a call, or of a function, before the change and after it."""
    sharp = found.sharpness
    answers = [
        one for one in (sharp.answers if sharp is not None else ()) if call in (one.call, one.call.split("(")[0])
    ]
    if not answers:
        return f"No old test of the change is known to notice anything of {call}."
    lines = []
    for one in answers:
        now = f"now {', '.join(one.new)}" if one.new else f"no longer: {', '.join(one.passing) or 'no test'} passes"
        lines += [
            f"{one.call} -> {one.answer}; instead {one.instead} ({one.kind})",
            f"  noticed by {', '.join(one.old)}; {now}",
        ]
    return "\n".join(lines)


def markdown(found: Verification) -> str:
    """Return the result as Markdown, for a pull request or a step summary."""
    verdict, reasons = found.verdict_with_reasons()
    lines = [
        f"## testfix verify: {verdict}",
        "",
        f"{code_span(found.base)} -> {code_span(found.head)}, run: {run_word(found.grade)}",
        "",
    ]
    lines += [f"- {code_span(reason)}" for reason in reasons]
    if verdict == "cannot tell" and found.content and not found.fault:
        said = code_span(f"@testfix acknowledge {found.content}")
        lines += ["", f"A person answers for this content by the comment {said}, or by a label with the fingerprint."]
    for title, names in _lists(found):
        lines += ["", f"<details><summary>{title} ({len(names)})</summary>", ""]
        lines += [f"- {code_span(name)}" for name in names] + ["", "</details>"]
    return "\n".join([*lines, "", _counts(found)]) + "\n"


def measurement_text(results: SuiteResults) -> str:
    """Return one measurement: the counts, then each failure with its message."""
    rows = [f"  {one.test}{_of_chance(one)}: {one.error.partition(chr(10))[0]}" for one in results.failures]
    run = run_word(results.grade)
    head = f"{results.passed} of {counted(results.total, 'test')} pass, {results.skipped} skipped (run: {run})"
    left = [f"  {one.describe()}" for one in results.left_out]
    beside = [f"partial, for review: {counted(len(left), 'file')} with tests not measured"] if left else []
    notes = [f"note  {one}" for one in results.notices]
    notes += [f"obsolete  {test}: {evidence}" for test, evidence in (results.obsolete_tests or {}).items()]
    return "\n".join(
        [
            head,
            *_shortened(rows),
            *beside,
            *_shortened(left),
            *notes,
            *order_lines(results.order_findings),
            *flaky_lines(results.flaky_findings),
        ]
    )


def measurement_json(results: SuiteResults, *, with_outcomes: bool = False) -> dict[str, Any]:
    """Return one measurement as an object, with its outcome: `partial` where all pass and some were left out."""
    passes = results.passed + results.skipped == results.total
    outcome = "failed" if not passes else "partial" if results.left_out else "success"
    found = results.model_dump(mode="json", exclude=set() if with_outcomes else {"outcomes"})
    return {"outcome": outcome, "review": bool(results.left_out), **found}


def _of_chance(failure: Failure) -> str:
    return " (flaky)" if failure.flaky else " (depends on the order of the tests)" if failure.order else ""


def titled(title: str, names: Sequence[str]) -> list[str]:
    """Return a title with the number of names, then the first of them."""
    return [f"{title} ({len(names)})", *_shortened([f"  {name}" for name in names])]


def _shortened(rows: list[str]) -> list[str]:
    return [*rows[:MOST_NAMED], *([f"  and {len(rows) - MOST_NAMED} more"] if rows[MOST_NAMED:] else [])]


def _lists(found: Verification) -> Iterator[tuple[str, Sequence[str]]]:
    groups: dict[str, Sequence[str]] = {
        "newly passing": found.newly_passing,
        "lost": found.lost,
        "still failing": found.still_failing,
        "failing among the changed tests": found.new_failing,
        "tests removed, skipped or edited": [f"{one.test}: {one.why}" for one in found.test_edits],
        "flaky": found.flaky,
        f"other behaviour, in {counted(found.calls_compared, 'call')} compared": [
            f"{one.call} {one.before}; now it {one.after}" for one in found.behaviour
        ],
        "hunks that tests need": [one.describe() for one in found.hunks if one.tests],
        "hunks that no test needs": [one.describe() for one in found.hunks if one.tried and not one.tests],
        "hunks that were not tried": [one.describe() for one in found.hunks if not one.tried],
        "not judged": [one.path for one in found.refused if one.rule in HARMLESS_RULES],
    }
    return ((title, names) for title, names in groups.items() if names)


def _counts(found: Verification) -> str:
    passed = [sum(status == "passed" for status in side.values()) for side in (found.before, found.after)]
    return f"{passed[0]} -> {passed[1]} of {counted(len(found.before), 'test')} pass"


def as_json(found: Verification) -> dict[str, Any]:
    """Return the record with its verdict, reasons, and conclusions."""
    verdict, reasons = found.verdict_with_reasons()
    derived = {"still_failing": found.still_failing, "new_failing": found.new_failing}
    return {
        "verdict": verdict,
        "reasons": reasons,
        **found.model_dump(mode="json"),
        "run": run_word(found.grade),
        **derived,
    }
