"""Loyalty stamps of a cafe."""


class Card:
    def __init__(self, name, needed=8):
        if not name.strip():
            raise ValueError("a card needs a name")
        if needed < 1:
            raise ValueError("needed must be positive")
        self.name = name
        self.needed = needed
        self.stamps = 0

    def stamp(self, count=1):
        """Add stamps; the number of free coffees that this gives."""
        self.stamps += count
        free, self.stamps = divmod(self.stamps, self.needed)
        return free

    def left(self):
        return self.needed - self.stamps
