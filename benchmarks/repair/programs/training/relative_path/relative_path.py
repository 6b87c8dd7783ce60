"""Links between pages of a site, written relative to the page's folder."""


def _parts(path):
    return [part for part in path.split("/") if part]


def relative(folder, target):
    """The way from a folder to a file or folder; both are given from the root of the site."""
    here, there = _parts(folder), _parts(target)
    shared = 0
    while shared < min(len(here), len(there)) and here[shared] == there[shared]:
        shared += 1
    ups = [".."] * (len(there) - shared)
    return "/".join(ups + there[shared:]) or "."


def resolve(folder, link):
    """The target, from the root of the site, that a link in a page of the folder leads to."""
    parts = [] if link.startswith("/") else _parts(folder)
    for part in _parts(link):
        if part == "..":
            if parts:
                parts.pop()
        elif part != ".":
            parts.append(part)
    return "/" + "/".join(parts)
