"""Fill ${NAME} placeholders in configuration text.

    ${NAME}            the value; it is an error if there is none
    ${NAME:-default}   the default where the value is missing or empty
    ${NAME:+text}      the text where there is a value, else nothing
    ${NAME|lower}      the value through a filter; several are possible
    $$                 one dollar sign
"""

import re

PLACEHOLDER = re.compile(r"\$(?:(?P<dollar>\$)|\{(?P<name>\w+)(?P<filters>(?:\|\w+)*)(?::(?P<kind>[-+])(?P<text>.*))?\})")

FILTERS = {
    "lower": str.lower,
    "upper": str.upper,
    "strip": str.strip,
    "quote": lambda value: '"' + value.replace('"', '\\"') + '"',
}


class TemplateError(Exception):
    """A placeholder can't be filled; `line` is where."""

    def __init__(self, message, line):
        super().__init__(f"line {line}: {message}")
        self.line = line


def fill(text, values):
    """Return the text with every placeholder filled from a mapping. Raises TemplateError."""
    return "\n".join(
        PLACEHOLDER.sub(lambda match: _value(match, values, number), line)
        for number, line in enumerate(text.split("\n"), 1)
    )


def names(text):
    """The names a text needs, in order of first use; those with a default are not needed."""
    found = {}
    for match in PLACEHOLDER.finditer(text):
        if match["name"] and not match["kind"]:
            found.setdefault(match["name"])
    return list(found)


def _value(match, values, line):
    if match["dollar"]:
        return "$"
    value = values.get(match["name"], "")
    if match["kind"] == "+":
        return match["text"] if value else ""
    if match["kind"] == "-":
        value = value or match["text"]
    elif match["name"] not in values:
        raise TemplateError(f"{match['name']} has no value", line)
    for name in match["filters"].split("|")[1:]:
        if name not in FILTERS:
            raise TemplateError(f"unknown filter {name}", line)
        value = FILTERS[name](value)
    return value
