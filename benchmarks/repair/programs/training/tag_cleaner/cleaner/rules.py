"""What may stay in a comment written by a reader."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

VOID = frozenset({"br", "hr", "img", "wbr"})
DROPPED = frozenset({"script", "style"})  # with everything inside


@dataclass(frozen=True)
class Rules:
    """Tags with the attributes they may have, and the schemes of links."""

    tags: dict = field(default_factory=lambda: {
        "p": (), "b": (), "i": (), "em": (), "ul": (), "li": (), "br": (), "hr": (),
        "a": ("href", "title"), "img": ("src", "alt"),
    })
    schemes: tuple = ("http", "https", "mailto", "")

    def attributes(self, tag, given):
        """The pairs that are allowed; attributes without a value are not."""
        allowed = self.tags[tag]
        return [
            (name, value) for name, value in given
            if name in allowed and value is not None and self._harmless(name, value)
        ]

    def _harmless(self, name, value):
        if name not in ("href", "src"):
            return True
        return urlsplit(value.strip()).scheme in self.schemes
