from royalty.money import format_cents, parse_cents
from royalty.split import Statement, split

__all__ = ["Statement", "format_cents", "parse_cents", "split"]
