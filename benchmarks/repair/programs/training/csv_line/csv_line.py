"""Parsing and formatting of single CSV records."""


def parse_line(line, delimiter=",", quote='"'):
    """Split one CSV record into a list of field strings."""
    fields = []
    buf = []
    in_quotes = False
    i = 0
    while i < len(line):
        ch = line[i]
        if in_quotes:
            if ch == quote:
                in_quotes = False
            else:
                buf.append(ch)
        elif ch == quote:
            in_quotes = True
        elif ch == delimiter:
            fields.append("".join(buf))
            buf = []
        else:
            buf.append(ch)
        i += 1
    if in_quotes:
        raise ValueError("unterminated quoted field")
    fields.append("".join(buf))
    return fields


def format_field(text, delimiter=",", quote='"'):
    """Quote a field only when it needs quoting."""
    if delimiter in text or quote in text or "\n" in text:
        return quote + text.replace(quote, quote * 2) + quote
    return text


def format_line(fields, delimiter=",", quote='"'):
    """Join fields into one CSV record."""
    return delimiter.join(format_field(f, delimiter, quote) for f in fields)
