"""Text for addresses: what isn't plain goes as percent signs and hex digits."""

import string

PLAIN = set(string.ascii_letters + string.digits + "-._~")


def encode(text, keep=""):
    """The text with everything but plain characters and those to keep as the %XX of its UTF-8 bytes."""
    parts = []
    for char in text:
        if char in PLAIN or char in keep:
            parts.append(char)
        else:
            parts.append(f"%{ord(char):02X}")
    return "".join(parts)


def query(pairs):
    """Names and values as a query text; those that are None are left out."""
    return "&".join(f"{encode(name)}={encode(str(value))}" for name, value in pairs.items() if value is not None)


def address(base, *folders, **pairs):
    """A base with folders and a query below it."""
    path = "/".join([base.rstrip("/"), *(encode(folder) for folder in folders)])
    return f"{path}?{query(pairs)}" if pairs else path
