"""Pages of a wiki and how they hang together."""

from wiki.links import normal, parse_links, redirect


class WikiError(Exception):
    pass


class Wiki:
    def __init__(self):
        self._pages = {}

    def write(self, title, text):
        self._pages[normal(title)] = text

    def read(self, title):
        try:
            return self._pages[normal(title)]
        except KeyError:
            raise WikiError(f"no page {title!r}") from None

    def titles(self):
        return sorted(self._pages)

    def targets(self, title):
        """Titles a page links to."""
        return {normal(link.target) for link in parse_links(self.read(title))}

    def backlinks(self, title):
        """Other pages that link to a title."""
        title = normal(title)
        return [other for other in self.titles() if other != title and title in self.targets(other)]

    def wanted(self):
        """Titles that are linked to but not written."""
        linked = set().union(*(self.targets(title) for title in self._pages))
        return sorted(linked - self._pages.keys())

    def orphans(self):
        return [title for title in self.titles() if not self.backlinks(title)]

    def rename(self, old, new):
        """Give a page another title and change the links to it."""
        old, new = normal(old), normal(new)
        if new in self._pages:
            raise WikiError(f"{new!r} is there already")
        self._pages[new] = self.read(old)
        del self._pages[old]
        for title, text in self._pages.items():
            self._pages[title] = redirect(text, old, new)
