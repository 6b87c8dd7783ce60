"""A petty-cash ledger working in integer cents."""

from .accounts import Ledger
from .amounts import format_amount, parse_amount

__all__ = ["Ledger", "format_amount", "parse_amount"]
