"""Parsing of single cron fields."""


class CronError(ValueError):
    """The expression is not valid."""


def parse_field(text, low, high):
    """Return the set of values selected by *text*.

    Supports ``*``, ``a``, ``a-b``, ``*/n``, ``a-b/n`` and commas.
    """
    values = set()
    for item in text.split(","):
        values |= _parse_item(item, low, high)
    return frozenset(values)


def _parse_item(item, low, high):
    span, slash, step_text = item.partition("/")
    step = _number(step_text) if slash else 1
    if step < 1:
        raise CronError(f"bad step in {item!r}")
    if span == "*":
        first, last = low, high
    elif "-" in span:
        first, last = (_number(part) for part in span.split("-", 1))
    else:
        first = _number(span)
        last = high if slash else first
    if not low <= first <= last <= high:
        raise CronError(f"{item!r} is outside {low}-{high}")
    return set(range(first, last + 1, step))


def _number(text):
    if not text.isdigit():
        raise CronError(f"not a number: {text!r}")
    return int(text)
