"""Amounts of money from the cells of a spreadsheet."""


def cents(cell):
    """The amount of a cell in cents: "$1,234.56", "12.5", "(3.20)" for a negative one, "" for none."""
    text = cell.strip().replace(",", "").replace("$", "")
    if not text or text == "-":
        return 0
    negative = text.startswith("(") and text.endswith(")")
    if negative:
        text = text[1:-1]
    amount = int(float(text) * 100)
    return -amount if negative else amount


def dollars(amount):
    """An amount in cents as a cell."""
    text = f"${abs(amount) // 100:,}.{abs(amount) % 100:02}"
    return f"({text})" if amount < 0 else text


def total(cells):
    return dollars(sum(cents(cell) for cell in cells))
