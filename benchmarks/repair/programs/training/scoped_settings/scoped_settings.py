"""A settings store with layers, of which the upper ones go first."""

_MISSING = object()


class SettingsError(Exception):
    """A layer or setting is unknown or can't be changed."""


class Settings:
    """Layers are given from the lowest to the highest."""

    def __init__(self, layers, defaults=None):
        self._order = list(layers)
        self._layers = {name: {} for name in self._order}
        self._frozen = set()
        self._watchers = []
        if defaults:
            self._layers[self._order[0]].update(defaults)

    def _layer(self, name):
        if name not in self._layers:
            raise SettingsError(f"no layer {name}")
        return self._layers[name]

    def _writable(self, name):
        layer = self._layer(name)
        if name in self._frozen:
            raise SettingsError(f"{name} is frozen")
        return layer

    def freeze(self, name):
        self._layer(name)
        self._frozen.add(name)

    def _lookup(self, key):
        """(layer, value) that count for a key, (None, _MISSING) if there are none."""
        for name in reversed(self._order):
            if key in self._layers[name]:
                return name, self._layers[name][key]
        return None, _MISSING

    def get(self, key, default=None):
        _, value = self._lookup(key)
        return default if value is _MISSING else value

    def origin(self, key):
        return self._lookup(key)[0]

    def watch(self, callback, prefix=""):
        """Call back with (key, old, new) when what counts for a key changes."""
        self._watchers.append((prefix, callback))

    def _notify(self, key, old, new):
        if old == new:
            return
        for prefix, callback in self._watchers:
            if key.startswith(prefix):
                callback(key, old, new)

    def set(self, name, key, value):
        layer = self._writable(name)
        before = self.get(key)
        layer[key] = value
        self._notify(key, before, value)

    def unset(self, name, key):
        """Remove a key from a layer, so that a lower layer counts again."""
        layer = self._writable(name)
        if key not in layer:
            raise SettingsError(f"no {key} in {name}")
        before = self.get(key)
        del layer[key]
        self._notify(key, before, self.get(key))

    def load(self, name, values):
        """Replace everything in a layer."""
        layer = self._writable(name)
        for key in sorted(layer.keys() - values.keys()):
            self.unset(name, key)
        for key, value in sorted(values.items()):
            self.set(name, key, value)

    def keys(self, prefix=""):
        found = set()
        for layer in self._layers.values():
            found.update(key for key in layer if key.startswith(prefix))
        return sorted(found)

    def section(self, prefix):
        """The settings below a prefix, with the prefix taken off."""
        start = len(prefix) + 1
        return {key[start:]: self.get(key) for key in self.keys(prefix + ".")}

    def overridden(self, name):
        """Keys of a layer that a higher layer hides."""
        return sorted(key for key in self._layer(name) if self.origin(key) != name)
