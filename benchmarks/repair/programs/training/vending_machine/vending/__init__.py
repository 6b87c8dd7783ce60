from vending.coins import CoinBox, NoChange
from vending.machine import Machine, SaleError

__all__ = ["CoinBox", "Machine", "NoChange", "SaleError"]
