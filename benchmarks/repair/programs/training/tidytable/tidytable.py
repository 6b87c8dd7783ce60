"""Format the tables of a Markdown text so that their columns line up."""
import re

MARKER = re.compile(r":?-+:?$")
MIN_WIDTH = 3


def split_row(line):
    """The cells of a table line; an escaped pipe belongs to its cell."""
    line = line.strip()
    if line.startswith("|"):
        line = line[1:]
    if line.endswith("|") and not line.endswith("\\|"):
        line = line[:-1]
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)]


def is_delimiter(line):
    return "-" in line and all(MARKER.match(cell) for cell in split_row(line))


def alignment(marker):
    if marker.startswith(":"):
        return "left"
    if marker.endswith(":"):
        return "right"
    if marker.startswith(":") and marker.endswith(":"):
        return "center"
    return None


class Table:
    def __init__(self, header, markers, rows=()):
        self.header = header
        self.aligns = [alignment(marker) for marker in markers]
        self.rows = [self._fit(row) for row in rows]

    def _fit(self, row):
        """The row with as many cells as the header."""
        missing = len(self.header) - len(row)
        return row[:len(self.header)] + [""] * missing

    @classmethod
    def parse(cls, lines):
        header, markers, *rows = [split_row(line) for line in lines]
        if len(header) != len(markers):
            raise ValueError("header and delimiter row differ")
        return cls(header, markers, rows)

    def widths(self):
        columns = zip(self.header, *self.rows)
        return [max(MIN_WIDTH, *map(len, column)) for column in columns]

    def _marker(self, align, width):
        left = ":" if align in ("left", "center") else "-"
        right = ":" if align in ("right", "center") else "-"
        return left + "-" * (width - 2) + right

    def _cell(self, text, align, width):
        if align == "right":
            return text.rjust(width)
        if align == "center":
            before = (width - len(text)) // 2
            return (" " * before + text).ljust(width)
        return text.ljust(width)

    def format(self):
        widths = self.widths()

        def line(cells):
            return "| " + " | ".join(cells) + " |"

        body = [
            line(self._cell(*cell) for cell in zip(row, self.aligns, widths))
            for row in [self.header] + self.rows
        ]
        body.insert(1, line(map(self._marker, self.aligns, widths)))
        return body


def tidy(text):
    """The text with every table in it formatted; code blocks are left alone."""
    lines = text.split("\n")
    result = []
    in_code = False
    pos = 0
    while pos < len(lines):
        line = lines[pos]
        if line.lstrip().startswith("```"):
            in_code = not in_code
        following = lines[pos + 1] if pos + 1 < len(lines) else ""
        if not in_code and "|" in line and is_delimiter(following):
            end = pos + 2
            while end < len(lines) and "|" in lines[end]:
                end += 1
            result.extend(Table.parse(lines[pos:end]).format())
            pos = end
        else:
            result.append(line)
            pos += 1
    return "\n".join(result)
