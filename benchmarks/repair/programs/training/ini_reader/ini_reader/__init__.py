"""Reading ini files with continuation lines and references."""

from .document import Document
from .parser import IniError, parse

__all__ = ["Document", "IniError", "parse"]
