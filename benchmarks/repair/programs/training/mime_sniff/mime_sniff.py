"""Guesses the type of a file from its first bytes, and from its name where the bytes don't tell."""

from dataclasses import dataclass

DEFAULT = "application/octet-stream"
TEXT = "text/plain"
HEAD = 64


@dataclass(frozen=True)
class Magic:
    """Bytes at an offset; `more` are (offset, bytes) pairs that have to be there too."""

    type: str
    start: bytes
    offset: int = 0
    more: tuple = ()

    def matches(self, data):
        if data[self.offset : self.offset + len(self.start)] != self.start:
            return False
        return all(data[offset : offset + len(part)] == part for offset, part in self.more)


MAGIC = [
    Magic("image/png", b"\x89PNG\r\n\x1a\n"),
    Magic("image/gif", b"GIF89a"),
    Magic("image/jpeg", b"\xff\xd8\xff"),
    Magic("image/webp", b"RIFF", more=((8, b"WEBP"),)),
    Magic("audio/wav", b"RIFF", more=((8, b"WAVE"),)),
    Magic("audio/ogg", b"OggS"),
    Magic("application/pdf", b"%PDF-"),
    Magic("application/zip", b"PK\x03\x04"),
    Magic("application/gzip", b"\x1f\x8b"),
    Magic("application/x-tar", b"ustar", offset=257),
]

EXTENSIONS = {
    "csv": "text/csv",
    "css": "text/css",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "html": "text/html",
    "jpg": "image/jpeg",
    "json": "application/json",
    "md": "text/markdown",
    "png": "image/png",
    "svg": "image/svg+xml",
    "txt": TEXT,
}

# types whose bytes say less than the name: the container, and the names that refine it
CONTAINERS = {
    "application/zip": {"docx"},
    TEXT: {"csv", "css", "html", "json", "md", "svg"},
}


def extension(name):
    stem, dot, last = name.rpartition(".")
    return last.lower() if dot and stem else ""


def looks_like_text(data):
    """Whether the bytes are UTF-8 without control characters; a character may be cut off at the end."""
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    for cut in range(4):
        try:
            text = data[: len(data) - cut].decode("utf-8")
        except UnicodeDecodeError:
            continue
        return all(char.isprintable() or char in "\r\n\t\f" for char in text)
    return False


def sniff(data):
    """The type by the bytes alone, None where nothing is known."""
    for magic in MAGIC:
        if magic.matches(data):
            return magic.type
    if data and looks_like_text(data[:HEAD]):
        return TEXT
    return None


def guess(name, data=b""):
    """The type of a file with a name and the bytes it begins with."""
    ending = extension(name)
    found = sniff(data)
    if found is None:
        return EXTENSIONS.get(ending, DEFAULT) if not data else DEFAULT
    if ending in CONTAINERS.get(found, ()):
        return EXTENSIONS[ending]
    return found


def mismatch(name, data):
    """Whether a file has a name that promises something else than its bytes."""
    promised = EXTENSIONS.get(extension(name))
    return promised is not None and guess(name, data) != promised


def totals(files):
    """The number of files of every type, from (name, data) pairs, most frequent first."""
    counts = {}
    for name, data in files:
        kind = guess(name, data)
        counts[kind] = counts.get(kind, 0) + 1
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
