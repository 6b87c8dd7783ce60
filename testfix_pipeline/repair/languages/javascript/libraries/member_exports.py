"""Members of all that a package gave which are exports of their own now, and the words that names are made of."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.javascript.libraries import lost_names
from testfix_pipeline.repair.languages.javascript.libraries.package_uses import PackageUse, owner_of
from testfix_pipeline.repair.languages.javascript.source import JsSource
from testfix_pipeline.repair.languages.javascript.target import bound_names

EXPORTED, CLASS = 0.8, 0.6
MOST_ALIKE, NEAR = 4, 0.65
NO_METHOD = -1
"""The number of arguments of what is no method."""
_WORD = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")


def member_exports(lost: lost_names.LostPackageName, exported: Sequence[str]) -> Iterator[LibraryFix]:
    """An export in place of a lost member: its name is made of the member's and of that of the export that it was read
    of, else of the package's, in any order.

    The first word may be short for the export's: `del.sync` is `deleteSync` now. A class may have the package's name
    alone.
    """
    package, member = words_of(lost.package.rpartition("/")[2]), words_of(lost.symbol)
    owner = words_of(owner_of(lost.name)) or package
    for name in exported:
        words = words_of(name)
        is_class = lost.symbol[:1].isupper() and name[:1].isupper() and words == package
        is_joined = _joins(words, owner, member) or _joins(words[::-1], owner[::-1], member[::-1])
        if is_class or is_joined:
            what = f"{lost.symbol} is the export {name} of {lost.package} now"
            likelihood = EXPORTED if is_joined else CLASS
            yield from lost.fix(lost_names.replaced(lost, _taken(name, lost)), "member-export", what, likelihood)


def longer_names(package: str, exported: Sequence[str]) -> list[str]:
    """The exports that begin with the word that a package's name is or is short for: `del` is `deleteAsync` now."""
    own = words_of(package.rpartition("/")[2])
    return [one for one in exported if len(words := words_of(one)) > len(own) and _joins(words, own, words[len(own) :])]


def _joins(words: Sequence[str], package: Sequence[str], member: Sequence[str]) -> bool:
    own = words[: len(package)]
    is_own = len(own) == len(package) and all(one.startswith(short) for one, short in zip(own, package, strict=True))
    return is_own and words[len(package) :] == member


def _taken(name: str, lost: lost_names.LostPackageName) -> lost_names.UseEdits:
    def edits(source: JsSource, use: PackageUse) -> list[tuple[tuple[int, int], str]]:
        read = lost_names.member_at(source, use)
        if read is None or (name in bound_names(source.syntax.root) and not lost.binds(source.path, name)):
            return []
        return [(source.span(read), name), *lost_names.with_binding(source, use, name)]

    return edits


def words_of(name: str) -> list[str]:
    """The words of a name, in small letters: `deleteSync` has two."""
    return [word.lower() for word in _WORD.findall(name)]


def similar_names(name: str, given: Collection[int], declared: Mapping[str, int]) -> Sequence[str]:
    """The declared names that a lost one may be now: of a similar spelling, and those that end in the same word.

    given: the numbers of arguments that it is called with, `NO_METHOD` where it is only read. declared: with the number
    of arguments that each needs.
    """
    fitting = [
        one
        for one, needed in declared.items()
        if one != name and all(needed == NO_METHOD or needed <= number for number in given)
    ]
    last = words_of(name)[-1:]
    by_word = [one for one in fitting if len(words_of(name)) > 1 and words_of(one)[-1:] == last]
    near = [one for one in difflib.get_close_matches(name, fitting, MOST_ALIKE, NEAR) if name[:3] == one[:3]]
    by_word.sort(key=lambda one: -difflib.SequenceMatcher(None, name, one).ratio())
    return [*dict.fromkeys([*near, *by_word[:MOST_ALIKE]])]
