"""Who may do what in a tree of folders."""

ACTIONS = ("read", "write", "share")


class Folder:
    """A folder with its own rules; what they leave open is up to the parent folder.

    A private folder leaves nothing to its parent.
    """

    def __init__(self, name, parent=None, private=False):
        self.name = name
        self.parent = parent
        self.private = private
        self.children = []
        self._rules = {}
        if parent is not None:
            parent.children.append(self)

    @property
    def path(self):
        if self.parent is None:
            return "/" + self.name
        return self.parent.path.rstrip("/") + "/" + self.name

    def set_rule(self, who, action, allow):
        if action not in ACTIONS:
            raise ValueError(f"unknown action {action!r}")
        self._rules[who, action] = allow

    def clear_rule(self, who, action):
        self._rules.pop((who, action), None)

    def verdict(self, subjects, action):
        """True, False, or None without a rule; one refusal beats all permissions."""
        found = [
            self._rules[who, action] for who in subjects if (who, action) in self._rules
        ]
        return all(found) if found else None

    def walk(self):
        yield self
        for child in self.children:
            yield from child.walk()


class Rights:
    def __init__(self):
        self.root = Folder("")
        self._groups = {}

    def add_folder(self, path, private=False):
        *above, name = self._parts(path)
        return Folder(name, self._find(above), private)

    def folder(self, path):
        return self._find(self._parts(path))

    def join(self, group, *members):
        self._groups.setdefault(group, set()).update(members)

    def subjects(self, user):
        """The user and all groups that the user belongs to, also through groups."""
        found = {user}
        todo = [user]
        while todo:
            member = todo.pop()
            for group, members in self._groups.items():
                if member in members and group not in found:
                    found.add(group)
                    todo.append(group)
        return found

    def grant(self, path, who, *actions):
        for action in actions:
            self.folder(path).set_rule(who, action, True)

    def refuse(self, path, who, *actions):
        for action in actions:
            self.folder(path).set_rule(who, action, False)

    def allowed(self, path, user, action):
        """The nearest folder that has a rule decides; without any the answer is no."""
        subjects = self.subjects(user)
        folder = self.folder(path)
        while folder is not None and not folder.private:
            verdict = folder.verdict(subjects, action)
            if verdict is not None:
                return verdict
            folder = folder.parent
        return False

    def visible(self, user):
        """Paths of all folders that the user can read."""
        return [f.path for f in self.root.walk() if self.allowed(f.path, user, "read")]

    def _find(self, parts):
        folder = self.root
        for part in parts:
            for child in folder.children:
                if child.name == part:
                    folder = child
                    break
            else:
                raise KeyError("/" + "/".join(parts))
        return folder

    @staticmethod
    def _parts(path):
        return [part for part in path.split("/") if part]
