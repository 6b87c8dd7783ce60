"""Notes with tags."""


def normal(tag):
    """How a tag is kept: lower case, no blanks around, one dash for blanks inside."""
    return "-".join(tag.lower().split())


class Notes:
    def __init__(self):
        self._notes = []

    def add(self, text, *tags):
        self._notes.append((text, {normal(tag) for tag in tags}))

    def tagged(self, tag):
        """Texts of the notes with a tag."""
        wanted = tag
        return [text for text, tags in self._notes if wanted in tags]

    def untag(self, tag):
        wanted = normal(tag)
        for _, tags in self._notes:
            tags.discard(wanted)

    def tags(self):
        return sorted(set().union(*(tags for _, tags in self._notes)))
