"""A customer's cart."""


class Cart:
    def __init__(self):
        self.lines = {}

    def add(self, article, count=1):
        if count < 1:
            raise ValueError("add at least one")
        self.lines[article] = self.lines.get(article, 0) + count

    def remove(self, article, count=None):
        """Take out some, or all if no count is given. More than there are is all."""
        have = self.lines.get(article, 0)
        if count is None or count > have:
            self.lines.pop(article, None)
        else:
            self.lines[article] = have - count

    @property
    def cents(self):
        return sum(article.cents * count for article, count in self.lines.items())

    @property
    def grams(self):
        return sum(article.grams * count for article, count in self.lines.items())

    def __len__(self):
        return sum(self.lines.values())
