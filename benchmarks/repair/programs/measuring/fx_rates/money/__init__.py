from money.amount import Money
from money.rates import NoRate, Rates

__all__ = ["Money", "NoRate", "Rates"]
