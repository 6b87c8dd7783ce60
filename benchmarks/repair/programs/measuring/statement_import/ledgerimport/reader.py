"""Reads the CSV statements that banks offer for download."""

import csv
import io
from datetime import date, datetime
from decimal import Decimal
from typing import NamedTuple

from ledgerimport.amounts import parse_amount

DATE_FORMATS = ("%Y-%m-%d", "%d.%m.%Y", "%m/%d/%Y")
COLUMNS = {"date": ("date", "booked"), "text": ("description", "details", "text"), "amount": ("amount", "value")}


class StatementError(Exception):
    pass


class Row(NamedTuple):
    day: date
    text: str
    amount: Decimal


def parse_date(text):
    for fmt in DATE_FORMATS:
        try:
            return datetime.strptime(text.strip(), fmt).date()
        except ValueError:
            continue
    raise ValueError(f"not a date: {text!r}")


def _positions(header):
    names = [name.strip().lower() for name in header]
    found = {}
    for column, aliases in COLUMNS.items():
        for alias in aliases:
            if alias in names:
                found[column] = names.index(alias)
                break
        else:
            raise StatementError(f"no column for {column}")
    return found


def read_statement(text):
    """The rows of a statement, the oldest first. Raises StatementError with the line that cannot be read."""
    reader = csv.reader(io.StringIO(text))
    try:
        at = _positions(next(reader))
    except StopIteration:
        raise StatementError("the statement is empty") from None
    rows = []
    for cells in reader:
        if not any(cell.strip() for cell in cells):
            continue
        try:
            row = Row(parse_date(cells[at["date"]]), " ".join(cells[at["text"]].split()), parse_amount(cells[at["amount"]]))
        except (ValueError, IndexError) as error:
            raise StatementError(f"line {reader.line_num}: {error}") from error
        rows.append(row)
    return sorted(rows, key=lambda row: row.day)


def balance(rows, opening=Decimal(0)):
    return opening + sum(row.amount for row in rows)
