"""What is for sale, and how customers find it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Article:
    sku: str
    name: str
    cents: int
    grams: int = 0
    tags: tuple = ()


class Catalogue:
    def __init__(self, articles=()):
        self._by_sku = {article.sku: article for article in articles}

    def __len__(self):
        return len(self._by_sku)

    def get(self, sku):
        try:
            return self._by_sku[sku]
        except KeyError:
            raise LookupError(f"no article {sku!r}") from None

    def search(self, text):
        """Articles whose name or tags hold every word of the text, whatever the case, cheapest first."""
        words = text.lower().split()
        found = [a for a in self._by_sku.values() if any(self._holds(a, word) for word in words)]
        return sorted(found, key=lambda a: a.cents)

    @staticmethod
    def _holds(article, word):
        return word in article.name.lower() or word in article.tags
