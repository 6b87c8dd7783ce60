"""Reads blocks of "key: value" lines that blank lines separate."""


def blocks(text):
    found = []
    current = {}
    for line in text.splitlines():
        if not line.strip():
            if current:
                found.append(current)
            continue
        key, _, value = line.partition(":")
        current[key.strip()] = value.strip()
    if current:
        found.append(current)
    return found


def names(text):
    return [block.get("name", "?") for block in blocks(text)]


def with_key(text, key):
    return [block for block in blocks(text) if key in block]
