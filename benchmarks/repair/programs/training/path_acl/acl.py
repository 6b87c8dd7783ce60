"""Access rules for paths: the most specific rule decides."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Rule:
    path: str
    who: str  # a user, a @group or *
    access: str  # "none", "read" or "write"

    def covers(self, path):
        return self.path == "/" or path == self.path or path.startswith(self.path + "/")


LEVELS = {"none": 0, "read": 1, "write": 2}


class AclError(ValueError):
    pass


def normal(path):
    """An absolute path without `.`, `..` and double slashes."""
    parts = []
    for part in path.split("/"):
        if part == "..":
            if not parts:
                raise AclError(f"{path} leaves the root")
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/" + "/".join(parts)


def parse(text):
    rules = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if len(words) != 3 or words[2] not in LEVELS:
            raise AclError(f"line {number}: {line.strip()!r}")
        rules.append(Rule(normal(words[0]), words[1], words[2]))
    return rules


class Acl:
    def __init__(self, rules, groups=None):
        self._rules = list(rules)
        self._groups = groups or {}

    def _applies(self, rule, user):
        if rule.who == "*":
            return True
        if rule.who.startswith("@"):
            return user in self._groups.get(rule.who[1:], ())
        return rule.who == user

    def access(self, user, path):
        """The level of the most specific rule for the path; of several for the same path the most generous."""
        path = normal(path)
        fitting = [rule for rule in self._rules if rule.covers(path) and self._applies(rule, user)]
        if not fitting:
            return "none"
        best = [rule.access for rule in fitting if rule.path == fitting[0].path]
        return max(best, key=LEVELS.get)

    def may(self, user, action, path):
        return LEVELS[self.access(user, path)] >= LEVELS[action]

    def readable(self, user, paths):
        return [path for path in paths if self.may(user, "read", path)]
