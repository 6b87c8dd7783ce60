"""The things that lie about in the adventure."""


class Thing:
    def __init__(self, name, weight=1):
        self.name = name
        self.weight = weight

    def total_weight(self):
        return self.weight

    def matches(self, words):
        return self.name.lower() == words.strip().lower()

    def __repr__(self):
        return f"<{self.name}>"


class Container(Thing):
    """A thing that other things can be put in."""

    def __init__(self, name, weight=1, room=5, is_open=True, contents=()):
        super().__init__(name, weight)
        self.room = room
        self.is_open = is_open
        self.contents = list(contents)

    def total_weight(self):
        return self.weight + sum(thing.total_weight() for thing in self.contents)

    def holds(self, other):
        """Is `other` this container or somewhere in it?"""
        return other is self or any(
            thing is other or (isinstance(thing, Container) and thing.holds(other))
            for thing in self.contents
        )


def search(things, words):
    """Finds (thing, list it is in) among the things, looking into open containers."""
    for thing in things:
        if thing.matches(words):
            return thing, things
        if isinstance(thing, Container) and thing.is_open:
            found = search(thing.contents, words)
            if found:
                return found
    return None
