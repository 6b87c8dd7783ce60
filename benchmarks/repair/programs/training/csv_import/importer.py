"""Import of member lists exported from a spreadsheet."""
from datetime import datetime


class RowError(Exception):
    def __init__(self, lineno, reason):
        super().__init__(f"line {lineno}: {reason}")
        self.lineno = lineno
        self.reason = reason


def parse_date(text):
    for pattern in ("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y"):
        try:
            return datetime.strptime(text, pattern).date()
        except TypeError:
            continue
    raise ValueError(f"not a date: {text}")


def parse_fee(text):
    """Fee in cents; '12', '12.5' and '12,50' are all accepted."""
    whole, _, fraction = text.replace(",", ".").partition(".")
    if not whole.isdigit() or (fraction and not fraction.isdigit()) or len(fraction) > 2:
        raise ValueError(f"not an amount: {text}")
    return int(whole) * 100 + int(fraction.ljust(2, "0"))


def parse_row(line, lineno):
    try:
        name, joined, fee = [cell.strip() for cell in line.split(",", 2)]
    except ValueError:
        raise RowError(lineno, "too few columns") from None
    if not name:
        raise RowError(lineno, "name is empty")
    try:
        return {"name": name, "joined": parse_date(joined), "fee": parse_fee(fee)}
    except ValueError as error:
        raise RowError(lineno, str(error)) from error


def import_members(text):
    """Return (members, errors); bad rows do not stop the import."""
    members = []
    errors = []
    for lineno, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or lineno == 1:
            continue
        try:
            members.append(parse_row(line, lineno))
        except RowError as error:
            errors.append(error)
    return members, errors


def total_fees(members):
    return sum(m["fee"] for m in members)
