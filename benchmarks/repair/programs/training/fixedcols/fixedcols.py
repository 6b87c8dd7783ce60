"""Convert CSV text with a header line into fixed-width lines."""
import csv
import io

from layout import Layout


def read_records(text, delimiter=","):
    """The rows as dictionaries; empty lines are left out."""
    reader = csv.reader(io.StringIO(text), delimiter=delimiter)
    rows = [row for row in reader if any(cell.strip() for cell in row)]
    if not rows:
        return []
    names = [name.strip() for name in rows[0]]
    return [dict(zip(names, row)) for row in rows[1:]]


def convert(text, layout, delimiter=",", overflow="error", header=False):
    """The lines of the fixed-width file."""
    if isinstance(layout, str):
        layout = Layout.parse(layout)
    lines = []
    if header:
        lines.append(layout.header(overflow))
    for record in read_records(text, delimiter):
        lines.append(layout.line(record))
    return lines


def convert_files(texts, layout, **options):
    """Several CSV texts below each other, with at most one header line."""
    header = options.pop("header", False)
    lines = []
    for number, text in enumerate(texts):
        lines += convert(text, layout, header=header and number == 0, **options)
    return lines


def split_line(line, layout):
    """The values of a fixed-width line, without the spaces around them."""
    values = {}
    start = 0
    for column in layout.columns:
        values[column.name] = line[start:start + column.width].strip()
        start += column.width + len(layout.gap)
    return values
