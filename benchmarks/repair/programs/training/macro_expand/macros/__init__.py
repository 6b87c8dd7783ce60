from macros.expander import Expander
from macros.table import MacroError, MacroTable

__all__ = ["Expander", "MacroError", "MacroTable"]
