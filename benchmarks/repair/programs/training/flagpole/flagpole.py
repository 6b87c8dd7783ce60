"""Feature flags: targeting rules, percentage rollouts and prerequisites."""
import zlib
from dataclasses import dataclass, field


class UnknownFlag(KeyError):
    pass


def bucket(flag_key, user_id):
    """A stable number from 0 to 99 for this user and flag."""
    return zlib.crc32(f"{flag_key}:{user_id}".encode()) % 100


def _contains(actual, wanted):
    return actual is not None and wanted in actual


OPERATORS = {
    "eq": lambda actual, wanted: actual == wanted,
    "ne": lambda actual, wanted: actual != wanted,
    "in": lambda actual, wanted: actual in wanted,
    "contains": _contains,
    "gte": lambda actual, wanted: actual is not None and actual >= wanted,
}


@dataclass(frozen=True)
class Condition:
    attribute: str
    operator: str
    value: object

    def holds(self, user):
        return OPERATORS[self.operator](user.get(self.attribute), self.value)


@dataclass
class Rule:
    """Serves `variation` to the users that meet all conditions."""

    variation: str
    conditions: list = field(default_factory=list)
    percent: int = 100

    def matches(self, user):
        return all(condition.holds(user) for condition in self.conditions)


@dataclass
class Flag:
    key: str
    default: str = "off"
    enabled: bool = True
    rules: list = field(default_factory=list)
    targets: dict = field(default_factory=dict)
    requires: dict = field(default_factory=dict)


class Flagpole:
    def __init__(self, flags=()):
        self._flags = {}
        self.served = {}
        for flag in flags:
            self.add(flag)

    def add(self, flag):
        if flag.key in self._flags:
            raise ValueError(f"duplicate flag {flag.key}")
        self._flags[flag.key] = flag

    def evaluate(self, key, user):
        """The variation of the flag for this user (a dict with at least "id")."""
        variation = self._decide(key, user)
        counts = self.served.setdefault(key, {})
        counts[variation] = counts.get(variation, 0) + 1
        return variation

    def evaluate_all(self, user):
        return {key: self.evaluate(key, user) for key in sorted(self._flags)}

    def _decide(self, key, user):
        try:
            flag = self._flags[key]
        except KeyError:
            raise UnknownFlag(key) from None
        if not flag.enabled:
            return flag.default
        for other, wanted in flag.requires.items():
            if self._decide(other, user) != wanted:
                return flag.default
        if user["id"] in flag.targets:
            return flag.targets[user["id"]]
        place = bucket(flag.key, user["id"])
        for rule in flag.rules:
            if not rule.matches(user):
                continue
            if place >= rule.percent:
                break
            return rule.variation
        return flag.default
