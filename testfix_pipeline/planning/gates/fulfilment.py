"""What a plan asked for and the session's tests do not fulfil: open requirements and criteria, low coverage."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from testfix_pipeline.core.code_names import code_name, split_code_name
from testfix_pipeline.core.configuration.agent_names import BUILTIN
from testfix_pipeline.core.plan_records import (
    REDUNDANT,
    Analysis,
    CoverageStats,
    GeneratedTest,
    Generation,
    Requirement,
    TracedCriterion,
)
from testfix_pipeline.core.session_parts import Shortfall
from testfix_pipeline.planning.python_code.words import target_name

_RAISING = re.compile(r"\b(raises|assertRaises\w*|toThrow|to\.throw|assert\.(throws|rejects))\(")
# What generation notes in a few words, as people read it.
_IN_WORDS = {
    "ill-typed input": "no value that was tried is of a kind that the code takes",
    "input can't be made": "no value that the code takes could be made",
    "result can't be written down": "what the code gives has no value that a test could state",
    "a failing test executes it": "a failing test runs this code, so what it does now may be wrong",
    **{
        f"side effect: {effect}": f"the code {does}, and a generated test could not contain that"
        for effect, does in {
            "clock": "reads the clock",
            "environment": "depends on its environment",
            "files": "works on files",
            "network": "uses the network",
        }.items()
    },
}
LINE_AIM, BRANCH_AIM = 80.0, 70.0  # percent


def rates_below_target(stats: CoverageStats) -> list[str]:
    """A sentence for each coverage rate below its target, with both figures."""
    rates = (("line", stats.line_rate, LINE_AIM), ("branch", stats.branch_rate, BRANCH_AIM))
    return [
        f"{name} coverage {rate:.1f} % is below {aim:.0f} %"
        for name, rate, aim in rates
        if rate is not None and rate < aim
    ]


def missed_thresholds(stats: CoverageStats | None) -> Iterator[Shortfall]:
    """A shortfall for each coverage rate below its aim, and one where nothing was measured."""
    if stats is None or stats.source != "measured":
        reason = stats.reason if stats and stats.reason else "the run with the generated tests was no measurement"
        yield Shortfall(kind="threshold", what="coverage", why=f"not measured: {reason}")
        return
    yield from (Shortfall(kind="threshold", what="coverage", why=each) for each in rates_below_target(stats))


def open_criteria(rows: Sequence[TracedCriterion]) -> Iterator[Shortfall]:
    """A shortfall for each criterion that has not passed."""
    for row in rows:
        if row.verdict != "passed":
            why = "nothing covers it" if row.verdict == "not covered" else row.verdict
            yield Shortfall(kind="criterion", what=row.id, why=f"{why}: {row.note}" if row.note else why)


def unread_files(analysis: Analysis) -> Iterator[Shortfall]:
    """Yield a shortfall for each source file that does not parse: nobody knows what is missing there."""
    for one in analysis.left_out:
        if not one.parses and one.file in analysis.scanned:
            yield Shortfall(kind="requirement", what=f"of {one.file}", why=f"not known: {one.reason}")


def open_requirements(requirements: Sequence[Requirement], made: Generation) -> Iterator[Shortfall]:
    """Yield a shortfall for each requirement without an admitted test; L0 has no tests, and L3 is optional."""
    for item in requirements:
        if item.layer in ("L1", "L2") and not item.covered and not _is_fulfilled(item, made):
            yield Shortfall(kind="requirement", what=f"{item.id} ({item.title})", why=_reason(item, made))


def _is_fulfilled(item: Requirement, made: Generation) -> bool:
    """Whether an admitted test is about a requirement; for L1 a test dropped as redundant is enough."""
    own = [test for test in made.tests if _is_about(test, item, made.tool)]
    if any(test.kept for test in own):
        return True
    return item.layer == "L1" and any(test.reason == REDUNDANT for test in own)


def _is_about(test: GeneratedTest, item: Requirement, tool: str) -> bool:
    if item.id in test.requirements or item.id in test.source:
        return True
    file, name = split_code_name(test.target)
    if item.layer != "L1":
        return tool != BUILTIN and file == item.file
    if file != item.file:
        return False
    wanted = target_name(item.target)
    same = wanted in ("", item.file, name) or name.startswith(f"{wanted}.")
    return same and (item.part != "negative" or bool(_RAISING.search(test.source)))


def _reason(item: Requirement, made: Generation) -> str:
    target = code_name(item.file, target_name(item.target))
    dropped = next((test.reason for test in made.tests if test.target == target and test.reason), "")
    known = made.left_out.get(target) or dropped
    return f"no test was kept: {_IN_WORDS.get(known, known)}" if known else "no test was written for it"
