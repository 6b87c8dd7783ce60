from editor.buffer import Buffer
from editor.history import History

__all__ = ["Buffer", "History"]
