"""Word frequency reports of texts."""
import re
from collections import Counter
from dataclasses import dataclass

WORD = re.compile(r"[a-z]+(?:['-][a-z]+)*")
DEFAULT_STOP_WORDS = frozenset({"a", "an", "and", "of", "the", "to"})


def words(text):
    """The words of a text in lower case; don't and well-known are single words."""
    return WORD.findall(text.lower())


def read_stop_words(text):
    """Stop words from a file with one word per line; # begins a comment."""
    found = set()
    for line in text.splitlines():
        word = line.partition("#")[0].strip().lower()
        if word:
            found.add(word)
    return frozenset(found)


@dataclass
class Report:
    """Counts of the words that are not stop words; `total` includes those too."""

    title: str
    counts: Counter
    total: int

    @classmethod
    def of(cls, title, text, stop_words=DEFAULT_STOP_WORDS):
        found = words(text)
        counts = Counter(word for word in found if word not in stop_words)
        return cls(title, counts, len(found))

    @property
    def distinct(self):
        return len(self.counts)

    def top(self, number):
        """The most frequent words, in alphabetical order where they are equally so."""
        ranked = sorted(self.counts.items(), key=lambda item: (-item[1], item[0]))
        return ranked[:number]

    def per_thousand(self, word):
        """How often the word comes in every thousand words of the text."""
        if not self.total:
            return 0.0
        return round(self.counts[word.lower()] * 1000 / self.total, 1)

    def once(self):
        return sorted(word for word, count in self.counts.items() if count == 1)

    def by_length(self):
        """Number of distinct words of each length."""
        lengths = Counter(len(word) for word in self.counts)
        return dict(sorted(lengths.items()))


def merge(title, reports):
    """One report of several texts."""
    if not reports:
        return Report(title, Counter(), 0)
    counts = reports[0].counts
    for report in reports[1:]:
        counts.update(report.counts)
    return Report(title, counts, sum(report.total for report in reports))


def compare(left, right):
    """Words that only one of the two reports has."""
    return (
        sorted(set(left.counts) - set(right.counts)),
        sorted(set(right.counts) - set(left.counts)),
    )


def render(report, number=10):
    lines = [f"{report.title}: {report.total} words, {report.distinct} distinct"]
    top = report.top(number)
    width = max((len(word) for word, _ in top), default=0)
    for word, count in top:
        lines.append(f"  {word:<{width}} {count:>4} {report.per_thousand(word):>6}")
    return "\n".join(lines)


def render_all(title, reports, number=10):
    """The overview of all texts, then every single one."""
    overview = merge(title, reports)
    return "\n\n".join(render(report, number) for report in [overview, *reports])
