from auction.bids import Bid, BidError
from auction.lot import Lot

__all__ = ["Bid", "BidError", "Lot"]
