"""Letters with placeholders: `Dear {{ name.first | title }}`, `{{ plan | default:none }}`."""

import re

_PLACEHOLDER = re.compile(r"\{\{\s*(.+?)\s*\}\}")


class TemplateError(Exception):
    pass


def _date(value, fmt="%d %B %Y"):
    return value.strftime(fmt)


FILTERS = {
    "title": lambda value: str(value).title(),
    "upper": lambda value: str(value).upper(),
    "money": lambda value, sign="$": f"{sign}{value / 100:,.2f}",
    "date": _date,
    "join": lambda value, separator=", ": separator.join(map(str, value)),
}


def lookup(data, path):
    """The value at a dotted path, parts that are numbers index lists; None where there is nothing."""
    value = data
    for part in path.split("."):
        try:
            value = value[int(part)] if part.isdigit() else value[part]
        except KeyError:
            return None
    return value


def _apply(value, text):
    name, _, argument = text.partition(":")
    name = name.strip()
    if name == "default":
        return argument.strip() if value in (None, "") else value
    if name not in FILTERS:
        raise TemplateError(f"no filter {name!r}")
    if value is None:
        return None
    try:
        return FILTERS[name](value, argument) if argument else FILTERS[name](value)
    except (TypeError, AttributeError) as error:
        raise TemplateError(f"{name} cannot be used on {value!r}") from error


def render(template, data, strict=True):
    """The template filled in. Placeholders without a value are errors, or stay empty if not strict."""

    def replacement(match):
        path, *filters = match[1].split("|")
        value = lookup(data, path.strip())
        for text in filters:
            value = _apply(value, text)
        if value is None:
            if strict:
                raise TemplateError(f"no value for {path.strip()}")
            return ""
        return str(value)

    return _PLACEHOLDER.sub(replacement, template)
