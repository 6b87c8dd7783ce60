"""A lot with proxy bidding: the house bids for everybody up to their limits."""

from auction.bids import Bid, BidError, step


class Lot:
    def __init__(self, title, start=1_00, reserve=0):
        self.title = title
        self.start = start
        self.reserve = reserve
        self.price = 0
        self.leading = None
        self.history = []
        self.closed = False

    @property
    def least_bid(self):
        """The lowest limit a new bidder may name."""
        if self.leading is None:
            return self.start
        return self.price + step(self.price)

    def bid(self, bidder, limit):
        """Take a bid; True where the bidder leads afterwards. Of equal limits the earlier one leads."""
        if self.closed:
            raise BidError(f"{self.title} is closed")
        new = Bid(bidder, limit)
        if self.leading and self.leading.bidder == bidder:
            return self._raise_limit(new)
        if limit < self.least_bid:
            raise BidError(f"{limit} is less than {self.least_bid}")
        if self.leading is None:
            self.price = self.start
            self.leading = new
        elif limit > self.leading.limit:
            self.price = min(limit, self.price + step(self.price))
            self.leading = new
        else:
            self.price = min(self.leading.limit, limit + step(limit))
        self.history.append((self.leading.bidder, self.price))
        return self.leading is new

    def _raise_limit(self, new):
        if new.limit <= self.leading.limit:
            raise BidError("the limit can only rise")
        self.leading = new
        return True

    def close(self):
        """The winner and the price, or None where the reserve wasn't met."""
        self.closed = True
        if self.leading is None or self.leading.limit < self.reserve:
            return None
        return self.leading.bidder, max(self.price, self.reserve)
