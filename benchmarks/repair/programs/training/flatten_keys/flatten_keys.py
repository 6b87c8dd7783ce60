"""Convert nested dictionaries to flat ones with joined keys and back."""


def flatten(data, prefix="", sep="."):
    """Return a flat dict whose keys are the paths joined with sep.

    Empty sub-dictionaries are kept as values.
    """
    flat = {}
    for key, value in data.items():
        path = f"{prefix}{sep}{key}" if prefix else str(key)
        if isinstance(value, dict) and value:
            flat.update(flatten(value, path))
        else:
            flat[path] = value
    return flat


def unflatten(flat, sep="."):
    """Rebuild the nested dict; raise ValueError on conflicting paths."""
    root = {}
    for path, value in flat.items():
        *parents, leaf = path.split(sep)
        node = root
        for part in parents:
            node = node.setdefault(part, {})
            if not isinstance(node, dict):
                raise ValueError(f"path {path!r} runs through a value")
        if leaf in node:
            raise ValueError(f"path {path!r} is already taken")
        node[leaf] = value
    return root


def lookup(data, path, default=None, sep="."):
    """Value at a joined path of a nested dict."""
    node = data
    for part in path.split(sep):
        if not isinstance(node, dict) or part not in node:
            return default
        node = node[part]
    return node
