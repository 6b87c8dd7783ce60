"""Variants of a model's patch: the patch itself, and what it may have been meant to be.

A near miss is mostly right. So hunks are left out or placed elsewhere, and added lines get another indentation; each
variant has a likelihood, the whole patch at its likeliest places comes first.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.repair.language.registry import language_of
from testfix_pipeline.repair.model.source_languages import is_source
from testfix_pipeline.repair.model.sources import is_test_side
from testfix_pipeline.repair.patches.diff_text import UnreadablePatch
from testfix_pipeline.repair.patches.hunk_placement import PlacedHunk
from testfix_pipeline.repair.patches.patch_application import FileToPatch, targets_of

LEFT_OUT, ONLY_ONE, LOST = 0.7, 0.6, 0.6
"""The factors for a variant without one hunk, for one with one hunk, and for a patch with a hunk that fits nowhere."""
SHIFTED, REPAIRED_SHIFT = 0.5, 0.9
"""The factors for added lines with another indentation, and for the same if the patch does not parse without it."""
SHIFTS = (4, -4, 8, -8, 2, -2)
MOST_HUNKS, MOST_VARIANTS = 12, 60


@dataclass(frozen=True)
class Variant:
    """New texts by path. likelihood: that the author meant them, 0..1. note: the difference from the patch."""

    texts: Mapping[str, str]
    likelihood: float
    note: str = ""


@dataclass(frozen=True)
class _Item:
    """A hunk of a file with its possible places."""

    target: FileToPatch
    index: int

    @property
    def options(self) -> Sequence[PlacedHunk]:
        return self.target.options[self.index]


Choice = Mapping[_Item, PlacedHunk]


def variants(patch: str, root: Path) -> list[Variant]:
    """The texts that a patch may mean for the source files of a folder, the likeliest first, each once.

    Raises UnreadablePatch if the text is no patch, or one that must not be tried. Files of other languages and deleted
    files are left unchanged.
    """
    targets = [one for one in targets_of(patch, root) if is_source(one.path) and not is_test_side(one.path)]
    items = [_Item(target, index) for target in targets for index in range(len(target.hunks))]
    if not items:
        raise UnreadablePatch("The patch changes no source file.")
    found: dict[tuple[tuple[str, str], ...], Variant] = {}
    for variant in itertools.islice(_variants(items), MOST_VARIANTS):
        key = tuple(sorted(variant.texts.items()))
        if key not in found or found[key].likelihood < variant.likelihood:
            found[key] = variant
    return sorted(found.values(), key=lambda one: -one.likelihood)


def _variants(items: Sequence[_Item]) -> Iterator[Variant]:
    whole = {item: item.options[0] for item in items if item.options}
    lost = len(items) - len(whole)
    basis = LOST if lost else 1.0
    note = f"{lost} hunks that fit nowhere left out" if lost else ""
    yield from _as_texts(whole, basis, note)
    some = list(whole)[:MOST_HUNKS]
    for item in some:
        for other in item.options[1:]:
            yield from _as_texts({**whole, item: other}, basis * other.likelihood, "a hunk at another place that fits")
    yield from _with_other_indentation(whole, basis)
    if len(whole) > 1:
        for item in some:
            rest = {one: place for one, place in whole.items() if one is not item}
            yield from _as_texts(rest, basis * LEFT_OUT, "a hunk left out")
    if len(whole) > 2:
        for item in some:
            yield from _as_texts({item: whole[item]}, basis * ONLY_ONE, "all hunks but one left out")


def _with_other_indentation(whole: Choice, basis: float) -> Iterator[Variant]:
    """Yields the patch with the added lines of one hunk, or of all, at other indentations."""
    texts = next(_as_texts(whole, basis, ""), None)
    parses = texts is not None and all(language_of(path).parses(path, text) for path, text in texts.texts.items())
    likelihood = basis * (SHIFTED if parses else REPAIRED_SHIFT)
    for rank, columns in enumerate(SHIFTS):
        if len(whole) > 1:
            everywhere = {item: place.shifted(columns) for item, place in whole.items()}
            yield from _as_texts(everywhere, likelihood / (1 + 0.2 * rank), "added lines at another indentation")
        for item, place in list(whole.items())[:MOST_HUNKS]:
            one = {**whole, item: place.shifted(columns)}
            yield from _as_texts(one, likelihood / (1 + 0.2 * rank), "a hunk at another indentation")


def _as_texts(chosen: Choice, likelihood: float, note: str) -> Iterator[Variant]:
    """Yields the files with the hunks at these places; nothing if two overlap or nothing changes."""
    if not chosen:
        return
    by_target: dict[str, tuple[FileToPatch, dict[int, PlacedHunk]]] = {}
    for item, place in chosen.items():
        by_target.setdefault(item.target.path, (item.target, {}))[1][item.index] = place
    likelihood *= min(0.5 + 0.5 * place.likelihood for place in chosen.values())
    texts = {}
    for path, (target, places) in by_target.items():
        try:
            content = target.text(places)
        except UnreadablePatch:
            return
        if content is not None and content != target.raw:
            texts[path] = content.decode()
    if texts:
        yield Variant(texts, likelihood, note)
