"""Who meets whom."""


class Network:
    """An undirected graph of people."""

    def __init__(self, *pairs):
        self._contacts = {}
        for first, second in pairs:
            self.connect(first, second)

    def connect(self, first, second):
        if first == second:
            raise ValueError("nobody meets themselves")
        self._contacts.setdefault(first, set()).add(second)
        self._contacts.setdefault(second, set()).add(first)

    def contacts(self, person):
        """The people a person meets, in order of names."""
        return sorted(self._contacts[person])

    def people(self):
        return sorted(self._contacts)
