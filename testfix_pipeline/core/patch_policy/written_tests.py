"""A language-independent form of a file's tests, and which of them a change edits or removes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Literal

from testfix_pipeline.core.visible_text import shortened

Names = tuple[str, ...]
"""Titles from the outermost group (a class, a `describe`) to a test; of a group, its own; of a file none."""

ChangeKind = Literal["removed", "edited"]

_SHOWN = 70
_WORD = re.compile(r"(?<!\w)[^\W\d]\w*")


@dataclass(frozen=True)
class WrittenStatement:
    """A statement without layout and comments.

    binds: the names that it gives a meaning. is_quiet: beyond that it does nothing to what stands beside it.
    """

    text: str
    binds: frozenset[str] = frozenset()
    is_quiet: bool = False


@dataclass(frozen=True)
class Assertion:
    """An assertion. can_fail: whether it asks for anything."""

    text: str
    can_fail: bool = True


@dataclass(frozen=True)
class WrittenTest:
    """A test. assertions: those of JavaScript and TypeScript.

    skips: the words by which it, or a group around it, is skipped or allowed to fail.
    """

    statements: tuple[WrittenStatement, ...]
    assertions: tuple[Assertion, ...] = ()
    skips: frozenset[str] = frozenset()


@dataclass(frozen=True)
class WrittenTests:
    """The tests of a file by name, and the other statements of the file and its groups.

    words: every name that the file uses.
    """

    tests: Mapping[Names, WrittenTest] = field(default_factory=dict)
    around: Mapping[Names, tuple[WrittenStatement, ...]] = field(default_factory=dict)
    words: frozenset[str] = frozenset()


@dataclass(frozen=True)
class TestChange:
    """The change of one test, or of the code that a group's tests share. `why`: a sentence."""

    __test__ = False

    names: Names
    kind: ChangeKind
    why: str
    shared: bool = False


def changed_tests(before: WrittenTests, after: WrittenTests, everywhere: Sequence[WrittenTests]) -> list[TestChange]:
    """The changes of the tests in a file; tests that were only renamed or moved are not included.

    everywhere: all changed files after the change.
    """
    bodies = {_body(test) for file in everywhere for test in file.tests.values()}
    found = [_change_of_test(names, test, after.tests.get(names), bodies) for names, test in before.tests.items()]
    shared = (
        TestChange(names, "edited", f"What the tests share is not as it was: {said}", shared=True)
        for names, statements in before.around.items()
        if (said := _first_edit(statements, after.around.get(names, statements), before.words, ordered=False))
    )
    return [*filter(None, found), *shared]


def _change_of_test(
    names: Names, test: WrittenTest, now: WrittenTest | None, bodies: set[tuple[str, ...]]
) -> TestChange | None:
    if now is None:
        is_kept = _body(test) in bodies
        return None if is_kept else TestChange(names, "removed", "It is gone, and no test with its body is there.")
    skips = now.skips - test.skips
    if skips:
        said = "It returns before its end." if "return" in skips else f"It is marked `{min(skips)}`."
        return TestChange(names, "edited", said)
    words = {word for one in test.statements for word in _WORD.findall(one.text)}
    edited = _first_edit(test.statements, now.statements, words, ordered=True)
    return TestChange(names, "edited", f"It is not as it was: {edited}") if edited else None


def _first_edit(
    before: Sequence[WrittenStatement], after: Sequence[WrittenStatement], words: Set[str], *, ordered: bool
) -> str:
    """The first difference that could change the effect of the statements from before; "" if there is none.

    words: those that they use.
    """
    old, new = ([one.text for one in side] for side in (before, after))
    gone = Counter(old) - Counter(new)
    if gone:
        return f"`{_short(next(iter(gone)))}` is changed or gone."
    if ordered and not _is_subsequence(old, new):
        return "Its statements stand in another order."
    added = Counter(new) - Counter(old)
    loud = (one for one in after if added[one.text] and not (one.is_quiet and words.isdisjoint(one.binds)))
    return next((f"`{_short(one.text)}` is added." for one in loud), "")


def _is_subsequence(some: Sequence[str], others: Sequence[str]) -> bool:
    """Whether the elements of `some` occur in `others` in the same order."""
    rest = iter(others)
    return all(one in rest for one in some)


def _body(test: WrittenTest) -> tuple[str, ...]:
    return tuple(one.text for one in test.statements)


def _short(text: str) -> str:
    return shortened(" ".join(text.split()), _SHOWN)


def unique_names(names: Names, taken: Mapping[Names, object]) -> Names:
    """The names of a test, with `#2` if earlier tests have the same titles."""
    numbers: Iterator[Names] = ((*names, f"#{number}") for number in range(2, len(taken) + 3))
    return names if names not in taken else next(one for one in numbers if one not in taken)
