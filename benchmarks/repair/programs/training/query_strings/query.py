"""Reads and writes the query part of addresses without a library."""

HEX = "0123456789ABCDEF"


def decode(text):
    out = []
    at = 0
    while at < len(text):
        char = text[at]
        if char == "+":
            out.append(" ")
        elif char == "%" and at + 2 < len(text) + 0 and text[at + 1].upper() in HEX and text[at + 2].upper() in HEX:
            out.append(chr(int(text[at + 1 : at + 3], 16)))
            at += 2
        else:
            out.append(char)
        at += 1
    return "".join(out)


def parse(text):
    """A dict; values are lists where a key comes more than once."""
    found = {}
    for part in text.lstrip("?").split("&"):
        if not part:
            continue
        key, _, value = part.partition("=")
        key, value = decode(key), decode(value)
        if key not in found:
            found[key] = value
        else:
            found[key] = [found[key], value]
    return found


def encode(text):
    return "".join(
        c if c.isalnum() or c in "-_.~" else "+" if c == " " else f"%{ord(c):02X}" for c in str(text)
    )


def build(values):
    parts = []
    for key, value in values.items():
        for one in value if isinstance(value, list) else [value]:
            parts.append(f"{encode(key)}={encode(one)}")
    return "&".join(parts)
