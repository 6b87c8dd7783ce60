"""What tests of a warm framework say before and after a change if they have other values than their own."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from testfix_pipeline.core.patch_policy.language_model import Literal
from testfix_pipeline.core.patch_policy.language_registry import language_of as policy_of
from testfix_pipeline.core.patch_policy.second_look import GARBLED, Call, ReturnValues, Sighting, SimilarCall
from testfix_pipeline.core.patch_policy.telling_values import has_several_digits, is_telling_value, special_words
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.patch_checks.near_values import replaced_characters, vary_each
from testfix_pipeline.repair.language.registry import language_of
from testfix_pipeline.repair.language.varied_test import AssertionSides, VariedLiteral
from testfix_pipeline.repair.model.outcome import CandidateOutcome
from testfix_pipeline.repair.search.warm_copy import Texts, WarmCopy, look_in_copy

if TYPE_CHECKING:
    from testfix_pipeline.execution.project import TargetProject

MOST_TESTS, MOST_PARTS, MOST_LITERALS, MOST_GARBLED = 6, 4, 6, 6
SECONDS = 60.0
"""The time for all tests of a change."""
_PASSES = "passes"
_ASSERTS = re.compile(r"(\w*Assertion\w*\b|Error: expect|TestFailed)")
"""How the errors of failed assertions begin, with their names."""


@dataclass(frozen=True)
class LiteralVariation:
    """A literal's number, what differs in the value (see `SimilarCall`), the text of the test's file with it."""

    number: int
    part: str
    text: str


def compare_varied_values(
    project: TargetProject, tree: Path, texts: Texts, tests: Sequence[TestId], source: str, seconds: float = SECONDS
) -> list[tuple[Sighting, ReturnValues]]:
    """What the assertion that failed before a change says then and now, with the test's values and with others.

    tree: the project before the change, not modified; texts: the changed files after it, by their paths from the
    project's root; source: their texts before it, which may speak of a value. Each test counts as a call that has as
    arguments those of its literals that a program would hardly know, and that returns what it is compared with, if that
    is a constant. Empty where the tests' framework has no warm process in a sandbox: nobody wrote such tests.
    """
    found: list[tuple[Sighting, ReturnValues]] = []

    def look(copy: WarmCopy) -> None:
        for test in copy.tests[:MOST_TESTS]:
            found.extend(_compared(copy, texts, test, source))

    look_in_copy(project, tree, texts, tests, seconds, look)
    return found  # what was seen until the time was up


def _compared(copy: WarmCopy, texts: Texts, test: TestId, spoken: str) -> Iterator[tuple[Sighting, ReturnValues]]:
    """Yields what was seen of a test: of each part that fails by itself and has values of its own."""
    [failed] = copy.outcomes(test, [{}])
    if failed is None or failed.passed or not failed.line.isdigit():
        return
    language, line = language_of(test.file), int(failed.line)
    source = language.load(copy.root, test.file)
    literals = language.varied_literals(source, test.titles, line) if source is not None else ()
    parts: dict[str, list[VariedLiteral]] = {}
    for one in literals:
        if is_telling_value(one.value, spoken) or special_words(one.value, spoken):
            parts.setdefault(one.text_with(one.value), []).append(one)
    sides = language.assertion_sides(source, test.titles, line) if parts else None
    for known in list(parts.values())[:MOST_PARTS]:
        alone = all(one.places == 1 for one in known)  # code may ask whether two are the same
        expected = _expected(sides) if sides is not None and alone else _PASSES
        repeated = sides.repeated if sides is not None else ""
        plan = _plan(copy, test, known[:MOST_LITERALS], spoken)
        seen = _behaviour(copy, test, texts, failed, known[:MOST_LITERALS], plan, expected, repeated)
        yield from [seen] if seen is not None else []


def _expected(sides: AssertionSides) -> str:
    return constant_code(sides.expected) if sides.expected is not None else sides.stated or _PASSES


def constant_code(value: Literal) -> str:
    """A constant as code: whole numbers without a point, as they are written."""
    return repr(int(value) if isinstance(value, float) and value.is_integer() else value)


def _constants_of(root: Path, file: str) -> set[Literal]:
    language = policy_of(file)
    return language.literals(file, (root / file).read_bytes()) if language is not None else set()


def _plan(copy: WarmCopy, test: TestId, literals: Sequence[VariedLiteral], spoken: str) -> list[LiteralVariation]:
    """The variations of a test's literals: near values of each in turn, then garbled words of the documentation."""
    known = list(_constants_of(copy.root, test.file))
    varied = [*vary_each([one.value for one in literals], known)]
    for at, one in enumerate(literals):
        for word in special_words(one.value, spoken)[:1]:
            for other in islice(replaced_characters(word), MOST_GARBLED):
                items = (
                    [other if item == word else item for item in one.value] if isinstance(one.value, list) else other
                )
                varied.append((at, GARBLED, items))
    return [LiteralVariation(at, part, literals[at].text_with(other)) for at, part, other in varied]


def _behaviour(
    copy: WarmCopy,
    test: TestId,
    texts: Texts,
    failed: CandidateOutcome,
    literals: Sequence[VariedLiteral],
    plan: Sequence[LiteralVariation],
    expected: str,
    repeated: str,
) -> tuple[Sighting, ReturnValues] | None:
    """What one test says, as a call that returns `expected` where it passes; `repeated`: its file with that repeated.

    None where it does not say the same each time, or does not pass now. failed: the whole test before the change.
    """
    own = literals[0].text_with(literals[0].value)
    known = list(_constants_of(copy.root, test.file))
    asked = [own, own, repeated or own, *(one.text for one in plan)]
    changes = [{test.file: text, **more} for text in asked for more in ({}, texts)]
    said = [_said(one, failed, expected) for one in copy.outcomes(test, changes)]
    before, after = said[::2], said[1::2]
    if len({*before[:2]}) > 1 or before[0] in ("", expected) or {*after[:2]} != {expected}:
        return None
    near = [
        SimilarCall(one.number, was, "" if now != expected and _says_one_of(known, was, now) else now, one.part)
        for one, was, now in zip(plan, before[3:], after[3:], strict=True)
    ]
    given = "".join(f"{one.value!r}, " for one in literals)
    call = Call(test.file, f"{test} with ", f"({given})", "{}", expected)
    return Sighting(test, 1, 0, True, False, (), (call,)), ReturnValues(
        before[:1], after[:1], {0: near}, before[2:3], after[2:3]
    )


def _says_one_of(known: Collection[Literal], was: str, now: str) -> bool:
    """Whether a test newly says a value that its file has elsewhere: the patch may know it from there."""
    return any(one in now and one not in was for one in map(str, known) if has_several_digits(one))


def _said(outcome: CandidateOutcome | None, failed: CandidateOutcome, expected: str) -> str:
    """How a test ended; "" if that is unknown, or it is not the assertion that failed before the change.

    Of an error of the code only the name counts, as of calls in Python: its message may quote any value.
    """
    if outcome is None or outcome.passed:
        return expected if outcome is not None else ""
    said = f"{outcome.error}: {outcome.message}"
    return (said if _ASSERTS.match(said) else f"raises {outcome.error}") if outcome.line == failed.line else ""
