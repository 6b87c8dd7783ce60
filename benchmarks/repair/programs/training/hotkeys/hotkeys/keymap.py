"""Key combinations and what they do."""

MODIFIERS = ("ctrl", "alt", "shift")


class KeymapError(ValueError):
    """A combination that is wrong or taken."""


def normalize(combination):
    """A combination in lower case with its modifiers in a fixed order: ``Shift+Ctrl+A`` is ``ctrl+shift+a``."""
    *modifiers, key = [part.strip().lower() for part in combination.split("+")]
    if not key or key in MODIFIERS:
        raise KeymapError(f"no key in {combination!r}")
    for modifier in modifiers:
        if modifier not in MODIFIERS:
            raise KeymapError(f"no such modifier: {modifier!r}")
    return "+".join([name for name in MODIFIERS if name in modifiers] + [key])


class Keymap:
    """Callbacks by combination."""

    def __init__(self):
        self._bindings = {}

    def bind(self, combination, callback):
        """Bind a combination that is free."""
        name = normalize(combination)
        if name in self._bindings:
            raise KeymapError(f"{name} is taken")
        self._bindings[name] = callback

    def unbind(self, combination):
        self._bindings.pop(normalize(combination), None)

    def press(self, combination):
        """Call what a combination is bound to; False where it isn't bound."""
        callback = self._bindings.get(normalize(combination))
        if callback is None:
            return False
        callback()
        return True

    def combinations(self):
        return sorted(self._bindings)
