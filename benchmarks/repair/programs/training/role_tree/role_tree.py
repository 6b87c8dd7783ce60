"""Permissions by roles, where a role may include others."""


class Roles:
    def __init__(self):
        self.grants = {}
        self.includes = {}

    def define(self, role, grants=(), includes=()):
        """Set what a role grants and which other roles it includes."""
        self.grants[role] = set(grants)
        self.includes[role] = list(includes)

    def reached(self, role, seen=None):
        """The role and all it includes, directly or through others."""
        seen = set() if seen is None else seen
        seen.add(role)
        for other in self.includes.get(role, ()):
            self.reached(other, seen)
        return seen

    def allowed(self, roles, permission):
        """Whether one of the roles grants a permission; 'files:*' grants all that begins with 'files:'."""
        area = permission.split(":")[0]
        for role in roles:
            for name in self.reached(role):
                if {permission, f"{area}:*", "*"} & self.grants.get(name, set()):
                    return True
        return False
