"""Counts words and phrases (n-grams) of texts."""
import re
from collections import Counter

WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
SENTENCE_END = re.compile(r"[.!?;:]+")


def sentences(text):
    """Lists of lower-case words, one for each sentence that has any."""
    for part in SENTENCE_END.split(text):
        words = WORD.findall(part.lower())
        if words:
            yield words


def ngrams(words, n):
    return [tuple(words[i:i + n]) for i in range(len(words) - n + 1)]


class PhraseBook:
    """Phrases of up to `longest` words; they don't reach across sentences."""

    def __init__(self, longest=2, stopwords=()):
        if longest < 1:
            raise ValueError("longest must be at least 1")
        self.longest = longest
        self.stopwords = {word.lower() for word in stopwords}
        self._counts = {n: Counter() for n in range(1, longest + 1)}
        self._ranking = {}

    def _keep(self, phrase):
        """Phrases that begin or end with a stopword aren't counted."""
        return phrase[0] not in self.stopwords and phrase[-1] not in self.stopwords

    def read(self, text):
        """Add a text; returns how many words it has."""
        total = 0
        for words in sentences(text):
            total += len(words)
            for n, counter in self._counts.items():
                counter.update(p for p in ngrams(words, n) if self._keep(p))
        self._ranking.clear()
        return total

    def merge(self, other):
        """Add the counts of another book."""
        if other.longest != self.longest:
            raise ValueError("books with different phrase lengths")
        for n, counter in other._counts.items():
            self._counts[n].update(counter)

    def forget(self, word):
        """Drop all phrases with that word, for instance a name."""
        word = word.lower()
        for n, counter in self._counts.items():
            self._counts[n] = Counter({p: c for p, c in counter.items() if word not in p})
        self._ranking.clear()

    def count(self, phrase):
        words = tuple(phrase.lower().split())
        if not 1 <= len(words) <= self.longest:
            return 0
        return self._counts[len(words)][words]

    def _ranked(self, n):
        if n not in self._ranking:
            self._ranking[n] = sorted(self._counts[n].items(),
                                      key=lambda item: (-item[1], item[0]))
        return self._ranking[n]

    def top(self, n=1, size=10):
        """The most frequent phrases of n words with their counts."""
        return [(" ".join(phrase), c) for phrase, c in self._ranked(n)[:size]]

    def rank(self, phrase):
        """1 for the most frequent of its length, None if it doesn't occur."""
        words = tuple(phrase.lower().split())
        for place, (other, _) in enumerate(self._ranked(len(words)), 1):
            if other == words:
                return place
        return None

    def once(self):
        """Words that occur a single time, in alphabetical order."""
        return sorted(word for (word,), c in self._counts[1].items() if c == 1)

    def following(self, word):
        """What comes after the word: share of each next word."""
        pairs = {p[1]: c for p, c in self._counts[2].items() if p[0] == word.lower()}
        total = sum(pairs.values())
        return {nxt: c / total for nxt, c in sorted(pairs.items())}
