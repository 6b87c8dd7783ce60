"""Match open invoices with the lines of a bank statement."""

import csv
import io
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal


@dataclass(frozen=True)
class Invoice:
    number: str
    issued: date
    amount: Decimal
    customer: str = ""


@dataclass(frozen=True)
class Line:
    booked: date
    amount: Decimal
    text: str


@dataclass
class Result:
    pairs: dict
    unpaid: list
    unknown: list


def read_statement(text):
    """The lines of a statement: date; amount with decimal comma; text."""
    rows = csv.reader(io.StringIO(text), delimiter=";")
    return [
        Line(date.fromisoformat(day.strip()), Decimal(amount.strip().replace(".", "").replace(",", ".")), note.strip())
        for day, amount, note in rows
    ]


def match(invoices, lines, days=30):
    """Find the bank line of each invoice; each line pays one invoice.

    A line whose text has the invoice number is sure, whatever its date. Else the amount must be equal and the line
    booked within `days` of the invoice; the earliest line wins, those that name the customer go before others.
    """
    open_lines = sorted((line for line in lines if line.amount > 0), key=lambda line: line.booked)
    pairs, rest = {}, []
    for invoice in invoices:
        line = _by_number(invoice, open_lines)
        if line is None:
            rest.append(invoice)
            continue
        pairs[invoice.number] = line
        open_lines.remove(line)
    unpaid = []
    for invoice in sorted(rest, key=lambda invoice: invoice.issued):
        line = _by_amount(invoice, open_lines, days)
        if line is None:
            unpaid.append(invoice)
            continue
        pairs[invoice.number] = line
    unknown = [line for line in open_lines if line not in pairs.values()]
    return Result(pairs, unpaid, unknown)


def _by_number(invoice, lines):
    for line in lines:
        words = line.text.replace(",", " ").split()
        if invoice.number in words and line.amount == invoice.amount:
            return line
    return None


def _by_amount(invoice, lines, days):
    latest = invoice.issued + timedelta(days=days)
    fitting = [line for line in lines if line.amount == invoice.amount and invoice.issued <= line.booked <= latest]
    if not fitting:
        return None
    named = [line for line in fitting if invoice.customer and invoice.customer.lower() in line.text.lower()]
    return (named or fitting)[0]


def report(result):
    lines = [f"{number}: paid {line.booked}" for number, line in sorted(result.pairs.items())]
    lines += [f"{invoice.number}: open {invoice.amount}" for invoice in result.unpaid]
    lines.append(f"not assigned: {sum((line.amount for line in result.unknown), Decimal(0))}")
    return "\n".join(lines)
