"""What changed between two nested dicts."""


def changes(old, new, prefix=""):
    """(kind, path, value) of all differences, by path; kind is '+', '-' or '~', the value the new one (old for '-')."""
    found = []
    for key in sorted(old.keys() | new.keys()):
        path = f"{prefix}{key}"
        if key not in new:
            found.append(("-", path, old[key]))
        elif key not in old:
            found.append(("+", path, new[key]))
        elif isinstance(old[key], dict) and isinstance(new[key], dict):
            found.extend(changes(old[key], new[key], f"{key}."))
        elif old[key] != new[key]:
            found.append(("~", path, new[key]))
    return found


def report(old, new):
    """The changes as lines of text."""
    return [f"{kind} {path} = {value!r}" if kind != "-" else f"- {path}" for kind, path, value in changes(old, new)]
