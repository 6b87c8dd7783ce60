"""HTTP headers: names in any case, several values under one name."""

from email.utils import parsedate_to_datetime


class HeaderError(ValueError):
    pass


class Headers:
    def __init__(self, pairs=()):
        self._values = {}  # lower-case name: (name as first given, values)
        for name, value in pairs:
            self.add(name, value)

    @classmethod
    def parse(cls, text):
        """From raw lines; a line that starts with a blank goes on with the one before."""
        headers = cls()
        name = None
        for line in text.splitlines():
            if not line.strip():
                break
            if line[0] in " \t":
                if name is None:
                    raise HeaderError("the first line is a continuation")
                values = headers._values[name.lower()][1]
                values[-1] = f"{values[-1]} {line.strip()}"
                continue
            name, colon, value = line.partition(":")
            if not colon or name != name.strip() or not name:
                raise HeaderError(f"bad line {line!r}")
            headers.add(name, value.strip())
        return headers

    def add(self, name, value):
        if "\n" in value or "\r" in value:
            raise HeaderError("a value has one line")
        self._values.setdefault(name.lower(), (name, []))[1].append(value)

    def __setitem__(self, name, value):
        self._values.pop(name.lower(), None)
        self.add(name, value)

    def __getitem__(self, name):
        return ", ".join(self._values[name.lower()][1])

    def __contains__(self, name):
        return name in self._values

    def __len__(self):
        return len(self._values)

    def get(self, name, default=None):
        return self[name] if name in self else default

    def get_all(self, name):
        return list(self._values.get(name.lower(), ("", []))[1])

    def remove(self, name):
        """Take a header out with all its values; whether there was one."""
        return self._values.pop(name, None) is not None

    def items(self):
        for name, values in self._values.values():
            for value in values:
                yield name, value

    def content_length(self):
        text = self.get("content-length")
        if text is None:
            return None
        if not text.isdigit():
            raise HeaderError(f"Content-Length: {text}")
        return int(text)

    def date(self, name):
        try:
            return parsedate_to_datetime(self[name])
        except (KeyError, ValueError):
            return None

    def __str__(self):
        return "".join(f"{name}: {value}\r\n" for name, value in self.items())
