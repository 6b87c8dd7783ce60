"""Imports CSV exports of spreadsheets into typed records."""
import csv
import io
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any

TRUE = {"yes", "true", "1", "x"}
FALSE = {"no", "false", "0"}


def to_bool(text):
    text = text.lower()
    if text in TRUE:
        return True
    if text in FALSE:
        return False
    raise ValueError(f"not a yes/no value: {text}")


def to_decimal(text):
    """Accepts thousands separators: `1,250.50`."""
    try:
        return Decimal(text.replace(",", ""))
    except InvalidOperation:
        raise ValueError(f"not a number: {text}") from None


def to_date(text):
    return datetime.strptime(text, "%Y-%m-%d").date()


CONVERTERS = {
    "text": str,
    "int": lambda text: int(text.replace(",", "")),
    "decimal": to_decimal,
    "bool": to_bool,
    "date": to_date,
}


@dataclass(frozen=True)
class Column:
    """A column without a default may be left empty only if it is optional."""

    name: str
    kind: str = "text"
    optional: bool = False
    default: Any = None

    def __post_init__(self):
        if self.kind not in CONVERTERS:
            raise ValueError(f"unknown kind {self.kind}")


@dataclass
class Result:
    records: list = field(default_factory=list)
    errors: list = field(default_factory=list)

    def column(self, name):
        return [record[name] for record in self.records]


class Importer:
    def __init__(self, *columns, delimiter=","):
        self.columns = columns
        self.delimiter = delimiter

    def read(self, text):
        """Good rows become records, bad ones (line, message) errors."""
        rows = csv.reader(io.StringIO(text.lstrip("\ufeff")), delimiter=self.delimiter)
        header = next(rows, None)
        if header is None:
            raise ValueError("no header")
        positions = self._positions(header)
        result = Result()
        for row in rows:
            if not any(cell.strip() for cell in row):
                continue
            try:
                result.records.append(self._record(row, positions))
            except ValueError as error:
                result.errors.append((rows.line_num, str(error)))
        return result

    def _positions(self, header):
        """{name: index}; columns that have to be there must be in the header."""
        names = [name.strip().lower() for name in header]
        positions = {}
        for column in self.columns:
            if column.name.lower() in names:
                positions[column.name] = names.index(column.name.lower())
            elif column.default is None and not column.optional:
                raise ValueError(f"no column {column.name}")
        return positions

    def _record(self, row, positions):
        record = {}
        for column in self.columns:
            index = positions.get(column.name)
            cell = row[index] if index is not None and index < len(row) else ""
            record[column.name] = self._value(column, cell.strip())
        return record

    def _value(self, column, text):
        if not text:
            if column.default:
                return column.default
            if column.optional:
                return None
            raise ValueError(f"{column.name} is empty")
        try:
            return CONVERTERS[column.kind](text)
        except ValueError:
            raise ValueError(f"{column.name}: bad {column.kind} {text!r}") from None
