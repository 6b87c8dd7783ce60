"""Layered configuration: defaults, site file, user file, overrides."""
import copy

DEFAULTS = {
    "window": {"width": 800, "height": 600, "panels": ["files"]},
    "theme": "light",
    "keys": {"save": "ctrl+s"},
}


def merge(base, extra):
    """Return a new mapping: nested mappings are merged, anything else replaced."""
    result = copy.copy(base)
    for key, value in extra.items():
        if isinstance(value, dict) and isinstance(result.get(key), dict):
            result[key] = merge(result[key], value)
        else:
            result[key] = copy.deepcopy(value)
    return result


class Config:
    def __init__(self, *layers, defaults=DEFAULTS):
        self._defaults = defaults
        self._values = merge(defaults, {})
        for layer in layers:
            self._values = merge(self._values, layer)

    def get(self, path, default=None):
        node = self._values
        for part in path.split("."):
            if not isinstance(node, dict) or part not in node:
                return default
            node = node[part]
        return node

    def set(self, path, value):
        *parents, last = path.split(".")
        node = self._values
        for part in parents:
            node = node.setdefault(part, {})
            if not isinstance(node, dict):
                raise ValueError(f"{part} is not a section")
        node[last] = value

    def changed(self):
        """Dotted paths of the values that differ from the defaults."""
        return sorted(_differences(self._defaults, self._values))


def _differences(old, new, prefix=""):
    for key in set(old) | set(new):
        path = prefix + key
        a, b = old.get(key), new.get(key)
        if isinstance(a, dict) and isinstance(b, dict):
            yield from _differences(a, b, path + ".")
        elif a != b:
            yield path
