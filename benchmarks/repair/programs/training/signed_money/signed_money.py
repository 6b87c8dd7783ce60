"""Amounts of money as text and back."""

SYMBOLS = {"EUR": "€", "USD": "$", "GBP": "£"}


def show(cents, currency="EUR", accounting=False):
    """The amount as people read it; negative ones in brackets in accounting style."""
    whole, rest = divmod(cents, 100)
    text = f"{SYMBOLS[currency]}{abs(whole):,}.{rest:02d}"
    if cents >= 0:
        return text
    return f"({text})" if accounting else f"-{text}"


def total(amounts, currency="EUR"):
    """A closing line for a list of amounts."""
    amounts = list(amounts)
    noun = "item" if len(amounts) == 1 else "items"
    return f"{len(amounts)} {noun}: {show(sum(amounts), currency)}"
