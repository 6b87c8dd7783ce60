"""Parsing of raw HTTP header blocks."""


class Headers:
    """Case-insensitive multi-map that keeps the order of the fields."""

    def __init__(self, fields=()):
        self._fields = []
        for name, value in fields:
            self.add(name, value)

    def add(self, name, value):
        self._fields.append((name.strip(), value.strip()))

    def get(self, name, default=None):
        values = self.get_all(name)
        return values[0] if values else default

    def get_all(self, name):
        wanted = name.lower()
        return [value for field, value in self._fields if field.lower() == wanted]

    def __contains__(self, name):
        return bool(self.get_all(name))

    def __len__(self):
        return len(self._fields)


def parse_headers(text):
    """Headers of a raw block; a line that starts with a blank continues the previous one."""
    merged = []
    for line in text.splitlines():
        if not line.strip():
            break
        if line[0] in " \t" and merged:
            merged[-1] += " " + line.strip()
        else:
            merged.append(line)
    headers = Headers()
    for line in merged:
        name, colon, value = line.partition(":")
        if not colon or not name.strip():
            raise ValueError(f"bad header line: {line!r}")
        headers.add(name, value)
    return headers
