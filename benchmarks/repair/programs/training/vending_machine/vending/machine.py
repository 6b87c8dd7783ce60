"""A machine that takes coins, hands out goods and gives change."""

from vending.coins import CoinBox, NoChange


class SaleError(Exception):
    pass


class Machine:
    """Slots with a price and a stock each; `credit` is what the customer has put in."""

    def __init__(self, coins=None):
        self.box = CoinBox(coins)
        self.credit = 0
        self._slots = {}

    def fill(self, slot, name, price, count):
        """Put goods in; those of the same name are added to what is there."""
        old = self._slots.get(slot)
        if old and old["name"] == name:
            count += old["count"]
        self._slots[slot] = {"name": name, "price": price, "count": count}

    def insert(self, coin):
        self.box.insert(coin)
        self.credit += coin

    def choose(self, slot):
        """Sell from a slot: the name and the change. The credit stays where the sale fails."""
        goods = self._slots.get(slot)
        if goods is None:
            raise SaleError(f"no slot {slot}")
        if not goods["count"]:
            raise SaleError(f"{goods['name']} is sold out")
        if self.credit < goods["price"]:
            raise SaleError(f"{goods['price'] - self.credit} missing")
        try:
            change = self.box.pay(self.credit - goods["price"])
        except NoChange as error:
            raise SaleError("exact money only") from error
        goods["count"] -= 1
        self.credit = 0
        return goods["name"], change

    def cancel(self):
        """Give the credit back."""
        amount, self.credit = self.credit, 0
        return self.box.pay(amount)

    def stock(self):
        return {goods["name"]: goods["count"] for goods in self._slots.values()}
