"""A character-level CSV reader (RFC 4180 flavour).

Written because we need the line number at which each record starts,
which the stdlib module does not give.
"""
from collections import namedtuple

Record = namedtuple("Record", "line fields")


class CsvError(ValueError):
    def __init__(self, message, line):
        super().__init__(f"line {line}: {message}")
        self.line = line


START, PLAIN, QUOTED, AFTER = range(4)


def read(text, sep=","):
    """Yield a Record for each non-empty record of *text*."""
    text = text.replace("\r\n", "\n")
    state = START
    line = first_line = 1
    buf, fields = [], []

    def finish_field():
        fields.append("".join(buf))
        buf.clear()

    for ch in text:
        if state == QUOTED:
            if ch == '"':
                state = AFTER
            else:
                buf.append(ch)
        elif state == AFTER and ch == '"':
            state = QUOTED
        elif ch == sep:
            finish_field()
            state = START
        elif ch == "\n":
            if fields or buf or state == AFTER:
                finish_field()
                yield Record(first_line, list(fields))
                fields.clear()
            state = START
            first_line = line + 1
        elif state == START and ch == '"':
            state = QUOTED
        elif state == AFTER:
            raise CsvError("text after closing quote", line)
        else:
            buf.append(ch)
            state = PLAIN
        if ch == "\n":
            line += 1

    if state == QUOTED:
        raise CsvError("unterminated quote", first_line)
    if fields or buf or state == AFTER:
        finish_field()
        yield Record(first_line, list(fields))


def to_dicts(text, sep=","):
    """Read *text* with a header row into a list of dicts."""
    records = read(text, sep)
    header = next(records, None)
    if header is None:
        return []
    rows = []
    for record in records:
        if len(record.fields) != len(header.fields):
            raise CsvError("wrong number of fields", record.line)
        rows.append(dict(zip(header.fields, record.fields)))
    return rows
