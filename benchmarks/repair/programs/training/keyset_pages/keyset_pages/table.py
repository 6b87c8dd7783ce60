"""Pages of the rows of a table, each page fetched by where the page before it ended."""

from dataclasses import dataclass

from keyset_pages.cursor import BadCursor, decode, encode

LARGEST_PAGE = 100


@dataclass(frozen=True)
class Page:
    """Some rows, and the cursor with which the next page is asked for (None on the last page)."""

    rows: list
    next_cursor: str | None = None

    @property
    def is_last(self):
        return self.next_cursor is None


class Table:
    """Rows, which are dicts with an `id`. Rows may come and go between two pages."""

    def __init__(self, rows=()):
        self._rows = {row["id"]: row for row in rows}

    def insert(self, row):
        self._rows[row["id"]] = row

    def delete(self, row_id):
        del self._rows[row_id]

    def _select(self, column, after, limit):
        """The first `limit` rows by `column`, and by id where that is equal, that come after a position."""
        rows = sorted(self._rows.values(), key=lambda row: (row[column], row["id"]))
        if after is not None:
            rows = [row for row in rows if (row[column], row["id"]) > after]
        return rows[:limit]

    def page(self, size, order_by="id", cursor=None):
        """One page of at most `size` rows (or LARGEST_PAGE).

        Raises ValueError for a size below 1, BadCursor for a cursor that isn't one of this order.
        """
        if size < 1:
            raise ValueError("a page needs at least one row")
        size = min(size, LARGEST_PAGE)
        after = None
        if cursor is not None:
            column, *position = decode(cursor)
            if column != order_by or len(position) != 2:
                raise BadCursor(f"the cursor is not one of a list by {order_by}")
            after = tuple(position)
        rows = self._select(order_by, after, size + 1)
        page = rows[:size]
        if len(rows) <= size:
            return Page(page)
        last = rows[-1]
        return Page(page, encode([order_by, last[order_by], last["id"]]))

    def pages(self, size, order_by="id"):
        """All pages, one after the other."""
        cursor = None
        while True:
            page = self.page(size, order_by, cursor)
            yield page
            if page.is_last:
                return
            cursor = page.next_cursor
