"""Recognises patches that only suppress an error and compute nothing.

A patch only silences if each of its changes skips, swallows, drops or replaces by a constant what raised the error.
That alone says nothing against it: honest fixes return early and widen an `except`, too. What tells is whether the
tests assert what comes of it. So for each place there is a variant of the patched file in which the silenced path comes
to another result of the same type (`with_other_values`), or has other effects (`skipped_effects`). If the tests
still pass, they only wanted no exception.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from testfix_pipeline.core.patch_policy.silencing_search import SilencingSite, silencing_places
from testfix_pipeline.core.patch_policy.variant_values import with_helper_functions
from testfix_pipeline.core.python_code import parse_or_none

# Of a patch, each of which costs a run of some tests: a patch that silences more is recognised by the first ones.
MOST_PLACES = 6


@dataclass(frozen=True)
class Silencing:
    """One place of a patch that suppresses an error. `line`: in the new text. `said`: its effect, for people.

    variant: the new text with another outcome of the silenced path; "" if it has none that a test could see.
    keyword: the argument that was taken out, where that is what was done.
    """

    kind: str
    line: int
    said: str
    variant: str
    keyword: str = ""


def silencings(before: str | bytes | None, after: str | bytes | None) -> list[Silencing] | None:
    """The places in a change of a Python file that suppress errors; None if it also changes anything else.

    [] where nothing but comments, imports, documentation and logging changed.
    """
    if parse_or_none(before or "") is None or parse_or_none(after or "") is None:
        return None
    found = _find_silencings(before, after)
    return None if found is None else list(_with_variants(found, before, after))


def _find_silencings(
    before: str | bytes | None, after: str | bytes | None
) -> tuple[ast.Module, list[SilencingSite]] | None:
    old, new = parse_or_none(before or ""), parse_or_none(after or "")
    if old is None or new is None:
        return None
    try:
        known = silencing_places(old, new)
    except RecursionError:
        return None
    return None if known is None else (new, known)


def _with_variants(
    found: tuple[ast.Module, list[SilencingSite]], before: str | bytes | None, after: str | bytes | None
) -> Iterator[Silencing]:
    """Yield each place with its variant, which is built from a tree of its own."""
    for number, place in enumerate(found[1][:MOST_PLACES]):
        again = _find_silencings(before, after)
        if again is not None:
            tree, same = again
            seen = same[number].spoil()
            yield Silencing(
                place.kind, place.line, place.said, with_helper_functions(tree) if seen else "", place.keyword
            )
