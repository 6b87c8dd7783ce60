"""Settings in layers: defaults, the user's file, the command line."""

import copy

DEFAULTS = {
    "editor": {"tab": 4, "theme": "light", "rulers": [80]},
    "backup": {"keep": 3},
    "language": "en",
}


def merged_with(base, extra):
    """A new dictionary: nested ones are merged, all else is replaced; None takes a key out."""
    merged = base
    for key, value in extra.items():
        if value is None:
            merged.pop(key, None)
        elif isinstance(value, dict) and isinstance(merged.get(key), dict):
            merged[key] = merged_with(merged[key], value)
        else:
            merged[key] = value
    return merged


def load(*layers):
    """Defaults under all layers, later ones on top."""
    settings = DEFAULTS
    for layer in layers:
        settings = merged_with(settings, layer)
    return settings


def get(settings, path, default=None):
    """A value by its dotted path."""
    found = settings
    for key in path.split("."):
        if not isinstance(found, dict) or key not in found:
            return default
        found = found[key]
    return found


def from_arguments(arguments):
    """A layer from `--editor.tab=8`; numbers and true/false are understood."""
    layer = {}
    for argument in arguments:
        path, _, text = argument.lstrip("-").partition("=")
        *folders, name = path.split(".")
        place = layer
        for folder in folders:
            place = place.setdefault(folder, {})
        place[name] = _value(text)
    return layer


def _value(text):
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdigit() else text


def changed(settings):
    """Dotted paths whose values are not the default's."""
    return sorted(path for path, value in _flat(settings) if get(DEFAULTS, path) != value)


def _flat(settings, prefix=""):
    for key, value in settings.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value
