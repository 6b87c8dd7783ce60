"""Writes plain Python data as YAML, in the block style people like to read."""

import re
from datetime import date

AMBIGUOUS = {"", "~", "null", "true", "false", "yes", "no", "on", "off"}
SPECIAL = re.compile(r"^[\s\-?:,\[\]{}#&*!|>'\"%@`]|: |:$| #|\s$")
NUMBER = re.compile(r"[-+]?(\d[\d_]*)?\.?\d+([eE][-+]?\d+)?")


class DumpError(TypeError):
    """A value that can't be written."""


def quote(text):
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


def needs_quotes(text):
    """Whether a reader would take the plain text for something else than this text."""
    return (
        text.lower() in AMBIGUOUS
        or NUMBER.fullmatch(text) is not None
        or SPECIAL.search(text) is not None
        or "\n" in text
    )


def scalar(value):
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, str):
        return quote(value) if needs_quotes(value) else value
    raise DumpError(f"can't write a {type(value).__name__}")


def is_nested(value):
    return isinstance(value, (dict, list, tuple))


def mapping_lines(value, indent):
    for key, item in value.items():
        name = scalar(key)
        if not is_nested(item):
            yield f"{name}: {scalar(item)}"
            continue
        yield f"{name}:"
        for line in block_lines(item, indent):
            yield " " * indent + line


def sequence_lines(value, indent):
    for item in value:
        if not is_nested(item):
            yield f"- {scalar(item)}"
            continue
        lead = "- "
        for line in block_lines(item, indent):
            yield lead + line
            lead = "  "


def block_lines(value, indent):
    """The lines of a mapping or sequence, not indented themselves."""
    if isinstance(value, dict):
        return mapping_lines(value, indent)
    return sequence_lines(value, indent)


def dumps(value, indent=2):
    """The YAML text of a value, with a newline at the end."""
    if not is_nested(value):
        return scalar(value) + "\n"
    return "".join(line + "\n" for line in block_lines(value, indent))


def dump_documents(values):
    return "---\n".join(dumps(value) for value in values)
