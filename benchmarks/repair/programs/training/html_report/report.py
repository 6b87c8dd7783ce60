"""Small tables as HTML."""


def escape(text):
    """Text that a browser shows as it is."""
    return text.replace("<", "&lt;").replace(">", "&gt;").replace("&", "&amp;")


def attribute(name, value):
    quoted = escape(str(value)).replace('"', "&quot;")
    return f' {name}="{quoted}"'


def tag(name, content="", **attributes):
    """An element; an underscore at the end of a name is left out (class_)."""
    written = "".join(attribute(key.rstrip("_"), value) for key, value in attributes.items() if value is not None)
    return f"<{name}{written}>{content}</{name}>"


def cell(value):
    """Numbers to the right, nothing as a dash, the rest escaped."""
    if value is None:
        return tag("td", "-")
    if isinstance(value, bool):
        return tag("td", "yes" if value else "no")
    if isinstance(value, (int, float)):
        return tag("td", f"{value:,}", class_="number")
    return tag("td", escape(str(value)))


def table(rows, columns=None):
    """Rows are dictionaries; columns are those of the first row where none are given."""
    if not rows:
        return tag("p", "nothing to show")
    columns = columns or list(rows[0])
    head = tag("tr", "".join(tag("th", escape(name)) for name in columns))
    body = [tag("tr", "".join(cell(row.get(name)) for name in columns)) for row in rows]
    return tag("table", "\n".join([head, *body]))


def link(text, address):
    if address.startswith(("http://", "https://", "/")):
        return tag("a", escape(text), href=address)
    return escape(text)
