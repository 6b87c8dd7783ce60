"""Finds the tests that names refer to: by our ids, or as JUnit reports of any tool write them.

Tools write a test's file, class and title in their own ways (`tests.test_cart.TestTotal`, `Cart total is 6`). Two names
mean one test where the titles agree and the words before them are the same words in the same order, some left out.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from testfix_pipeline.core.test_ids import AnyId, TestId

_WORDS = re.compile(r"\w+")


class _Name(NamedTuple):
    """A test's title, the words of its file and groups before it, and those without the file's suffix."""

    title: str
    before: Sequence[str]
    short: Sequence[str]


def named_among(names: Iterable[str], tests: Collection[AnyId]) -> set[AnyId]:
    """The `tests` that a name refers to. The name of a file means every test in it, and the reverse."""
    by_title: dict[str, list[tuple[AnyId, _Name]]] = defaultdict(list)
    for test in tests:
        for name in _names_of(TestId(test)):
            by_title[name.title].append((test, name))
    found: set[AnyId] = set()
    for given in names:
        wanted = TestId(given)
        if wanted.is_file:
            found |= {test for test in tests if _is_in(TestId(test), _WORDS.findall(wanted.file))}
            continue
        title = _spaced(wanted.titles[-1])
        words = _words(wanted, wanted.titles[:-1])
        found |= {test for test, known in by_title[title] if title and _agree(words, known)}
        found |= {test for test, known in by_title[""] if _agree(_words(wanted, wanted.titles), known)}
    return found


def _names_of(test: TestId) -> Iterator[_Name]:
    """How a report may name the test: by its last title, or by all of them as one text. A file has no title."""
    if test.is_file:
        yield _named(test, "", ())
        return
    yield _named(test, _spaced(test.titles[-1]), test.titles[:-1])
    if len(test.titles) > 1:
        yield _named(test, _spaced(" ".join(test.titles)), test.titles)


def _named(test: TestId, title: str, groups: Sequence[str]) -> _Name:
    file = _WORDS.findall(test.file)
    rest = _WORDS.findall(" ".join(groups))
    short = file[:-1] if "." in test.file.rpartition("/")[2] else file
    return _Name(title, [*file, *rest], [*short, *rest])


def _words(test: TestId, titles: Sequence[str]) -> list[str]:
    return _WORDS.findall(" ".join((test.file, *titles)))


def _agree(words: Sequence[str], known: _Name) -> bool:
    if not words and not known.title:
        return False
    return _in_order(words, known.before) or (bool(known.short) and _in_order(known.short, words))


def _is_in(test: TestId, words: Sequence[str]) -> bool:
    """Whether a test lies in the file of these words."""
    name = _named(test, "", ())
    ends = name.before[-1:] == words[-1:] or name.short[-1:] == words[-1:]
    return bool(words) and ends and _agree(words, name)


def _in_order(few: Sequence[str], many: Sequence[str]) -> bool:
    """Whether the words of `few` stand in `many` in their order."""
    left = iter(many)
    return all(word in left for word in few)


def _spaced(title: str) -> str:
    return " ".join(title.split())
