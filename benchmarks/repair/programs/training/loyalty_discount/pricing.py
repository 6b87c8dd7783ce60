"""Shopping cart prices with discounts, shipping and a loyalty scheme."""
from dataclasses import dataclass, field

FREE_SHIPPING_FROM = 5000
SHIPPING = 490


@dataclass
class Customer:
    name: str
    years: int = 0
    orders: int = 0
    blocked: bool = False

    def is_loyal(self):
        """Two years or ten orders make a loyal customer, unless blocked."""
        return not self.blocked and (self.years >= 2 and self.orders >= 10)


@dataclass
class Item:
    name: str
    price: int
    count: int = 1
    bulky: bool = False

    def total(self):
        return self.price * self.count


@dataclass
class Cart:
    customer: Customer
    items: list = field(default_factory=list)

    def add(self, name, price, count=1, bulky=False):
        if price < 0 or count < 1:
            raise ValueError("bad price or count")
        self.items.append(Item(name, price, count, bulky))

    def goods(self):
        return sum(i.total() for i in self.items)

    def discount(self):
        """Loyal customers get 5 %; from 100.00 on everybody gets 3 % more."""
        percent = 0
        if self.customer.is_loyal():
            percent += 5
        if self.goods() >= 10000:
            percent += 3
        return self.goods() * percent // 100

    def shipping(self):
        """Free for loyal customers and big orders, but never for bulky goods."""
        if not self.items:
            return 0
        bulky = any(i.bulky for i in self.items)
        if not bulky and (self.customer.is_loyal() or self.goods() >= FREE_SHIPPING_FROM):
            return 0
        return SHIPPING * 3 if bulky else SHIPPING

    def total(self):
        return self.goods() - self.discount() + self.shipping()
