"""`testfix explain` for people: the explanation as text and as Markdown."""

from __future__ import annotations

from testfix_pipeline.core.code_fence import code_span
from testfix_pipeline.core.counted_nouns import counted, first_names
from testfix_pipeline.explanation.model import Cause, Explanation, Place

SHOWN_TESTS = 3


def headline(found: Explanation) -> str:
    """Return the explanation in one line."""
    if not found.failing:
        return f"nothing to explain: none of {counted(found.tests, 'test')} fails"
    if found.abstained:
        return f"{found.abstained[0].upper()}{found.abstained[1:]}."
    parts = [f"{found.failing} of {counted(found.tests, 'test')} fail{'s' if found.failing == 1 else ''}"]
    parts += [counted(len(found.causes), "probable cause")] if found.causes else []
    parts += (
        [f"{counted(len(found.not_of_the_code), 'test')} for no defect of the code"] if found.not_of_the_code else []
    )
    return ", ".join(parts)


def text(found: Explanation) -> str:
    """Return the whole explanation for a terminal."""
    lines = [f"{headline(found)} ({found.seconds:.0f} s)"]
    for number, cause in enumerate(found.causes, 1):
        by = f" [{cause.by}]" if cause.by != "builtin" else ""
        lines += ["", f"{number}. {cause.title}{by}", f"   cause     {cause.cause}"]
        lines += [f"   {'tests' if not at else '':9} {test}" for at, test in enumerate(_some(cause.tests))]
        lines += [f"   {'values' if not at else '':9} {one}" for at, one in enumerate(_values(cause))]
        lines += [f"   {'evidence' if not at else '':9} {said}" for at, said in enumerate(cause.evidence)]
        lines += [f"   {'look at' if not at else '':9} {_place(one)}" for at, one in enumerate(cause.look_at)]
    for left in found.not_of_the_code:
        lines += ["", f"not of the code: {left.test}", f"   {left.reason}"]
    lines += ["", *found.asked] if found.asked else []
    lines += found.notes
    lines += ["", f"next      {found.next}"] if found.next else []
    return "\n".join(lines)


def _some(tests: list[str]) -> list[str]:
    more = len(tests) - SHOWN_TESTS
    return tests if more <= 1 else [*tests[:SHOWN_TESTS], f"and {more} more"]


def _values(cause: Cause) -> list[str]:
    return [f"given {one.given}, expected {one.expected} ({one.test})" for one in cause.values]


def _place(place: Place) -> str:
    return f"{place.shown}  {place.code}"


def markdown(found: Explanation) -> str:
    """Return the explanation as Markdown; texts of the project are in code spans."""
    return "\n".join(["## testfix: why the tests fail", "", *markdown_lines(found), ""])


def markdown_lines(found: Explanation) -> list[str]:
    """Return the lines of the explanation below a heading."""
    lines = [code_span(headline(found)), ""]
    for cause in found.causes:
        lines += [
            f"**{code_span(cause.title)}** ({first_names([code_span(test) for test in cause.tests], SHOWN_TESTS)})"
        ]
        lines += ["", code_span(cause.cause), ""]
        lines += [f"- {code_span(said)}" for said in [*_values(cause), *cause.evidence]]
        lines += [f"- look at {code_span(_place(one))}" for one in cause.look_at]
        lines += [""]
    lines += [f"- {code_span(left.test)}: {code_span(left.reason)}" for left in found.not_of_the_code]
    return lines
