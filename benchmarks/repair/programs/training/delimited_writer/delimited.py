"""Writing tables as delimited text: comma, semicolon, tab or whatever a reader wants."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal


@dataclass(frozen=True)
class Dialect:
    """How fields and rows are separated. `decimal_mark` replaces the point of numbers that aren't whole."""

    delimiter: str = ","
    quote: str = '"'
    newline: str = "\n"
    decimal_mark: str = "."

    def __post_init__(self):
        if len(self.delimiter) != 1 or len(self.quote) != 1:
            raise ValueError("the delimiter and the quote must be one character each")
        if self.delimiter == self.quote:
            raise ValueError("the delimiter and the quote must differ")


EXCEL_GERMAN = Dialect(delimiter=";", newline="\r\n", decimal_mark=",")
TABS = Dialect(delimiter="\t")


class DelimitedWriter:
    """Turns rows into lines. Fields are only quoted where a reader would misunderstand them otherwise."""

    def __init__(self, dialect=Dialect()):
        self.dialect = dialect

    def as_text(self, value):
        """The unquoted text of a value: None is empty, dates are ISO, booleans are yes and no."""
        if value is None:
            return ""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, date):
            return value.isoformat()
        if isinstance(value, (float, Decimal)):
            return str(value).replace(".", self.dialect.decimal_mark)
        return str(value)

    def needs_quotes(self, text):
        """True where a text can't stand in a line as it is."""
        if text != text.strip(" "):
            return True
        special = {",", self.dialect.quote, "\n", "\r"}
        return any(char in special for char in text)

    def field(self, value):
        """The field of a value, quoted where needed; quotes inside are doubled."""
        text = self.as_text(value)
        if not self.needs_quotes(text):
            return text
        quote = self.dialect.quote
        return quote + text.replace(quote, quote * 2) + quote

    def row(self, values):
        """One row, without its newline."""
        return self.dialect.delimiter.join(self.field(value) for value in values)

    def table(self, records, columns):
        """A header and a row for each dict; missing keys are empty. Raises KeyError for keys without a column."""
        lines = [self.row(columns)]
        for number, record in enumerate(records, start=1):
            extra = [key for key in record if key not in columns]
            if extra:
                raise KeyError(f"record {number} has {', '.join(extra)}")
            lines.append(self.row(record.get(column) for column in columns))
        return "".join(line + self.dialect.newline for line in lines)
