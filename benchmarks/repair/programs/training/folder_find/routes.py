"""Looks things up in nested folders."""


def find(folder, name):
    """The path to a file, None where there is none."""
    for child, content in sorted(folder.items()):
        if isinstance(content, dict):
            below = find(content, name)
            return f"{child}/{below}"
        elif child == name:
            return child
    return None


def size(content):
    """Bytes of a file or of everything in a folder."""
    if isinstance(content, dict):
        return sum(size(child) for child in content.values())
    return len(content)


def lookup(folder, path):
    """What lies under a path, None where nothing does."""
    head, _, rest = path.partition("/")
    if head not in folder:
        return None
    found = folder[head]
    if not rest:
        return found
    if isinstance(found, dict):
        return lookup(found, rest)
    return None
