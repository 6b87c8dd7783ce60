from jsonpatch.patch import apply
from jsonpatch.pointer import Pointer, PointerError

__all__ = ["Pointer", "PointerError", "apply"]
