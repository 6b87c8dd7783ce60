"""A small auction house: bidders deposit money, bids hold it until outbid."""
from dataclasses import dataclass, field


class BidError(Exception):
    """The bid can't be accepted."""


@dataclass
class Bidder:
    name: str
    balance: int = 0
    held: int = 0

    @property
    def available(self):
        return self.balance - self.held

    def hold(self, amount):
        if amount > self.available:
            raise BidError(f"{self.name} can't cover {amount}")
        self.held += amount

    def release(self, amount):
        self.held -= amount

    def charge(self, amount):
        """Takes held money for good."""
        self.held -= amount
        self.balance -= amount


@dataclass
class Lot:
    title: str
    seller: str
    start: int
    reserve: int = 0
    step: int = 1
    bids: list = field(default_factory=list)
    status: str = "open"

    @property
    def leading(self):
        """The (name, amount) of the highest bid, None without bids."""
        return self.bids[-1] if self.bids else None

    @property
    def minimum(self):
        """The smallest amount the next bid may have."""
        if self.leading is None:
            return self.start
        return self.leading[1] + self.step


class AuctionHouse:
    def __init__(self, commission=10):
        self.commission = commission
        self.bidders = {}
        self.lots = {}
        self.proceeds = {}
        self.earned = 0

    def register(self, name, deposit=0):
        bidder = self.bidders.setdefault(name, Bidder(name))
        bidder.balance += deposit
        return bidder

    def offer(self, title, seller, start, **terms):
        if title in self.lots:
            raise ValueError(f"lot {title} exists")
        self.lots[title] = lot = Lot(title, seller, start, **terms)
        return lot

    def bid(self, title, name, amount):
        lot = self._open_lot(title)
        bidder = self.bidders[name]
        if name == lot.seller:
            raise BidError("sellers can't bid on their own lots")
        if amount < lot.minimum:
            raise BidError(f"at least {lot.minimum}")
        previous = lot.leading
        if previous and previous[0] == name:
            bidder.hold(amount - previous[1])
        else:
            bidder.hold(amount)
            if previous:
                self.bidders[previous[0]].release(previous[1])
        lot.bids.append((name, amount))

    def close(self, title):
        """Ends the auction; returns the winner's name or None if unsold."""
        lot = self._open_lot(title)
        if lot.leading is None:
            lot.status = "unsold"
            return None
        name, amount = lot.leading
        if amount < lot.reserve:
            lot.status = "unsold"
            return None
        self.bidders[name].charge(amount)
        fee = amount * self.commission // 100
        self.earned += fee
        self.proceeds[lot.seller] = self.proceeds.get(lot.seller, 0) + amount - fee
        lot.status = "sold"
        return name

    def withdraw(self, title):
        """The seller takes the lot back before the end."""
        lot = self._open_lot(title)
        if lot.leading:
            name, amount = lot.leading
            self.bidders[name].release(amount)
        lot.status = "withdrawn"

    def results(self):
        return {
            title: lot.leading if lot.status == "sold" else lot.status
            for title, lot in sorted(self.lots.items())
        }

    def _open_lot(self, title):
        lot = self.lots[title]
        if lot.status != "open":
            raise BidError(f"{title} is {lot.status}")
        return lot
