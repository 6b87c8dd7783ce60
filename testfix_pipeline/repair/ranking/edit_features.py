"""Features of the ranking model of edits: numbers and categories of an edit at a statement.

They do not depend on a language: the effect of an edit is measured by the tokens that it adds and removes, a symptom is
the name of an exception, the role of a statement is the name of its node type.
"""

from __future__ import annotations

import bisect
import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from testfix_pipeline.repair.language.language import EditSite
from testfix_pipeline.repair.language.registry import language_of_source
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.edit import Edit, Overlap
from testfix_pipeline.repair.model.source_cache import cached_per_search
from testfix_pipeline.repair.model.source_text import SourceText
from testfix_pipeline.repair.model.tokens import common_start
from testfix_pipeline.repair.ranking.evidence import BITS
from testfix_pipeline.repair.ranking.naturalness import Naturalness, Surprise

NUMBERS = (
    "bits more",
    "bits a token",
    "tokens in",
    "tokens out",
    "rank",
    "siblings",
    "places",
    "pull",
    "expected",
    "in the tests",
    "distance",
    "strange words",
    "likeness",
)
"""bits more, bits a token: how natural the code becomes. tokens in, out: logarithms. rank: of the edit among those of
its kind that the producer has for the statement, siblings: how many those are (logarithms). places: how many spans it
changes beside the first. pull: how far it takes up an unused definition. expected, in the tests: whether it brings in
a literal that a failing test expected, or that stands in one. distance: in lines to where the farthest of the words
stands that it brings in (logarithm). strange words: of those, how many stand nowhere in the file and are not common.
likeness: of a word to the one that takes its place (0..1)."""
LEVELS = ("group", "kind", "producer", "symptom of group", "role of group", "symptom of kind")
"""Levels of categories: each has a weight for a category on top of those of the levels before it."""
KNOWN_LEVELS = ("kind", "producer", "symptom of kind")
"""Those whose categories are known before an edit is looked at (`known_categories`)."""
WORD = re.compile(r"[^\W\d]\w*")
NONE = "NoneType"
ASSERTIONS = frozenset({"AssertionError", "Failed", ""})


@dataclass(frozen=True)
class Features:
    """numbers: in the order of `NUMBERS`. categories: in the order of `LEVELS`."""

    numbers: tuple[float, ...]
    categories: tuple[str, ...]


def features(
    natural: Naturalness,
    target: EditSite,
    producer: str,
    edits: Sequence[Edit],
    wanted: Collection[int] | None = None,
) -> Iterator[Features]:
    """Yields the features of all edits that one producer proposes for a statement, in their order.

    wanted: only those with these indices.
    """
    siblings = Counter(edit.kind for edit in edits)
    ranks: Counter[str] = Counter()
    for number, edit in enumerate(edits):
        if wanted is None or number in wanted:
            yield features_of(natural, target, producer, edit, ranks[edit.kind], siblings[edit.kind])
        ranks[edit.kind] += 1


def features_of(
    natural: Naturalness, target: EditSite, producer: str, edit: Edit, rank: int, siblings: int
) -> Features:
    """The features of an edit that a producer proposes for a statement, as one of so many `siblings` of its kind.

    rank: the number of those before it.
    """
    source, surprise = _source(target, edit), _surprise(natural, target, edit)
    group = group_of(source.text, edit, surprise)
    kind, _, symptom_of_kind = known_categories(target, producer, edit.kind)
    categories = (
        group,
        kind,
        producer,
        f"{symptom_of(target)}|{group}",
        f"{target.role}|{group}",
        symptom_of_kind,
    )
    numbers = (
        *_surprise_numbers(surprise),
        *_rank_numbers(rank, siblings),
        *_evidence_numbers(target, edit),
        *_word_numbers(source, edit, natural.general.vocabulary),
    )
    return Features(numbers, categories)


def known_categories(target: EditSite, producer: str, kind: str) -> tuple[str, ...]:
    """The categories of a kind of edit, in the order of `KNOWN_LEVELS`."""
    return kind, producer, f"{symptom_of(target)}|{kind}"


def _surprise(natural: Naturalness, target: EditSite, edit: Edit) -> Surprise:
    try:
        return natural.surprise(Candidate.single(_source(target, edit), edit, 1.0, ""))
    except Overlap:
        return Surprise(0.0, 0.0, 0, 0)


def _source(target: EditSite, edit: Edit) -> SourceText:
    """The file that an edit changes, usually that of the statement."""
    files = (target.source, *target.project)
    return next((source for source in files if source.path == edit.file), target.source)


def _surprise_numbers(surprise: Surprise) -> tuple[float, ...]:
    return (
        max(-5.0, min(5.0, surprise.delta / BITS)),
        min(2.0, surprise.per_token / BITS),
        math.log1p(surprise.added),
        math.log1p(surprise.removed),
    )


def _rank_numbers(rank: int, siblings: int) -> tuple[float, float]:
    return math.log1p(rank), math.log(siblings)


def _evidence_numbers(target: EditSite, edit: Edit) -> tuple[float, ...]:
    failure_evidence = target.failure_evidence
    language = language_of_source(target.source)
    values = {value for _, value in failure_evidence.values if value not in language.constants}
    wanted, brought = values | failure_evidence.test_literals, Counter[str]()
    if wanted:
        brought.update(word for word in language.lex(edit.replacement).words if word in wanted)
    if brought:  # few edits: to lex takes as long as the rest
        brought -= Counter(language.lex(_source(target, edit).text[edit.start : edit.end]).words)
    return (
        float(len(edit.more)),
        edit.pull,
        float(not values.isdisjoint(brought)),
        float(not failure_evidence.test_literals.isdisjoint(brought)),
    )


def _word_numbers(source: SourceText, edit: Edit, common: frozenset[str]) -> tuple[float, float, float]:
    old, new = Counter[str](), Counter[str]()
    for start, end, text in edit.spans:
        old.update(WORD.findall(source.text[start:end]))
        new.update(WORD.findall(text))
    added, removed = new - old, old - new
    lines = _lines_of_words(source)
    distances = [_distance(lines[word], edit.line) for word in added if word in lines]
    unknown_words = sum(word not in lines and word not in common for word in added)
    is_single_replacement = added.total() == removed.total() == 1
    return (
        math.log1p(max(distances, default=0)),
        float(unknown_words),
        _similarity(*added, *removed) if is_single_replacement else 0.0,
    )


def _distance(lines: Sequence[int], line: int) -> int:
    """From a line to the nearest of these, which ascend."""
    at = bisect.bisect(lines, line)
    return min(abs(one - line) for one in lines[max(0, at - 1) : at + 1])


@cached_per_search(64)
def _lines_of_words(source: SourceText) -> Mapping[str, Sequence[int]]:
    found = defaultdict[str, list[int]](list)
    for number, line in enumerate(source.text.split("\n"), start=1):
        for word in set(WORD.findall(line)):
            found[word].append(number)
    return dict(found)


def _similarity(one: str, other: str) -> float:
    """The share of the longer of two words that is their common beginning and end (0..1)."""
    head = common_start(one, other)
    tail = common_start(one[head:][::-1], other[head:][::-1])
    return (head + tail) / max(len(one), len(other))


def symptom_of(target: EditSite) -> str:
    """The evidence of failing tests at a statement: the exception raised there, "through" if one propagated through it,
    "assertion" or "elsewhere" if none did, "unknown" without failing tests."""
    if (error := target.crash()) not in ASSERTIONS:
        of_none = any(NONE in message for message in target.failure_evidence.messages)
        return f"{error} of {NONE}" if of_none and error in ("AttributeError", "TypeError") else error
    if target.came_through() not in ASSERTIONS:
        return "through"
    if not target.failure_evidence.errors:
        return "unknown"
    return "elsewhere" if ASSERTIONS.isdisjoint(target.failure_evidence.errors) else "assertion"


def group_of(text: str, edit: Edit, surprise: Surprise) -> str:
    """The effect of an edit on the tokens of a text, as a category that is the same in every language."""
    lines = any("\n" in new or "\n" in text[start:end] for start, end, new in edit.spans)
    if edit.more:
        return "several"
    if not surprise.removed:
        return "insert" if lines else "extend"
    if not surprise.added:
        return "delete" if lines else "shorten"
    if lines:
        return "restructure"
    return "replace" if surprise.removed == surprise.added == 1 else "rewrite"
