"""Settings laid over each other."""

DROP = object()


def overlay(base, changes):
    """The base with the changes on top: dicts are merged, lists replaced, DROP takes a key away."""
    result = base
    for key, value in changes.items():
        if value is DROP:
            result.pop(key, None)
        elif isinstance(value, dict) and isinstance(result.get(key), dict):
            result[key] = overlay(result[key], value)
        else:
            result[key] = value
    return result


def overlay_all(*layers):
    """All layers on top of each other, the last one counts most."""
    result = {}
    for layer in layers:
        result = overlay(result, layer)
    return result
