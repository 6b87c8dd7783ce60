"""The configuration object."""

from .merge import deep_merge


class Config:
    """Layers are kept by name; later layers win."""

    def __init__(self, defaults=None):
        self._layers = {"defaults": defaults or {}}

    def add_layer(self, name, values):
        """Add or replace a layer; replacing keeps its position."""
        self._layers[name] = values
        return self

    def drop_layer(self, name):
        if name == "defaults":
            raise ValueError("cannot drop the defaults")
        self._layers.pop(name, None)

    def as_dict(self):
        merged = {}
        for values in self._layers.values():
            merged = deep_merge(merged, values)
        return merged

    def get(self, path, default=None):
        node = self.as_dict()
        for part in path.split("."):
            if not isinstance(node, dict) or part not in node:
                return default
            node = node[part]
        return node

    def origin(self, path):
        """Name of the last layer that sets *path*, or None."""
        found = None
        for name, values in self._layers.items():
            node = values
            for part in path.split("."):
                if not isinstance(node, dict) or part not in node:
                    break
                node = node[part]
            else:
                found = name
        return found
