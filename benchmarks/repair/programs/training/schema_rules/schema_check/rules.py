"""The rules. Each yields (path, message) pairs for what it dislikes."""
import re


class Rule:
    def problems(self, value, path=()):
        raise NotImplementedError


class Integer(Rule):
    def __init__(self, low=None, high=None):
        self.low, self.high = low, high

    def problems(self, value, path=()):
        if not isinstance(value, int):
            yield path, "expected an integer"
            return
        if self.low is not None and value < self.low:
            yield path, "less than %d" % self.low
        if self.high is not None and value > self.high:
            yield path, "more than %d" % self.high


class Text(Rule):
    def __init__(self, pattern=None, max_length=None):
        self.pattern = pattern
        self.max_length = max_length

    def problems(self, value, path=()):
        if not isinstance(value, str):
            yield path, "expected text"
            return
        if self.pattern and not re.fullmatch(self.pattern, value):
            yield path, "does not match %s" % self.pattern
        if self.max_length is not None and len(value) > self.max_length:
            yield path, "longer than %d" % self.max_length


class Optional(Rule):
    """Allows null and, in a record, absence."""

    def __init__(self, rule):
        self.rule = rule

    def problems(self, value, path=()):
        if value is not None:
            yield from self.rule.problems(value, path)


class ListOf(Rule):
    def __init__(self, rule, unique=False):
        self.rule = rule
        self.unique = unique

    def problems(self, value, path=()):
        if not isinstance(value, list):
            yield path, "expected a list"
            return
        for i, item in enumerate(value):
            yield from self.rule.problems(item, path + (i,))
            if self.unique and item in value[:i]:
                yield path + (i,), "duplicate"


class Record(Rule):
    def __init__(self, _open=False, **fields):
        self.fields = fields
        self.open = _open

    def problems(self, value, path=()):
        if not isinstance(value, dict):
            yield path, "expected a record"
            return
        for name, rule in self.fields.items():
            if name in value:
                yield from rule.problems(value[name], path + (name,))
            elif not isinstance(rule, Optional):
                yield path + (name,), "missing"
        if not self.open:
            for name in value:
                if name not in self.fields:
                    yield path + (name,), "unexpected"
