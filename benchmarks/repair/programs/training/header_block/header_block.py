"""The header lines in front of a message."""


class Headers:
    """Names in any case; a name may come several times."""

    def __init__(self):
        self.fields = {}

    def add(self, name, value):
        self.fields.setdefault(name.strip().lower(), []).append(value.strip())

    def all(self, name):
        """All values of a name, in order."""
        return list(self.fields.get(name, ()))

    def get(self, name, default=None):
        """The last value of a name."""
        values = self.all(name)
        return values[-1] if values else default


def parse_headers(text):
    """The headers up to the first empty line; an indented line goes on with the value above."""
    headers = Headers()
    name, value = None, ""
    for line in text.splitlines():
        if not line.strip():
            break
        if line[0] in " \t" and name is not None:
            value += " " + line.strip()
            continue
        if name is not None:
            headers.add(name, value)
        name, colon, value = line.partition(":")
        if not colon:
            raise ValueError(f"no header: {line!r}")
    if name is not None:
        headers.add(name, value)
    return headers
