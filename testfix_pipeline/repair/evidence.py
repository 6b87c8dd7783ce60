"""What is known about a plausible patch, as numbers: what the learned model of trust is asked with."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.clues import Clues
from testfix_pipeline.repair.ids import group
from testfix_pipeline.repair.overfitting import signs
from testfix_pipeline.repair.unified_diff import DiffSize, diff_of, size_of
from testfix_pipeline.repair.verdict import Found

MOST_SIGNS = 30
"""More count no further: it is a straight line otherwise, and was learned from small patches."""
GIVEN = frozenset({"history", "patch"})
"""Groups of edits whose text git or somebody else gives, not the search: how long it is says nothing, nor how much else
the tests let pass, since it was not chosen by them."""
USUAL = DiffSize(words=1, signs=2)
"""The size of most patches that are right: stands for that of these, and counts nothing."""
FEATURES = ("rivals", "words in", "signs in", "left over")
"""What the model of trust is asked with.

rivals: how many plausible patches there are (logarithm). words in, signs in: how much more than usual it writes
(`DiffSize`; words as a logarithm). left over: of dead code, names that nothing reads, and exits that are gone, how many
it leaves behind. Some forty others were tried beside these and added nothing: see docs/engine.md.
"""


@dataclass(frozen=True)
class Evidence:
    """What one search knows beside the patches.

    alike: the number of its behaviour by fingerprint, for those that could be observed. known: takes what depends on a
    candidate alone, by its fingerprint and kind: it is computed once in a search.
    """

    clues: Clues = field(default_factory=Clues)
    alike: Mapping[str, int] = field(default_factory=dict)
    known: dict[tuple[str, str], dict[str, float]] = field(default_factory=dict)


def features(one: Found, rivals: Sequence[Found], evidence: Evidence) -> dict[str, float]:
    """The features of one of several plausible patches by name. rivals: all of them, with it."""
    candidate = one.candidate
    key = candidate.fingerprint, candidate.kind
    if key not in evidence.known:
        evidence.known[key] = {**_of_size(candidate), "left over": _left_over(candidate, evidence.clues)}
    return {"rivals": 0.0 if _is_given(candidate) else math.log(len(rivals)), **evidence.known[key]}


def _is_given(candidate: Candidate) -> bool:
    return group(candidate.kind) in GIVEN


def _of_size(candidate: Candidate) -> dict[str, float]:
    size = USUAL if _is_given(candidate) else size_of(diff_of(candidate))
    return {
        "words in": math.log(max(1, (1 + size.words) / (1 + USUAL.words))),
        "signs in": float(max(0, min(MOST_SIGNS, size.signs) - USUAL.signs)),
    }


def _left_over(candidate: Candidate, clues: Clues) -> float:
    found = signs(candidate, clues)
    return float(bool(found.dead) + bool(found.unused) + bool(found.dropped_exits))
