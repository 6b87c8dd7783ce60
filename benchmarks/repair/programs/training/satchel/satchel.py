"""The player's inventory in a text adventure; commands answer with a sentence."""
from things import Container, search


class Player:
    def __init__(self, location=None, strength=10):
        self.location = [] if location is None else location
        self.strength = strength
        self.carried = []

    def load(self):
        return sum(thing.total_weight() for thing in self.carried)

    def take(self, words):
        if search(self.carried, words):
            return "You already have that."
        found = search(self.location, words)
        if not found:
            return "You see no such thing."
        thing, place = found
        if self.load() + thing.weight > self.strength:
            return f"The {thing.name} is too heavy."
        place.remove(thing)
        self.carried.append(thing)
        return f"Taken: {thing.name}."

    def take_all(self):
        answers = []
        for thing in list(self.location):
            answers.append(self.take(thing.name))
        return answers or ["There is nothing here."]

    def drop(self, words):
        found = search(self.carried, words)
        if not found:
            return "You don't have that."
        thing, place = found
        place.remove(thing)
        self.location.append(thing)
        return f"Dropped: {thing.name}."

    def put(self, words, into):
        """Puts something carried into a container that is carried or lies here."""
        found = search(self.carried, words)
        if not found:
            return "You don't have that."
        target = search(self.carried, into) or search(self.location, into)
        if not target:
            return "You see no such thing."
        thing, place = found
        container = target[0]
        if not isinstance(container, Container):
            return f"You can't put things in the {container.name}."
        if not container.is_open:
            return f"The {container.name} is closed."
        if isinstance(thing, Container) and thing.holds(container):
            return "That is impossible."
        if len(container.contents) >= container.room:
            return f"The {container.name} is full."
        place.remove(thing)
        container.contents.append(thing)
        return f"The {thing.name} is in the {container.name} now."

    def open(self, words, wanted=True):
        found = search(self.carried, words) or search(self.location, words)
        if not found:
            return "You see no such thing."
        thing = found[0]
        if not isinstance(thing, Container):
            return f"The {thing.name} can't be opened or closed."
        state = "open" if wanted else "closed"
        if thing.is_open == wanted:
            return f"The {thing.name} is {state} already."
        thing.is_open = wanted
        return f"The {thing.name} is {state} now."

    def close(self, words):
        return self.open(words, wanted=False)

    def inventory(self):
        """Lines for the screen, contents of open containers indented."""
        if not self.carried:
            return ["You carry nothing."]
        lines = []
        self._list(self.carried, 0, lines)
        return lines

    def _list(self, things, depth, lines):
        for thing in sorted(things, key=lambda t: t.name):
            note = ""
            if isinstance(thing, Container) and not thing.is_open:
                note = " (closed)"
            lines.append("  " * depth + thing.name + note)
            if isinstance(thing, Container) and thing.is_open:
                self._list(thing.contents, depth + 1, lines)
