"""Detects equal hypotheses of a model: the same change, or the same cause at the same place."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from testfix_pipeline.core.agent_protocol.answer_reading import parse_strategy
from testfix_pipeline.core.task_records import FixStrategy
from testfix_pipeline.repair.patches.diff_text import UnreadablePatch, read_diff

SAME_WORDS, SAME_WORDS_AT_ONE_PLACE = 0.8, 0.45
"""Shares of the words of two causes that must be common (Jaccard) for them to be one: anywhere, and at one place."""
_COMMON = frozenset(
    re.findall(
        r"\w+",
        """the a an is are was were be of in on at to for and or not it its this that with by as from which when where
        does do has have because should would code function method value wrong bug""",
    )
)

Hypothesis = Mapping[str, Any]


def without_repetitions(found: Sequence[Hypothesis]) -> list[Hypothesis]:
    """The hypotheses without those that repeat an earlier one."""
    kept: list[Hypothesis] = []
    for one in found:
        if not any(is_same_hypothesis(one, other) for other in kept):
            kept.append(one)
    return kept


def is_same_hypothesis(one: Hypothesis, other: Hypothesis) -> bool:
    """Whether two hypotheses would lead to the same attempt."""
    [mine], [theirs] = parse_strategy(one), parse_strategy(other)
    changes = _changes(mine.patch), _changes(theirs.patch)
    if all(changes):
        return changes[0] == changes[1]
    alike = _similarity(_words(mine), _words(theirs))
    at_one_place = bool(_places(mine) & _places(theirs)) or not (_places(mine) and _places(theirs))
    return alike >= (SAME_WORDS_AT_ONE_PLACE if at_one_place else SAME_WORDS)


def describe(one: Hypothesis) -> str:
    """A hypothesis in one line, for prompts that ask for a different one."""
    [strategy] = parse_strategy(one)
    cause = strategy.hypothesis or "; ".join(strategy.root_causes) or strategy.approach
    return f"{cause} (at {', '.join(strategy.modification_points) or 'no certain place'})"


def _changes(patch: str | None) -> frozenset[tuple[str, str, str]]:
    """The lines that a patch removes and adds, without context and line numbers."""
    try:
        files = read_diff(patch or "")
    except UnreadablePatch:
        return frozenset()
    return frozenset(
        (file.path, mark, " ".join(text.split()))
        for file in files
        for hunk in file.hunks
        for mark, text in hunk.lines
        if mark != " " and text.strip()
    )


def _places(strategy: FixStrategy) -> set[str]:
    """The files and functions of the modification points."""
    return {":".join(point.split(":")[:2]) for point in strategy.modification_points}


def _words(strategy: FixStrategy) -> set[str]:
    causes = " ".join(strategy.root_causes) or strategy.hypothesis or strategy.approach
    return set(re.findall(r"\w+", causes.casefold())) - _COMMON


def _similarity(one: set[str], other: set[str]) -> float:
    return len(one & other) / len(one | other) if one | other else 1.0
