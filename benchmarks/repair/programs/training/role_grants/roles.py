"""Who may do what: roles with allowing and denying rules that are inherited from other roles."""

from dataclasses import dataclass, field
from fnmatch import fnmatchcase


class RoleError(Exception):
    pass


@dataclass(frozen=True)
class Rule:
    """An action on resources like "invoice:*"; `allow` is False for a denial."""

    action: str
    resource: str = "*"
    allow: bool = True

    def covers(self, action, resource):
        return fnmatchcase(action, self.action) and fnmatchcase(resource, self.resource)

    def __str__(self):
        return f"{'may' if self.allow else 'may not'} {self.action} {self.resource}"


@dataclass
class Role:
    name: str
    rules: list = field(default_factory=list)
    parents: list = field(default_factory=list)


class Policy:
    """A collection of roles.

    A role's own rules go before those of its parents; on the same level a denial goes before a grant.
    """

    def __init__(self):
        self._roles = {}

    def role(self, name, *parents):
        """Make a role that inherits from others."""
        missing = [parent for parent in parents if parent not in self._roles]
        if missing or name in self._roles:
            raise RoleError(f"unknown parents {missing}" if missing else f"{name} exists")
        role = self._roles[name] = Role(name, parents=list(parents))
        return role

    def allow(self, name, action, resource="*"):
        self._roles[name].rules.append(Rule(action, resource))

    def deny(self, name, action, resource="*"):
        self._roles[name].rules.append(Rule(action, resource, allow=False))

    def decide(self, name, action, resource="*"):
        """The (role, rule) that decides about a request, or None when no rule covers it."""
        role = self._roles.get(name)
        if role is None:
            raise RoleError(f"no role {name!r}")
        own = [rule for rule in role.rules if rule.covers(action, resource)]
        if own:
            return role, min(own, key=lambda rule: rule.allow)
        found = [self.decide(parent, action) for parent in role.parents]
        found = [decision for decision in found if decision]
        return min(found, key=lambda decision: decision[1].allow) if found else None

    def may(self, names, action, resource="*"):
        """Whether somebody with these roles may do something; one role that allows it is enough."""
        decisions = (self.decide(name, action, resource) for name in names)
        return any(decision[1].allow for decision in decisions if decision)

    def explain(self, name, action, resource="*"):
        decision = self.decide(name, action, resource)
        if decision is None:
            return f"no rule about {action} {resource}"
        role, rule = decision
        origin = "" if role.name == name else f" (as {role.name})"
        return f"{name}{origin} {rule}"
