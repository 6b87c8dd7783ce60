"""Versions such as "1.4.2" and requirements such as "web >=1.2, <2"."""
import re

OPERATORS = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    ">=": lambda a, b: a >= b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    "<": lambda a, b: a < b,
}
CLAUSE = re.compile(r"(==|!=|>=|<=|>|<|\^)\s*([\d.]+)$")


def parse_version(text):
    """Tuple of three numbers, missing ones are zero."""
    numbers = [int(part) for part in text.strip().split(".")]
    if len(numbers) > 3:
        raise ValueError(f"bad version {text!r}")
    return tuple(numbers + [0] * (3 - len(numbers)))


def show(version):
    return ".".join(map(str, version))


class Requirement:
    """A package name with clauses that all have to hold."""

    def __init__(self, name, clauses=()):
        self.name = name
        self.clauses = list(clauses)

    @classmethod
    def parse(cls, text):
        name, _, rest = text.strip().partition(" ")
        requirement = cls(name)
        for part in filter(None, (p.strip() for p in rest.split(","))):
            match = CLAUSE.match(part)
            if not match:
                raise ValueError(f"bad clause {part!r}")
            operator, version = match[1], parse_version(match[2])
            if operator == "^":
                requirement.clauses += [(">=", version), ("<", (version[0] + 1, 0, 0))]
            else:
                requirement.clauses.append((operator, version))
        return requirement

    def allows(self, version):
        return all(OPERATORS[op](version, bound) for op, bound in self.clauses)
