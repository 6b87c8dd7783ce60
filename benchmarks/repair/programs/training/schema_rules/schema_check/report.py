from typing import NamedTuple


class Problem(NamedTuple):
    where: str
    what: str


def _where(path):
    text = ""
    for step in path:
        text += "[%d]" % step if isinstance(step, int) else "." + step
    return text.lstrip(".") or "(root)"


def check(rule, value):
    """List of problems, sorted by place."""
    return sorted(Problem(_where(path), what) for path, what in rule.problems(value))


def is_valid(rule, value):
    return not check(rule, value)
