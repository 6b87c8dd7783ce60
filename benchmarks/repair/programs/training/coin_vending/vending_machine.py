"""A vending machine as an explicit state machine."""

from enum import Enum, auto


class State(Enum):
    IDLE = auto()
    PAYING = auto()
    OUT_OF_ORDER = auto()


class MachineError(Exception):
    pass


COINS = (200, 100, 50, 20, 10, 5)


class VendingMachine:
    """Customers insert coins and choose a slot, in either order.

    The sale happens as soon as a slot is chosen and the credit suffices;
    change is given greedily from the coins in the machine.
    """

    def __init__(self, prices, stock, float_coins=None):
        self.prices = dict(prices)
        self.stock = dict(stock)
        self.coins = {coin: 0 for coin in COINS}
        self.coins.update(float_coins or {})
        self.credit = 0
        self.selected = None
        self.state = State.IDLE

    def insert(self, coin):
        """Insert a coin; returns ``(item, change)`` if that completes a sale."""
        self._check()
        if coin not in COINS:
            raise MachineError(f"coin {coin} rejected")
        self.coins[coin] += 1
        self.credit += coin
        self.state = State.PAYING
        return self._try_sale()

    def select(self, slot):
        """Choose a slot; returns ``(item, change)`` if the credit suffices."""
        self._check()
        if self.stock.get(slot, 0) < 1:
            raise MachineError(f"{slot} is sold out")
        self.selected = slot
        self.state = State.PAYING
        return self._try_sale()

    def cancel(self):
        """Give the credit back as coins and return to idle."""
        self._check()
        refund = self._make_change(self.credit)
        self._reset()
        return refund

    def repair(self):
        if self.state is not State.OUT_OF_ORDER:
            raise MachineError("not broken")
        self._reset()

    def _check(self):
        if self.state is State.OUT_OF_ORDER:
            raise MachineError("out of order")

    def _try_sale(self):
        if self.selected is None or self.credit < self.prices[self.selected]:
            return None
        item = self.selected
        change = self._make_change(self.credit - self.prices[item])
        self.stock[item] -= 1
        self._reset()
        return item, change

    def _make_change(self, amount):
        given = []
        for coin in COINS:
            while amount >= coin and self.coins[coin] > 0:
                self.coins[coin] -= 1
                amount -= coin
                given.append(coin)
        if amount:
            for coin in given:
                self.coins[coin] += 1
            self.state = State.OUT_OF_ORDER
            raise MachineError("cannot give change")
        return given

    def _reset(self):
        self.credit = 0
        self.state = State.IDLE
