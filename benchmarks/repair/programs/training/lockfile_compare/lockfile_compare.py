"""Compares two lock files."""
import re

from lockfile import Lock


def version_key(version):
    """Numbers compare as numbers, a pre-release such as 1.0rc1 comes before 1.0."""
    match = re.fullmatch(r"([\d.]+)([a-z]+\d*)?.*", version)
    if not match:
        return (), (version,)
    numbers = [int(part) for part in match[1].split(".") if part]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers), (match[2] or "~",)


class Comparison:
    def __init__(self, old, new):
        self.old = old
        self.new = new
        self.added = sorted(new.packages.keys() - old.packages.keys())
        self.removed = sorted(old.packages.keys() - new.packages.keys())
        self.upgraded, self.downgraded, self.rebuilt, self.rewired = [], [], [], []
        for name in sorted(old.packages.keys() & new.packages.keys()):
            self._sort_in(name, old.packages[name], new.packages[name])

    def _sort_in(self, name, before, after):
        if version_key(before.version) < version_key(after.version):
            self.upgraded.append(name)
        elif version_key(before.version) > version_key(after.version):
            self.downgraded.append(name)
        elif before.digest != after.digest:
            self.rebuilt.append(name)
        elif set(before.requires) != set(after.requires):
            self.rewired.append(name)

    @property
    def same(self):
        return not (self.added or self.removed or self.upgraded or self.downgraded
                    or self.rebuilt or self.rewired)

    def why(self, name):
        """The packages of the new lock file that need a package, or `root`."""
        users = self.new.required_by(name)
        package = self.new.get(name)
        if package and package.name in self.new.roots:
            users = ["root"] + users
        return users

    def report(self):
        lines = []
        for name in self.added:
            reason = ", ".join(self.why(name)) or "nothing"
            lines.append(f"+ {name} {self.new.packages[name].version} (for {reason})")
        lines += [f"- {name} {self.old.packages[name].version}" for name in self.removed]
        for sign, names in (("^", self.upgraded), ("v", self.downgraded)):
            for name in names:
                versions = self.old.packages[name].version, self.new.packages[name].version
                lines.append(f"{sign} {name} {versions[0]} -> {versions[1]}")
        lines += [f"! {name} has another digest" for name in self.rebuilt]
        lines += [f"~ {name} has other requirements" for name in self.rewired]
        return lines


def compare(old_text, new_text):
    return Comparison(Lock.parse(old_text), Lock.parse(new_text))
