"""Mail filter: rules such as

    from contains newsletter, subject !contains invoice -> folder News; mark read; stop

are read from text and applied to messages in order.
"""
import re
from dataclasses import dataclass, field
from fnmatch import fnmatchcase


class RuleError(ValueError):
    pass


@dataclass
class Message:
    headers: dict
    size: int = 0
    folder: str = "Inbox"
    flags: set = field(default_factory=set)

    def header(self, name):
        for key, value in self.headers.items():
            if key.lower() == name.lower():
                return value
        return None


def _contains(value, wanted):
    return wanted in value


def _is(value, wanted):
    return value == wanted


OPERATORS = {"contains": _contains, "is": _is, "like": fnmatchcase}


@dataclass(frozen=True)
class Condition:
    header: str
    operator: str
    wanted: str
    negated: bool = False

    @classmethod
    def parse(cls, text):
        parts = text.split(None, 2)
        if len(parts) != 3:
            raise RuleError(f"bad condition: {text!r}")
        header, operator, wanted = parts
        negated = operator.startswith("!")
        operator = operator.removeprefix("!")
        if operator not in OPERATORS:
            raise RuleError(f"unknown operator: {operator!r}")
        return cls(header.lower(), operator, wanted.strip().lower(), negated)

    def matches(self, message):
        value = message.header(self.header)
        if value is None:
            return False
        found = OPERATORS[self.operator](value.strip().lower(), self.wanted)
        return found != self.negated


@dataclass
class Rule:
    conditions: list
    actions: list
    hits: int = 0

    @classmethod
    def parse(cls, line):
        left, arrow, right = line.partition("->")
        if not arrow:
            raise RuleError(f"no actions: {line!r}")
        conditions = [Condition.parse(part) for part in left.split(",") if part.strip()]
        actions = [tuple(part.split(None, 1)) for part in right.split(";") if part.strip()]
        return cls(conditions, actions)

    def matches(self, message):
        return all(condition.matches(message) for condition in self.conditions)

    def apply(self, message):
        """Carry the actions out; False if no more rules should be tried."""
        self.hits += 1
        for name, *argument in self.actions:
            if name == "folder":
                message.folder = argument[0].strip()
            elif name == "mark":
                message.flags.add(argument[0].strip().lower())
            elif name == "unmark":
                message.flags.discard(argument[0].strip().lower())
            elif name == "stop":
                return False
            else:
                raise RuleError(f"unknown action: {name!r}")
        return True


class Filter:
    def __init__(self, text=""):
        self.rules = []
        for line in text.splitlines():
            line = re.sub(r"#.*", "", line).strip()
            if line:
                self.rules.append(Rule.parse(line))

    def process(self, message):
        for rule in self.rules:
            if rule.matches(message) and not rule.apply(message):
                break
        return message

    def sort(self, messages):
        """Messages by folder, after all rules."""
        folders = {}
        for message in messages:
            self.process(message)
            folders.setdefault(message.folder, []).append(message)
        return folders
