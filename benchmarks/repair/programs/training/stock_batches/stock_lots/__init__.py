"""FIFO cost-basis bookkeeping for share lots."""
from .book import LotBook, NotEnoughShares
from .lots import Lot, Sale

__all__ = ["Lot", "LotBook", "NotEnoughShares", "Sale"]
