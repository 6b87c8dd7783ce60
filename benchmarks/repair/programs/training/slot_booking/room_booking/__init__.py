"""Room booking: half-open time slots and a small ledger."""

from .ledger import BookingError, Ledger
from .slots import Slot, parse_slot

__all__ = ["BookingError", "Ledger", "Slot", "parse_slot"]
