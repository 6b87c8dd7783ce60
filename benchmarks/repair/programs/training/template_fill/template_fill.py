"""A tiny ``${name}`` template engine with defaults and filters.

Syntax::

    ${user}                 plain lookup (dotted paths allowed)
    ${user:-nobody}         default when the value is missing or None
    ${user|upper}           filter
    ${user|trim|title:-x}   filters, then default
    $$                      a literal dollar
"""
import re

_TOKEN = re.compile(r"\$\$|\$\{([^}]*)\}")

FILTERS = {
    "upper": lambda v: str(v).upper(),
    "lower": lambda v: str(v).lower(),
    "title": lambda v: str(v).title(),
    "trim": lambda v: str(v).strip(),
    "len": len,
}


class TemplateError(Exception):
    """Raised for unknown names, unknown filters and empty tokens."""


def lookup(context, path):
    """Follow a dotted *path* through dicts, lists and attributes."""
    value = context
    for part in path.split("."):
        if isinstance(value, dict):
            value = value.get(part)
        elif isinstance(value, (list, tuple)) and part.isdigit():
            index = int(part)
            value = value[index] if index < len(value) else None
        else:
            value = getattr(value, part, None)
        if value is None:
            return None
    return value


def _split(body):
    """Split ``name|f1|f2:-default`` into its three parts."""
    default = None
    if ":-" in body:
        body, default = body.split(":-", 1)
    name, *filters = [piece.strip() for piece in body.split("|")]
    if not name:
        raise TemplateError("empty name")
    return name, filters, default


def render(template, context):
    """Return *template* with all its tokens replaced."""

    def substitute(match):
        if match.group(0) == "$$":
            return "$"
        name, filters, default = _split(match.group(1))
        value = lookup(context, name)
        if not value:
            if default is None:
                raise TemplateError(f"no value for {name!r}")
            return default
        for filter_name in filters:
            if filter_name not in FILTERS:
                raise TemplateError(f"no filter {filter_name!r}")
            value = FILTERS[filter_name](value)
        return str(value)

    return _TOKEN.sub(substitute, template)
