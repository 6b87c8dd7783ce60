"""Records as lines of text, with quotes where a field needs them."""

SPECIAL = set(',"\n')


def field_text(value):
    """A field as it stands in a line; None is empty, dates and numbers go as they are."""
    text = "" if value is None else str(value)
    if SPECIAL & set(text) or text != text.strip():
        return f'"{text}"'
    return text


def to_lines(records, columns):
    """A line of the columns' names and one for each record; a field a record lacks is empty."""
    lines = [",".join(field_text(column) for column in columns)]
    for record in records:
        lines.append(",".join(field_text(record.get(column)) for column in columns))
    return lines
