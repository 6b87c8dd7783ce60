"""Members of all that a package gave which are exports of their own now, and functions that are methods now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.javascript.libraries.lost_names import (
    LostPackageName,
    UseEdits,
    member_at,
    replaced,
    with_binding,
)
from testfix_pipeline.repair.languages.javascript.libraries.package_uses import PackageUse, owner_of
from testfix_pipeline.repair.languages.javascript.libraries.similar_names import words_of
from testfix_pipeline.repair.languages.javascript.source import JsSource
from testfix_pipeline.repair.languages.javascript.target import bound_names

EXPORTED, CLASS, METHOD = 0.8, 0.6, 0.6


def member_exports(lost: LostPackageName, exported: Sequence[str]) -> Iterator[LibraryFix]:
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
            yield from lost.fix(replaced(lost, _taken(name, lost)), "member-export", what, likelihood)


def longer_names(package: str, exported: Sequence[str]) -> list[str]:
    """The exports that begin with the word that a package's name is or is short for: `del` is `deleteAsync` now."""
    own = words_of(package.rpartition("/")[2])
    return [one for one in exported if len(words := words_of(one)) > len(own) and _joins(words, own, words[len(own) :])]


def _joins(words: Sequence[str], package: Sequence[str], member: Sequence[str]) -> bool:
    own = words[: len(package)]
    is_own = len(own) == len(package) and all(one.startswith(short) for one, short in zip(own, package, strict=True))
    return is_own and words[len(package) :] == member


def _taken(name: str, lost: LostPackageName) -> UseEdits:
    def edits(source: JsSource, use: PackageUse) -> list[tuple[tuple[int, int], str]]:
        read = member_at(source, use)
        if read is None or (name in bound_names(source.syntax.root) and not lost.binds(source.path, name)):
            return []
        return [(source.span(read), name), *with_binding(source, use, name)]

    return edits


def method_calls(lost: LostPackageName) -> Iterator[LibraryFix]:
    """A function that takes a value of the package's which has it as a method now: `lib.f(a, b)` is `b.f(a)`."""
    for place in range(2):

        def edits(source: JsSource, use: PackageUse, place: int = place) -> list[tuple[tuple[int, int], str]]:
            read = member_at(source, use)
            call = source.syntax.parent(read) if read is not None else None
            arguments = field(call, "arguments") if call is not None and call.type == "call_expression" else None
            given = arguments.named_children if arguments is not None else []
            if call is None or len(given) <= place or given[place].type not in ("identifier", "member_expression"):
                return []
            others = ", ".join(text(one) for at, one in enumerate(given) if at != place)
            return [(source.span(call), f"{text(given[place])}.{lost.symbol}({others})")]

        which = ("first", "second")[place]
        what = f"{lost.symbol} is a method of its {which} argument now"
        yield from lost.fix(replaced(lost, edits), "method", what, METHOD)
