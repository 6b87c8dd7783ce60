"""A board of columns with limits on the work in progress."""

from .models import BoardError, Card, Column


class Board:
    def __init__(self, *columns):
        self.columns = {column.name: column for column in columns}
        if len(self.columns) < len(columns):
            raise BoardError("two columns have the same name")

    def _column(self, name):
        try:
            return self.columns[name]
        except KeyError:
            raise BoardError(f"no column {name!r}") from None

    def find(self, title):
        """The column and the card of a title."""
        for column in self.columns.values():
            for card in column.cards:
                if card.title == title:
                    return column, card
        raise BoardError(f"no card {title!r}")

    def add(self, title, size=1):
        """Put a new card to the end of the first column."""
        column = next(iter(self.columns.values()))
        card = Card(title, size)
        if not column.room_for(card):
            raise BoardError(f"{column.name} is full")
        column.cards.append(card)
        return card

    def move(self, title, to, position=None):
        """Move a card to a column, by default to the end of it.

        Blocked cards may be moved within their column only. Raises BoardError, and changes nothing then.
        """
        source, card = self.find(title)
        target = self._column(to)
        if card.blocked and target is not source:
            raise BoardError(f"{title} is blocked")
        if not target.room_for(card):
            raise BoardError(f"{target.name} is full")
        source.cards.remove(card)
        if position is None:
            position = len(target.cards)
        target.cards.insert(position, card)
        if target is not source:
            card.history.append((source.name, target.name))

    def pull(self, to):
        """Fetch the first card that can be moved from the column before; returns it, or None."""
        names = list(self.columns)
        index = names.index(self._column(to).name)
        if index == 0:
            raise BoardError("there is no column before the first")
        for card in self.columns[names[index - 1]].cards:
            if not card.blocked and self.columns[to].room_for(card):
                self.move(card.title, to)
                return card
        return None

    def summary(self):
        """One line for each column, like `doing 3/4: a, b`."""
        lines = []
        for column in self.columns.values():
            limit = "" if column.limit is None else f"/{column.limit}"
            titles = ", ".join(card.title + ("!" if card.blocked else "") for card in column.cards)
            lines.append(f"{column.name} {column.load}{limit}: {titles}".rstrip())
        return "\n".join(lines)
