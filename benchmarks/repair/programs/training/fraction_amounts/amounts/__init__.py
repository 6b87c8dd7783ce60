from amounts.parse import AmountError, parse_amount, read_ingredient
from amounts.show import show

__all__ = ["AmountError", "parse_amount", "read_ingredient", "show"]
