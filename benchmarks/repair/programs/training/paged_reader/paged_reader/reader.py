"""The reader: lazy, filtered, limited iteration."""

from .pages import SourceError


class Reader:
    """Immutable description of what to read; iterate to read it."""

    def __init__(self, source, keep=None, limit=None, retries=0, key=None):
        self._source = source
        self._keep = keep
        self._limit = limit
        self._retries = retries
        self._key = key

    def _with(self, **changes):
        options = dict(
            keep=self._keep, limit=self._limit, retries=self._retries, key=self._key
        )
        options.update(changes)
        return Reader(self._source, **options)

    def where(self, predicate):
        """Only items for which *predicate* holds (in addition)."""
        if self._keep is None:
            return self._with(keep=predicate)
        earlier = self._keep
        return self._with(keep=lambda item: earlier(item) and predicate(item))

    def limit(self, count):
        """At most *count* items."""
        return self._with(limit=count)

    def unique(self, key=lambda item: item):
        """Only the first item for each key."""
        return self._with(key=key)

    def _pages(self):
        cursor = None
        while True:
            page = self._fetch(cursor)
            yield page
            cursor = page.next_cursor
            if cursor is None:
                return

    def _fetch(self, cursor):
        for attempt in range(self._retries + 1):
            try:
                return self._source.fetch(cursor)
            except SourceError:
                if attempt == self._retries:
                    raise

    def __iter__(self):
        if self._limit == 0:
            return
        taken = 0
        seen = set()
        for page in self._pages():
            for item in page.items:
                if self._key is not None:
                    mark = self._key(item)
                    if mark in seen:
                        continue
                    seen.add(mark)
                if self._keep is not None and not self._keep(item):
                    continue
                yield item
                taken += 1
                if taken == self._limit:
                    return

    def first(self, default=None):
        return next(iter(self), default)
