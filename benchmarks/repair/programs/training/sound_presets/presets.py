"""Presets of a synthesizer: nested settings that can be derived from each other and edited."""

import copy


class PresetError(KeyError):
    """An unknown preset or setting."""


INITIAL = {
    "oscillator": {"wave": "saw", "octave": 0},
    "filter": {"cutoff": 1.0, "resonance": 0.0},
    "effects": [],
    "volume": 0.8,
}


class Preset:
    """Settings under a name; a setting is named by its path, as in ``filter.cutoff``."""

    def __init__(self, name, settings):
        self.name = name
        self.settings = settings

    def get(self, path):
        value = self.settings
        for key in path.split("."):
            if not isinstance(value, dict) or key not in value:
                raise PresetError(path)
            value = value[key]
        return value

    def set(self, path, value):
        """Change a setting that exists."""
        self.get(path)
        *parents, last = path.split(".")
        target = self.settings
        for key in parents:
            target = target[key]
        target[last] = value

    def add_effect(self, effect):
        """Put an effect at the end of the chain; one that is there already moves to the end."""
        if effect in self.settings["effects"]:
            self.settings["effects"].remove(effect)
        self.settings["effects"].append(effect)


class Bank:
    """Presets by name, with one undo step each."""

    def __init__(self):
        self._presets = {}
        self._saved = {}

    def create(self, name, base=None, **changes):
        """A new preset like the base or, without one, the initial settings; changes go to the top level."""
        if name in self._presets:
            raise ValueError(f"{name} exists")
        origin = INITIAL if base is None else self[base].settings
        preset = Preset(name, {**copy.copy(origin), **changes})
        self._presets[name] = preset
        return preset

    def __getitem__(self, name):
        try:
            return self._presets[name]
        except KeyError:
            raise PresetError(name) from None

    def save(self, name):
        """Remember the settings of a preset for `revert`."""
        self._saved[name] = copy.deepcopy(self[name].settings)

    def revert(self, name):
        """Go back to what was saved; PresetError where nothing was."""
        if name not in self._saved:
            raise PresetError(name)
        self[name].settings = copy.deepcopy(self._saved[name])

    def names(self):
        return sorted(self._presets)


def differences(first, second, path=""):
    """Paths of the settings that two dicts of settings don't share, in order of names."""
    found = []
    for key in sorted(first.keys() | second.keys()):
        here = f"{path}.{key}" if path else key
        left, right = first.get(key), second.get(key)
        if isinstance(left, dict) and isinstance(right, dict):
            found += differences(left, right, here)
        elif left != right:
            found.append(here)
    return found
