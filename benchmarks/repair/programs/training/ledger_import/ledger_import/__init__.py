"""Import bank statements and match them against the books."""
from .matching import Reconciliation, reconcile
from .parsing import Entry, StatementError, parse_amount, parse_statement

__all__ = [
    "Entry", "Reconciliation", "StatementError",
    "parse_amount", "parse_statement", "reconcile",
]
