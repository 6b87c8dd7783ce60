"""Who may do what: roles with rights of their own and roles that they include."""

from fnmatch import fnmatchcase


class UnknownRole(KeyError):
    pass


class Policy:
    def __init__(self):
        self._rights = {}
        self._includes = {}
        self._members = {}

    @classmethod
    def parse(cls, text):
        """Lines like `editor: page.read page.edit +viewer` and `@ann editor`."""
        policy = cls()
        for line in text.splitlines():
            line = line.partition("#")[0].strip()
            if not line:
                continue
            if line.startswith("@"):
                user, *roles = line[1:].split()
                for role in roles:
                    policy.assign(user, role)
            else:
                name, _, rest = line.partition(":")
                words = rest.split()
                policy.role(
                    name.strip(),
                    [word for word in words if not word.startswith("+")],
                    [word[1:] for word in words if word.startswith("+")],
                )
        return policy

    def role(self, name, rights=(), includes=()):
        self._rights.setdefault(name, set()).update(rights)
        self._includes.setdefault(name, []).extend(includes)

    def assign(self, user, role):
        self._members.setdefault(user, []).append(role)

    def rights_of(self, role):
        """The patterns of all rights of a role, with what it includes."""
        if role not in self._rights:
            raise UnknownRole(role)
        rights = set(self._rights[role])
        for other in self._includes[role]:
            rights |= self.rights_of(other)
        return rights

    def may(self, user, right):
        roles = self._members.get(user, ["guest"] if "guest" in self._rights else [])
        return any(fnmatchcase(right, pattern) for role in roles for pattern in self.rights_of(role))

    def users_who_may(self, right):
        return sorted(user for user in self._members if self.may(user, right))

    def unused(self):
        """Roles that nobody has and no other role includes."""
        used = {role for roles in self._members.values() for role in roles}
        used.update(role for included in self._includes.values() for role in included)
        return sorted(set(self._rights) - used - {"guest"})
