"""A collection of bookmarks without duplicates."""

from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

TRACKING = ("utm_", "fbclid", "gclid")


def canonical(url):
    """A form in which equal addresses are equal: no fragment, no tracking parameters, no slash at the end."""
    parts = urlsplit(url.strip())
    host = parts.netloc.lower().removeprefix("www.")
    query = [(name, value) for name, value in parse_qsl(parts.query) if not name.startswith(TRACKING)]
    return urlunsplit((parts.scheme.lower(), host, parts.path, urlencode(sorted(query)), ""))


@dataclass
class Bookmark:
    url: str
    title: str
    tags: set = field(default_factory=set)
    visits: int = 0


class Bookmarks:
    def __init__(self):
        self._by_key = {}

    def __len__(self):
        return len(self._by_key)

    def __contains__(self, url):
        return canonical(url) in self._by_key

    def add(self, url, title="", tags=()):
        """A new bookmark, or the old one with the tags added and the title set where it had none."""
        key = canonical(url)
        bookmark = self._by_key.get(key)
        if bookmark is None:
            bookmark = self._by_key[key] = Bookmark(url.strip(), title)
        elif title and not bookmark.title:
            bookmark.title = title
        bookmark.tags.update(tag.strip().lower() for tag in tags if tag.strip())
        return bookmark

    def visit(self, url):
        self._by_key[canonical(url)].visits += 1

    def tagged(self, *tags):
        """The bookmarks that have all tags, the most visited first."""
        wanted = {tag.lower() for tag in tags}
        found = [bookmark for bookmark in self._by_key.values() if wanted <= bookmark.tags]
        return sorted(found, key=lambda bookmark: (-bookmark.visits, bookmark.title.lower()))

    def cloud(self):
        counts = {}
        for bookmark in self._by_key.values():
            for tag in bookmark.tags:
                counts[tag] = counts.get(tag, 0) + 1
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

    def merge(self, other):
        """Take over another collection; how many bookmarks are new."""
        before = len(self)
        for bookmark in other._by_key.values():
            mine = self.add(bookmark.url, bookmark.title, bookmark.tags)
            mine.visits += bookmark.visits
        return len(self) - before
