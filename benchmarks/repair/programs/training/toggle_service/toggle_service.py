"""Feature flags for several environments, with targeting rules and gradual rollout."""
import copy
from dataclasses import dataclass, field
from zlib import crc32


class UnknownFlag(KeyError):
    pass


@dataclass
class Rule:
    """Serves `serve` to the users whose attribute has one of the values."""
    attribute: str
    values: list
    serve: bool = True

    def matches(self, user):
        return user.get(self.attribute) in self.values


@dataclass
class Flag:
    name: str
    enabled: bool = False
    percent: int = 100
    rules: list = field(default_factory=list)
    needs: list = field(default_factory=list)


def bucket(flag, user):
    """A number from 0 to 99 that never changes for this flag and user."""
    return crc32(f"{flag}/{user['id']}".encode()) % 100


class ToggleService:
    def __init__(self, environment="production"):
        self._environments = {environment: {}}
        self._listeners = []

    def environments(self):
        return sorted(self._environments)

    def subscribe(self, listener):
        """The listener is called with environment and flag name after each change."""
        self._listeners.append(listener)

    def _flags(self, environment):
        try:
            return self._environments[environment]
        except KeyError:
            raise ValueError(f"unknown environment {environment}") from None

    def flag(self, environment, name):
        flags = self._flags(environment)
        if name not in flags:
            raise UnknownFlag(name)
        return flags[name]

    def _changed(self, environment, name):
        for listener in self._listeners:
            listener(environment, name)

    def create(self, environment, name, needs=()):
        flags = self._flags(environment)
        if name in flags:
            raise ValueError(f"flag {name} exists")
        for other in needs:
            self.flag(environment, other)
        flags[name] = Flag(name, needs=list(needs))
        self._changed(environment, name)

    def switch(self, environment, name, enabled):
        flag = self.flag(environment, name)
        if flag.enabled != enabled:
            flag.enabled = enabled
            self._changed(environment, name)

    def roll_out(self, environment, name, percent):
        if not 0 <= percent <= 100:
            raise ValueError("percent must be from 0 to 100")
        self.flag(environment, name).percent = percent
        self._changed(environment, name)

    def add_rule(self, environment, name, attribute, values, serve=True):
        """Later rules are only asked if no earlier one matches."""
        rule = Rule(attribute, list(values), serve)
        self.flag(environment, name).rules.append(rule)
        self._changed(environment, name)

    def remove(self, environment, name):
        self.flag(environment, name)
        users = [f.name for f in self._flags(environment).values() if name in f.needs]
        if users:
            raise ValueError(f"{name} is needed by {', '.join(sorted(users))}")
        del self._flags(environment)[name]
        self._changed(environment, name)

    def branch(self, source, target):
        """Open a new environment that starts with the flags of another one."""
        if target in self._environments:
            raise ValueError(f"environment {target} exists")
        self._environments[target] = dict(self._flags(source))

    def export(self, environment):
        return copy.deepcopy(self._flags(environment))

    def is_on(self, environment, name, user):
        flag = self.flag(environment, name)
        if not flag.enabled:
            return False
        if not all(self.is_on(environment, other, user) for other in flag.needs):
            return False
        for rule in flag.rules:
            if rule.matches(user):
                return rule.serve
        return bucket(name, user) < flag.percent

    def active(self, environment, user):
        """Names of all the flags that are on for the user."""
        return sorted(name for name in self._flags(environment) if self.is_on(environment, name, user))

    def differences(self, first, second):
        """Names of the flags that aren't the same in two environments."""
        one, two = self._flags(first), self._flags(second)
        return sorted(name for name in one.keys() | two.keys() if one.get(name) != two.get(name))
