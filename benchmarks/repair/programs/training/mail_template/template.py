"""Mail templates with {{name}} placeholders, defaults and filters.

    Dear {{ name }}, your {{plan|free}} plan ends on {{date:upper}}.
"""
import re

PLACEHOLDER = re.compile(r"\{\{(.*)\}\}")

FILTERS = {
    "upper": str.upper,
    "lower": str.lower,
    "title": str.title,
    "trim": str.strip,
}


class TemplateError(Exception):
    pass


def split_field(body):
    """Split the inside of a placeholder into (name, default, filters)."""
    head, *filters = [part.strip() for part in body.split(":")]
    name, bar, default = head.partition("|")
    name = name.strip()
    if not re.fullmatch(r"[A-Za-z_]\w*", name):
        raise TemplateError(f"bad placeholder: {body!r}")
    return name, default.strip() if bar else None, filters


def apply_filters(value, filters):
    for name in filters:
        if name not in FILTERS:
            raise TemplateError(f"unknown filter: {name}")
        value = FILTERS[name](value)
    return value


def render(text, **values):
    def replace(match):
        name, default, filters = split_field(match.group(1))
        if name in values:
            value = str(values[name])
        elif default is not None:
            value = default
        else:
            raise TemplateError(f"no value for {name}")
        return apply_filters(value, filters)
    return PLACEHOLDER.sub(replace, text)


def field_names(text):
    """Distinct placeholder names in order of first appearance."""
    names = []
    for body in PLACEHOLDER.findall(text):
        name = split_field(body)[0]
        if name not in names:
            names.append(name)
    return names
