"""A text buffer that remembers what was done to it."""

from .buffer import Buffer
from .edits import Edit

__all__ = ["Buffer", "Edit"]
