"""Places in a JSON document, such as `/users/0/name`."""


class PointerError(LookupError):
    """The pointer is no pointer, or leads nowhere."""


class Pointer:
    def __init__(self, text):
        if text and not text.startswith("/"):
            raise PointerError(f"{text!r} doesn't begin with a slash")
        self.parts = [unescape(part) for part in text.split("/")[1:]]

    @classmethod
    def of(cls, *parts):
        return cls("".join("/" + escape(str(part)) for part in parts))

    def __str__(self):
        return "".join("/" + escape(part) for part in self.parts)

    def parent_and_key(self, document):
        """The container and the key or index in it; the index may be the one after the last."""
        if not self.parts:
            raise PointerError("the whole document has no parent")
        for part in self.parts[:-1]:
            document = child(document, part)
        key = self.parts[-1]
        if isinstance(document, list):
            key = len(document) if key == "-" else index(key, len(document) + 1)
        elif not isinstance(document, dict):
            raise PointerError(f"{self} isn't in a container")
        return document, key

    def get(self, document):
        for part in self.parts:
            document = child(document, part)
        return document


def child(container, part):
    if isinstance(container, list):
        return container[index(part, len(container))]
    if not isinstance(container, dict) or part not in container:
        raise PointerError(f"there is no {part!r}")
    return container[part]


def index(part, size):
    if not part.isdigit() or int(part) >= size:
        raise PointerError(f"{part!r} isn't an index below {size}")
    return int(part)


def escape(part):
    return part.replace("~", "~0").replace("/", "~1")


def unescape(part):
    return part.replace("~0", "~").replace("~1", "/")
