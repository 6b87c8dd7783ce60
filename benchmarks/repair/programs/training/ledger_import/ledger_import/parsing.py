"""Turn exported statement text into entries."""
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation


class StatementError(ValueError):
    pass


@dataclass(frozen=True)
class Entry:
    day: date
    text: str
    amount: Decimal


def parse_amount(text):
    """Read '1,234.50', '-3.00' or '(3.00)'; parentheses mean negative."""
    cleaned = text.strip().replace(",", "")
    negative = cleaned.startswith("(") and cleaned.endswith(")")
    if negative:
        cleaned = cleaned[1:-1]
    try:
        amount = Decimal(cleaned)
    except InvalidOperation:
        raise StatementError(f"bad amount {text!r}") from None
    return -amount if negative else amount


def parse_statement(text):
    """Entries from lines of 'YYYY-MM-DD;description;amount'."""
    entries = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        parts = line.split(";")
        if len(parts) != 3:
            raise StatementError(f"line {number}: expected three columns")
        try:
            day = date.fromisoformat(parts[0].strip())
        except ValueError:
            raise StatementError(f"line {number}: bad date {parts[0]!r}") from None
        entries.append(Entry(day, parts[1].strip(), parse_amount(parts[2])))
    return entries
