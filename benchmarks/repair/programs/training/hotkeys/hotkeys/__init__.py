from hotkeys.keymap import Keymap, KeymapError
from hotkeys.toolbar import Toolbar

__all__ = ["Keymap", "KeymapError", "Toolbar"]
