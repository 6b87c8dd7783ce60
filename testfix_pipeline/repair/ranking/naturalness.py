"""The naturalness of code: its surprise, in bits, under a model of the language and of this project.

Two interpolated n-gram models. The project's own (a cache model, built at the start of a search) knows the exact
tokens: names, attributes, and the tokens around them. For a context that it has not seen it falls back on the general
one (`Language.token_counts`, written by `benchmarks.repair.train`), which models the language over tokens with
abstracted names, and on the frequency of the name in the project. Wrong code is less natural than right code: "On the
naturalness of software" (ICSE 2012), "On the localness of software" (FSE 2014), "On the naturalness of buggy code"
(ICSE 2016). Interpolation is Witten-Bell's: the weight of a context grows with its frequency relative to the number of
different tokens that followed it.
"""

from __future__ import annotations

import functools
import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from testfix_pipeline.repair.language.language import Language
from testfix_pipeline.repair.language.registry import language_of_source, languages
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.source_text import SourceText
from testfix_pipeline.repair.model.tokens import TokenChange, Tokens, token_changes

CACHE_ORDER = 3
# The number of the project's tokens in the cache model: some 10,000 lines, half a second.
CACHE_TOKENS = 80_000
# The share of the general model for contexts that are unknown in the project.
GENERAL_SHARE = 0.7
# Beginnings and ends of edits are scored with this many tokens on both sides.
REACH = 3

Gram = tuple[str, ...]


@dataclass(frozen=True)
class TokenRunCounts:
    """Counts of token runs of one to `order` tokens, with the totals for Witten-Bell smoothing."""

    order: int
    grams: Mapping[Gram, int]
    totals: Mapping[Gram, int]
    kinds: Mapping[Gram, int]

    @classmethod
    def of(cls, order: int, grams: Mapping[Gram, int]) -> TokenRunCounts:
        """Counts of n-grams up to an order, with the totals for their smoothing."""
        totals: Counter[Gram] = Counter()
        kinds: Counter[Gram] = Counter()
        for gram, count in grams.items():
            totals[gram[:-1]] += count
            kinds[gram[:-1]] += 1
        return cls(order, grams, totals, kinds)


def count_token_runs(streams: Iterable[Sequence[str]], order: int) -> Counter[Gram]:
    """The number of times that each run of one to `order` tokens occurs in these token streams."""
    found: Counter[Gram] = Counter()
    for words in streams:
        for length in range(1, order + 1):
            found.update(zip(*(words[offset:] for offset in range(length)), strict=False))
    return found


@dataclass(frozen=True)
class GeneralTokenModel:
    """The general model of a language: its vocabulary, and counts over abstracted tokens."""

    language: Language
    vocabulary: frozenset[str]
    counts: TokenRunCounts

    @classmethod
    def load(cls, language: Language) -> GeneralTokenModel:
        """Loads the shipped model. Its format: `words`, and for each length flat lists [word numbers...,
        count, ...]."""
        if language.token_counts is None:
            return cls(language, frozenset(), TokenRunCounts.of(1, {}))
        record = json.loads(language.token_counts.read_text())
        words = record["words"]
        grams: dict[Gram, int] = {}
        for length, flat in enumerate(record["grams"], start=1):
            for at in range(0, len(flat), length + 1):
                grams[tuple(words[number] for number in flat[at : at + length])] = flat[at + length]
        return cls(language, frozenset(record["vocabulary"]), TokenRunCounts.of(len(record["grams"]), grams))

    def abstract(self, word: str) -> str:
        """The abstracted token that the counts use."""
        return self.language.abstract_token(word, self.vocabulary)

    def probability(self, word: str, before: Sequence[str]) -> float:
        """The probability of an abstracted token after abstracted ones."""
        counts = self.counts
        result = 1e-4
        for length in range(min(counts.order - 1, len(before)) + 1):
            context = tuple(before[len(before) - length :])
            total = counts.totals.get(context, 0)
            if total:
                kinds = counts.kinds[context]
                result = (counts.grams.get((*context, word), 0) + kinds * result) / (total + kinds)
        return result


@functools.cache
def token_model(language: Language) -> GeneralTokenModel:
    """The shipped counts of a language, cached."""
    return GeneralTokenModel.load(language)


@dataclass(frozen=True)
class Surprise:
    """Bits of the changed tokens and of later ones whose context changed, before and after the change."""

    old: float
    new: float
    removed: int
    added: int

    @property
    def delta(self) -> float:
        """The increase of surprise by the new code, in bits."""
        return self.new - self.old

    @property
    def per_token(self) -> float:
        """The bits per new token; those of the surrounding tokens if none is new."""
        return self.new / (self.added + REACH - 1)


class Naturalness:
    """The models for one project. `sources` are its files, the most important first.

    The general model is that of the first file's language.
    """

    def __init__(self, sources: Iterable[SourceText]) -> None:
        sources = list(sources)
        self.general = token_model(language_of_source(sources[0]) if sources else languages()[0])
        self._tokens: dict[str, Tokens] = {}
        self._abstract: dict[str, str] = {}
        streams, left = [], CACHE_TOKENS
        for source in sources:
            if left > 0:
                streams.append(self.tokens(source).words[:left])
                left -= len(streams[-1])
        self.cache = TokenRunCounts.of(CACHE_ORDER, count_token_runs(streams, CACHE_ORDER))
        self.size = sum(map(len, streams))
        self._of_class: Counter[str] = Counter()
        for (word, *rest), number in self.cache.grams.items():
            if not rest:
                self._of_class[self._abstracted(word)] += number
        self._old: dict[tuple[str, TokenChange], tuple[float, Counter[Gram]]] = {}
        self._new: dict[tuple[str, TokenChange], float] = {}
        self._general: dict[Gram, float] = {}
        self._shares: dict[str, float] = {}

    def tokens(self, source: SourceText) -> Tokens:
        """The tokens of a file, cached."""
        if source.path not in self._tokens:
            self._tokens[source.path] = language_of_source(source).lex(source.text)
        return self._tokens[source.path]

    def surprise(self, candidate: Candidate) -> Surprise:
        """The surprise of the code before and after a candidate. The replaced code is left out of the cache model."""
        old = new = 0.0
        removed = added = 0
        for part in candidate.parts:
            spans = [span for edit in part.edits for span in edit.spans]
            lex = language_of_source(part.source).lex
            for change in token_changes(part.source.text, self.tokens(part.source), spans, REACH, lex):
                old += self._before(part.source.path, change)[0]
                new += self._after(part.source.path, change)
                removed += len(change.old)
                added += len(change.new)
        return Surprise(old, new, removed, added)

    def _before(self, path: str, change: TokenChange) -> tuple[float, Counter[Gram]]:
        """The bits of the replaced tokens, and the counts that they contribute to the cache."""
        key = (path, TokenChange(change.before, change.old, (), change.after))
        if key not in self._old:
            tail = change.after[: REACH - 1]
            unseen = count_token_runs([[*change.before[1 - CACHE_ORDER :], *change.old, *tail]], CACHE_ORDER)
            self._old[key] = self._bits(change.before, (*change.old, *tail), unseen), unseen
        return self._old[key]

    def _after(self, path: str, change: TokenChange) -> float:
        """The bits of the new tokens, cached: several edits of a place often make the same code."""
        if (path, change) not in self._new:
            unseen = self._before(path, change)[1]
            self._new[path, change] = self._bits(change.before, (*change.new, *change.after[: REACH - 1]), unseen)
        return self._new[path, change]

    def bits(self, before: Sequence[str], words: Sequence[str]) -> float:
        """The surprise of the words after the words `before`, in bits."""
        return self._bits(before, words, {})

    def _bits(self, before: Sequence[str], words: Sequence[str], unseen: Mapping[Gram, int]) -> float:
        line = (*before, *words)
        plain = [self._abstracted(word) for word in line]
        reach, bits = self.general.counts.order - 1, 0.0
        for at in range(len(before), len(line)):
            general = self._general_probability(tuple(plain[max(0, at - reach) : at + 1]))
            bits -= math.log2(self._probability(line, at, general * self._share(line[at], plain[at]), unseen))
        return bits

    def _general_probability(self, words: Gram) -> float:
        """The probability of the last of these abstracted tokens after the others, in any project."""
        if words not in self._general:
            self._general[words] = self.general.probability(words[-1], words[:-1])
        return self._general[words]

    def _abstracted(self, word: str) -> str:
        if word not in self._abstract:
            self._abstract[word] = self.general.abstract(word)
        return self._abstract[word]

    def _share(self, word: str, plain: str) -> float:
        """The frequency of a token among those of its abstracted kind in the project."""
        if word == plain:
            return 1.0
        if word not in self._shares:
            of_kind = self._of_class[plain] + 0.5 * len(self._of_class) + 50
            self._shares[word] = (self.cache.grams.get((word,), 0) + 0.5) / of_kind
        return self._shares[word]

    def _probability(self, line: Gram, at: int, general: float, unseen: Mapping[Gram, int]) -> float:
        """`unseen`: counts that are left out of the cache. Called for each token of each edit: hence written out."""
        grams, totals, kinds = self.cache.grams.get, self.cache.totals.get, self.cache.kinds
        left_out = unseen.get
        word = line[at : at + 1]
        own = max(0, grams(word, 0) - left_out(word, 0)) / max(1, self.size)
        result = GENERAL_SHARE * general + (1 - GENERAL_SHARE) * own + 1e-7
        for start in range(at - 1, max(-1, at - CACHE_ORDER), -1):
            context = line[start:at]
            total = totals(context, 0)
            if not total or (total := total - left_out(context, 0)) <= 0:
                continue
            gram = line[start : at + 1]
            seen = grams(gram, 0) - left_out(gram, 0)
            result = (max(0, seen) + kinds[context] * result) / (total + kinds[context])
        return result
