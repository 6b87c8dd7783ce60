"""Plain records."""
from dataclasses import dataclass


@dataclass
class Lot:
    quantity: int
    price: int  # cents per share

    @property
    def cost(self):
        return self.quantity * self.price


@dataclass(frozen=True)
class Sale:
    symbol: str
    quantity: int
    proceeds: int
    basis: int

    @property
    def gain(self):
        return self.proceeds - self.basis
