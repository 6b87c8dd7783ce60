"""Who may do what."""

from tree import Level


class Directory:
    """The groups; a group may hold further groups."""

    def __init__(self, groups=None):
        self.groups = dict(groups or {})

    def names_of(self, user):
        """The user and all groups he or she is in, directly or through other groups."""
        names = {user}
        found = True
        while found:
            found = {group for group, members in self.groups.items() if group not in names and names & set(members)}
            names |= found
        return names


class Access:
    def __init__(self, directory):
        self.directory = directory

    def level(self, user, node):
        """The best level a user has at a node: through being its owner, or through shares of it and its folders."""
        names = self.directory.names_of(user)
        best = Level.NONE
        while node is not None:
            if node.owner == user:
                return Level.OWN
            for who, level in node.shares.items():
                if who in names or who == "@everyone":
                    best = max(best, level)
            node = node.parent
        return best

    def may(self, user, action, node):
        needed = {"read": Level.VIEW, "comment": Level.COMMENT, "write": Level.EDIT, "share": Level.OWN}[action]
        return self.level(user, node) >= needed

    def visible(self, user, root):
        """The paths of everything below `root` that a user can read."""
        return [node.path for node in root.walk() if self.may(user, "read", node)]

    def audience(self, node, users):
        """Users by level, those without access left out."""
        result = {}
        for user in sorted(users):
            level = self.level(user, node)
            if level > Level.NONE:
                result.setdefault(level.name.lower(), []).append(user)
        return result
