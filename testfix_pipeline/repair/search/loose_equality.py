"""Finds comparisons that a change makes hold for near values, but not for all: a tolerance, a length, the last letter.

Equality that leaves a value out holds for any; one that counts it holds for none but the same, or as good as the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from testfix_pipeline.core.patch_policy.second_look import Objection
from testfix_pipeline.core.patch_policy.telling_values import is_telling_value
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.patch_checks.near_values import replaced_characters, similar_values
from testfix_pipeline.repair.language.registry import language_of
from testfix_pipeline.repair.language.varied_test import LiteralValue, VariedLiteral
from testfix_pipeline.repair.search.warm_copy import Texts, WarmCopy, look_in_copy

if TYPE_CHECKING:
    from testfix_pipeline.execution.project import TargetProject

MOST_TESTS, MOST_LITERALS = 6, 3
LEAST_HELD = 3
"""How many other numbers must be taken as the same: one may well be, as 450 degrees are 90."""
SECONDS = 30.0


def find_loose_equality(
    project: TargetProject, tree: Path, texts: Texts, tests: Sequence[TestId], seconds: float = SECONDS
) -> Objection | None:
    """Return the objection to a change by which a test's equal objects are equal to other ones, too, or None.

    tree: the project before the change; texts: the changed files after it. A test that gives a whole number or a text
    to both sides of a comparison is run with near ones on one side.
    """
    found_names = (language_of(path).comparison.finditer(text) for path, text in texts.items())
    names = {one[1] for several in found_names for one in several}
    found: list[Objection] = []

    def look(copy: WarmCopy) -> None:
        for test in copy.tests[:MOST_TESTS]:
            for value in _loosely_compared(copy, test, texts, names):
                said = f"{test} passes because {value} is equal to some near values, and not to others."
                found.append(Objection("equals_anything", said))

    if names:
        look_in_copy(project, tree, texts, tests, seconds, look)
    return found[0] if found else None


def _loosely_compared(copy: WarmCopy, test: TestId, texts: Texts, names: set[str]) -> list[LiteralValue]:
    """The values of a test's failing comparison that the change compares loosely."""
    [failed] = copy.outcomes(test, [{}])
    if failed is None or failed.passed or not failed.line.isdigit():
        return []
    language, line = language_of(test.file), int(failed.line)
    source = language.load(copy.root, test.file)
    lines = (copy.root / test.file).read_text(errors="replace").splitlines()
    stated = lines[max(0, line - 2) : line]  # the condition may stand above what fails
    if source is None or not any(re.search(rf"\b{name}\(", one) for one in stated for name in names):
        return []
    literals = language.varied_literals(source, test.titles, line)
    wanted = [one for one in literals if _is_on_both_sides(one, literals)]
    return [one.value for one in wanted[:MOST_LITERALS] if _is_loose(copy, test, texts, one)]


def _is_on_both_sides(literal: VariedLiteral, literals: Sequence[VariedLiteral]) -> bool:
    """Whether a test has a whole number or text twice; a text may be written in another way."""
    if isinstance(literal.value, str):
        plain = _plain(literal.value)
        return sum(one.places for one in literals if isinstance(one.value, str) and _plain(one.value) == plain) == 2
    return type(literal.value) is int and literal.places == 2 and is_telling_value(literal.value, "")


def _plain(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _is_loose(copy: WarmCopy, test: TestId, texts: Texts, literal: VariedLiteral) -> bool:
    """Whether a test newly passes with some near values on one side, and not with others."""
    near = [*_near(literal.value)]
    files = [literal.apart_with(one) for one in (literal.value, *near)]
    changes = [{test.file: text, **more} for text in files for more in ({}, texts)]
    passed = [None if one is None else one.passed for one in copy.outcomes(test, changes)]
    own, *others = zip(passed[::2], passed[1::2], strict=True)
    held = sum(one == (False, True) for one in others)
    return own == (False, True) and held >= LEAST_HELD and (False, False) in others


def _near(value: LiteralValue) -> Iterator[LiteralValue]:
    """Yields near whole numbers; texts with another letter or digit, which no way of writing makes the same."""
    if isinstance(value, str):
        yield from replaced_characters(value)
    else:
        yield from (other for _, other in similar_values(value) if type(other) is int)
