"""Reads the pipe tables of Markdown texts."""
import re
from dataclasses import dataclass, field

RULE = re.compile(r":?-+:?")


@dataclass
class Table:
    header: list
    align: list
    rows: list = field(default_factory=list)

    def records(self):
        return [dict(zip(self.header, row)) for row in self.rows]

    def column(self, name):
        place = self.header.index(name)
        return [row[place] for row in self.rows]

    def __len__(self):
        return len(self.rows)


def split_row(line):
    """The cells of one line; a backslash makes a pipe part of its cell."""
    text = line.strip()
    if text.startswith("|"):
        text = text[1:]
    if text.endswith("|") and not text.endswith("\\|"):
        text = text[:-1]
    cells = re.split(r"(?<!\\)\|", text)
    return [cell.strip().replace("\\|", "|") for cell in cells]


def alignment(cell):
    left, right = cell.startswith(":"), cell.endswith(":")
    if left and right:
        return "center"
    if right:
        return "right"
    return "left"


def is_rule(line):
    return all(RULE.fullmatch(cell) for cell in split_row(line))


def blocks(text):
    """Runs of neighbouring lines that contain a pipe, outside of code fences."""
    block = []
    fenced = False
    for line in text.splitlines():
        if line.strip().startswith("```"):
            fenced = not fenced
        if "|" in line and not fenced:
            block.append(line)
            continue
        if block:
            yield block
        block = []


def build(block):
    """The table of a block, None if it isn't one."""
    if len(block) < 2 or not is_rule(block[1]):
        return None
    header = split_row(block[0])
    rule = split_row(block[1])
    if len(rule) != len(header):
        return None
    table = Table(header, [alignment(cell) for cell in rule])
    for line in block[2:]:
        cells = split_row(line)[:len(header)]
        cells += [""] * (len(header) - len(cells))
        table.rows.append(cells)
    return table


def read_tables(text):
    tables = (build(block) for block in blocks(text))
    return [table for table in tables if table is not None]


def find_table(text, *columns):
    """The first table that has all of the columns, or None."""
    for table in read_tables(text):
        if set(columns) <= set(table.header):
            return table
    return None
