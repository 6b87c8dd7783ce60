"""Users, groups that include other groups, and what they are allowed to do."""
from dataclasses import dataclass, field
from fnmatch import fnmatchcase


class UnknownGroup(KeyError):
    pass


@dataclass
class Group:
    """Permissions are patterns such as "report.*"; denials always win."""

    name: str
    allow: set = field(default_factory=set)
    deny: set = field(default_factory=set)
    includes: set = field(default_factory=set)


class RoleBook:
    def __init__(self):
        self._groups = {}
        self._members = {}

    def define(self, name, allow=(), deny=(), includes=()):
        """Make a group or extend the one of that name."""
        for other in includes:
            self._group(other)
        group = self._groups.setdefault(name, Group(name))
        group.allow.update(allow)
        group.deny.update(deny)
        group.includes.update(includes)
        return group

    def remove(self, name):
        """Remove a group; its members lose what they had through it."""
        self._group(name)
        del self._groups[name]
        for groups in self._members.values():
            groups.discard(name)

    def join(self, user, *names):
        for name in names:
            self._group(name)
        self._members.setdefault(user, set()).update(names)

    def leave(self, user, name):
        self._members.get(user, set()).discard(name)

    def groups_of(self, user):
        """All groups of a user, the included ones among them, sorted."""
        return sorted(self._closure(self._members.get(user, ())))

    def users_in(self, name):
        self._group(name)
        return sorted(user for user in self._members if name in self.groups_of(user))

    def can(self, user, permission):
        groups = [self._groups[name] for name in self.groups_of(user)]
        if any(self._matches(group.deny, permission) for group in groups):
            return False
        return any(self._matches(group.allow, permission) for group in groups)

    def filter(self, user, permissions):
        return [p for p in permissions if self.can(user, p)]

    def report(self):
        """One line for each group: its name and the number of its users."""
        return [f"{name}: {len(self.users_in(name))}" for name in sorted(self._groups)]

    def _closure(self, names):
        found = set()
        todo = list(names)
        while todo:
            name = todo.pop()
            if name not in found:
                found.add(name)
                todo.extend(self._group(name).includes)
        return found

    def _group(self, name):
        if name not in self._groups:
            raise UnknownGroup(name)
        return self._groups[name]

    @staticmethod
    def _matches(patterns, permission):
        return any(fnmatchcase(permission, pattern) for pattern in patterns)
