"""Finds the tests that names refer to: by our ids, or as JUnit reports of any tool write them.

Tools write a test's file, class and title in their own ways (`tests.test_cart.TestTotal`, `Cart total is 6`). Two names
mean one test where the titles agree and the words before them are the same words in the same order, some left out.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from testfix_pipeline.core.test_ids import AnyId, TestId

_WORDS = re.compile(r"\w+")
_PLAIN_WORDS = re.compile(r"[^\W_]+")  # Go writes the spaces of a subtest's name as underscores


class _Name(NamedTuple):
    """A test's title, the words of its file and groups before it, and those without the file's suffix.

    package: the words of the folder where reports name that alone, after a module's path, as those of Go do; else None.
    """

    title: str
    before: Sequence[str]
    short: Sequence[str]
    package: Sequence[str] | None


def named_among(names: Iterable[str], tests: Collection[AnyId]) -> set[AnyId]:
    """The `tests` that a name refers to. The name of a file means every test in it, and the reverse.

    What joins a title's words counts only where several tests have them: reports of Go join subtests by a slash, those
    of vitest groups by ` > `.
    """
    spellings = [(spelling, _by_title(tests, spelling)) for spelling in (_spaced, _plain)]
    found: set[AnyId] = set()
    for given in names:
        wanted = TestId(given)
        meant = {test for test in tests if wanted.is_file and _is_in(TestId(test), _WORDS.findall(wanted.file))}
        titled = TestId.of("", (wanted.file,)) if wanted.is_file else wanted
        for spelling, by_title in spellings:
            meant = meant or _titled(titled, by_title, spelling)
        found |= meant
    return found


_Spelling = Callable[[str], str]


def _by_title(tests: Iterable[AnyId], spelling: _Spelling) -> Mapping[str, list[tuple[AnyId, _Name]]]:
    by_title: dict[str, list[tuple[AnyId, _Name]]] = defaultdict(list)
    for test in tests:
        for name in _names_of(TestId(test)):
            by_title[spelling(name.title)].append((test, name))
    return by_title


def _titled(wanted: TestId, by_title: Mapping[str, list[tuple[AnyId, _Name]]], spelling: _Spelling) -> set[AnyId]:
    """The tests of the title and the words before it, and the files in which such a test may be."""
    title = spelling(wanted.titles[-1])
    words = _words(wanted, wanted.titles[:-1])
    found = {test for test, known in by_title.get(title, ()) if title and _agree(words, known)}
    return found | {
        test for test, known in by_title.get("", ()) if not known.title and _agree(_words(wanted, wanted.titles), known)
    }


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
    package = _WORDS.findall(test.file.rpartition("/")[0]) if test.file.endswith(".go") else None
    return _Name(title, [*file, *rest], [*short, *rest], package)


def _words(test: TestId, titles: Sequence[str]) -> list[str]:
    return _WORDS.findall(" ".join((test.file, *titles)))


def _agree(words: Sequence[str], known: _Name) -> bool:
    if not words and not known.title:
        return False
    if _in_order(words, known.before) or (bool(known.short) and _in_order(known.short, words)):
        return True
    return known.package is not None and [*words][len(words) - len(known.package) :] == known.package


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


def _plain(title: str) -> str:
    return " ".join(_PLAIN_WORDS.findall(title))
