"""Paths as text, without touching any disk."""


def normal(path):
    """The path without '.', doubled slashes and the '..' that can be worked out."""
    absolute = path.startswith("/")
    parts = []
    for part in path.split("/"):
        if part in ("", "."):
            continue
        if part != "..":
            parts.append(part)
        elif parts:
            parts.pop()
        elif not absolute:
            parts.append(part)
    text = "/".join(parts)
    return "/" + text if absolute else text or "."


def within(path, folder):
    """Whether a path lies in a folder or is the folder itself."""
    path, folder = normal(path), normal(folder)
    return path == folder or path.startswith(folder.rstrip("/") + "/")
