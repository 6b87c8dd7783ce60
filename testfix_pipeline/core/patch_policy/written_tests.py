"""A language-independent form of a file's tests, and how a change weakens them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

Names = tuple[str, ...]
"""Titles from the outermost group (a class, a `describe`) to a test; of a group, its own; of a file none."""

ChangeKind = Literal["removed", "weakened", "edited"]
NOTHING, TRUTH, PART, VALUE = range(4)
"""What an assertion asks for: nothing that could fail, any true value, a bound or a part, the whole value."""

_SHOWN = 70
_WORD = re.compile(r"(?<!\w)[^\W\d]\w*")


@dataclass(frozen=True)
class WrittenStatement:
    """A statement without layout and comments.

    binds: the names that it gives a meaning. is_quiet: beyond that it does nothing to what stands beside it.
    is_quiet_last: nor does it where everything else stands before it.
    """

    text: str
    binds: frozenset[str] = frozenset()
    is_quiet: bool = False
    is_quiet_last: bool = False


@dataclass(frozen=True)
class Assertion:
    """An assertion and its strength: NOTHING, TRUTH, PART or VALUE."""

    text: str
    strength: int


@dataclass(frozen=True)
class WrittenTest:
    """A test. skips: the words by which it, or a group around it, is skipped or allowed to fail.

    local_names: each stands for one variable of the test and for nothing else, wherever it occurs in it.
    rebindable: variables that nothing reads any more when the test has come to its end.
    """

    statements: tuple[WrittenStatement, ...]
    assertions: tuple[Assertion, ...]
    skips: frozenset[str] = frozenset()
    local_names: frozenset[str] = frozenset()
    rebindable: frozenset[str] = frozenset()


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
    test = _with_new_names(test, now)
    weaker = weakening_reason(test, now)
    if weaker:
        return TestChange(names, "weakened", weaker)
    words = words_of(test.statements)
    edited = _first_edit(test.statements, now.statements, words, ordered=True, rebindable=test.rebindable)
    return TestChange(names, "edited", f"It is not as it was: {edited}") if edited else None


def _with_new_names(test: WrittenTest, now: WrittenTest) -> WrittenTest:
    """The test with its local variables renamed to their new names."""
    names = _find_new_names(test.statements, now.statements, test.local_names, now.local_names)
    if not names:
        return test
    statements = (
        replace(one, text=_rename_words(one.text, names), binds=frozenset(names.get(each, each) for each in one.binds))
        for one in test.statements
    )
    assertions = (replace(one, text=_rename_words(one.text, names)) for one in test.assertions)
    rebindable = frozenset(names.get(one, one) for one in test.rebindable)
    return replace(test, statements=tuple(statements), assertions=tuple(assertions), rebindable=rebindable)


def weakening_reason(before: WrittenTest, after: WrittenTest) -> str:
    """Why a test asserts less than before, as a sentence; "" if it does not, or asserts something else."""
    skips = after.skips - before.skips
    if skips:
        return "It returns before its end." if "return" in skips else f"It is marked `{min(skips)}`."
    had, has = len(before.assertions), len(after.assertions)
    if has < had:
        return f"It has {has} assertions instead of {had}."
    return _weakened_pair(before.assertions, after.assertions)


def _weakened_pair(before: Sequence[Assertion], after: Sequence[Assertion]) -> str:
    """A sentence on the first removed assertion that a weaker one replaces, or ""."""
    gone, new = (_difference(one, other) for one, other in ((before, after), (after, before)))
    for old, now in zip(*(sorted(one, key=lambda each: -each.strength) for one in (gone, new)), strict=False):
        if now.strength < old.strength:
            return f"It asks for `{_short(now.text)}`, which is less than `{_short(old.text)}`."
    return ""


def _difference(some: Sequence[Assertion], others: Sequence[Assertion]) -> list[Assertion]:
    left = Counter(others)
    found = []
    for one in some:
        left[one] -= 1
        if left[one] < 0:
            found.append(one)
    return found


def _first_edit(
    before: Sequence[WrittenStatement],
    after: Sequence[WrittenStatement],
    words: Set[str],
    *,
    ordered: bool,
    rebindable: Set[str] = frozenset(),
) -> str:
    """The first difference that could change the effect of the statements from before; "" if there is none.

    words: those that they use. rebindable: of these, names that may mean something else after the last of them.
    """
    old, new = ([one.text for one in side] for side in (before, after))
    gone = Counter(old) - Counter(new)
    if gone:
        return f"`{_short(next(iter(gone)))}` is changed or gone."
    if ordered and not _is_subsequence(old, new):
        return "Its statements stand in another order."
    added = Counter(new) - Counter(old)
    last = _end_of_matches(old, new) if ordered else len(new)
    for place, one in enumerate(after):
        at_end = one.is_quiet_last and place >= last
        used = words - rebindable if at_end else words
        if added[one.text] and not ((one.is_quiet or at_end) and used.isdisjoint(one.binds)):
            return f"`{_short(one.text)}` is added."
    return ""


def _end_of_matches(some: Sequence[str], others: Sequence[str]) -> int:
    """The position in `others` from which no element of `some` occurs."""
    known = set(some)
    return max((place + 1 for place, one in enumerate(others) if one in known), default=0)


def _is_subsequence(some: Sequence[str], others: Sequence[str]) -> bool:
    """Whether the elements of `some` occur in `others` in the same order."""
    rest = iter(others)
    return all(one in rest for one in some)


def _body(test: WrittenTest) -> tuple[str, ...]:
    return tuple(one.text for one in test.statements)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 3]}..."


def unique_names(names: Names, taken: Mapping[Names, object]) -> Names:
    """The names of a test, with `#2` if earlier tests have the same titles."""
    numbers: Iterator[Names] = ((*names, f"#{number}") for number in range(2, len(taken) + 3))
    return names if names not in taken else next(one for one in numbers if one not in taken)


class _HasText(Protocol):
    """Code that is available as text."""

    @property
    def text(self) -> str: ...


def _find_new_names(
    before: Sequence[_HasText], after: Sequence[_HasText], locals_before: Collection[str], locals_after: Collection[str]
) -> dict[str, str]:
    """The new names of local variables by their old ones; none if they are ambiguous or nothing was renamed.

    locals_before, locals_after: names that stand for one local variable wherever they occur in the code. Replacing the
    old names by the new ones keeps the meaning of the code from before, since it says the new ones nowhere.
    """
    gone = set(locals_before) - words_of(after)
    new = set(locals_after) - words_of(before)
    found: dict[str, str] = {}
    rest = iter(after)
    for one in before if gone and new else ():
        shape = _masked_text(one.text, gone)
        other = next((each for each in rest if _masked_text(each.text, new) == shape), None)
        if other is None:
            break
        for old, now in zip(_occurring_names(one.text, gone), _occurring_names(other.text, new), strict=True):
            if found.setdefault(old, now) != now:
                return {}
    return found if len({*found.values()}) == len(found) else {}


def _rename_words(text: str, names: Mapping[str, str]) -> str:
    """The code with variables renamed."""
    return _WORD.sub(lambda word: names.get(word[0], word[0]), text) if names else text


def words_of(code: Sequence[_HasText]) -> set[str]:
    """All words in some code, including its texts."""
    return {word for one in code for word in _WORD.findall(one.text)}


def _masked_text(text: str, names: Collection[str]) -> str:
    return _rename_words(text, dict.fromkeys(names, "\0"))


def _occurring_names(text: str, names: Collection[str]) -> list[str]:
    return [word for word in _WORD.findall(text) if word in names]
