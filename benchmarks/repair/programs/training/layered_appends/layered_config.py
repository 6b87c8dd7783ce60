"""Stack configuration layers and look values up by dotted path."""

APPEND_MARK = "+"
_MISSING = object()


class ConfigError(Exception):
    pass


def merge(base, override):
    """Combine two mappings; nested mappings merge, 'key+' appends to a list."""
    result = dict(base)
    for key, value in override.items():
        if key.endswith(APPEND_MARK):
            name = key[:-len(APPEND_MARK)]
            items = result.get(name, [])
            if not isinstance(items, list) or not isinstance(value, list):
                raise ConfigError(f"{name}: can only append a list to a list")
            items.extend(value)
            result[name] = items
        elif isinstance(value, dict):
            current = result.get(key)
            result[key] = merge(current if isinstance(current, dict) else {}, value)
        elif value is None:
            result.pop(key, None)
        else:
            result[key] = value
    return result


class LayeredConfig:
    """Named layers; later layers win over earlier ones."""

    def __init__(self, defaults=None):
        self._layers = [("defaults", defaults or {})]

    def add_layer(self, name, values):
        if any(existing == name for existing, _ in self._layers):
            raise ConfigError(f"layer {name!r} already added")
        self._layers.append((name, values))
        return self

    def remove_layer(self, name):
        kept = [layer for layer in self._layers if layer[0] != name]
        if len(kept) == len(self._layers):
            raise ConfigError(f"no layer {name!r}")
        self._layers = kept

    def resolve(self):
        """The effective configuration as one mapping."""
        result = {}
        for _, values in self._layers:
            result = merge(result, values)
        return result

    def get(self, path, default=_MISSING):
        node = self.resolve()
        for part in path.split("."):
            if not isinstance(node, dict) or part not in node:
                if default is _MISSING:
                    raise ConfigError(f"no setting {path!r}")
                return default
            node = node[part]
        return node

    def origin(self, path):
        """Name of the last layer that mentions the path, or None."""
        for name, values in reversed(self._layers):
            node = values
            for part in path.split("."):
                if not isinstance(node, dict):
                    break
                if part not in node and part + APPEND_MARK in node:
                    part += APPEND_MARK
                if part not in node:
                    break
                node = node[part]
            else:
                return name
        return None
