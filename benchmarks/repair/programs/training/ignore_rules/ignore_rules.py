"""Decides which files a tool leaves out, by a list of patterns as in .gitignore."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Rule:
    """negated: the pattern brings files back. folders_only: it was written with a slash at its end."""

    text: str
    regex: re.Pattern
    negated: bool = False
    folders_only: bool = False

    def matches(self, path, is_folder):
        if self.folders_only and not is_folder:
            return False
        return self.regex.fullmatch(path) is not None


def translate(pattern):
    """A regular expression for paths with slashes; `*` and `?` stay within a folder, `**` doesn't."""
    parts = []
    index = 0
    while index < len(pattern):
        if pattern.startswith("**/", index):
            parts.append("(?:.*/)?")
            index += 3
        elif pattern.startswith("**", index):
            parts.append(".*")
            index += 2
        elif pattern[index] == "*":
            parts.append("[^/]*")
            index += 1
        elif pattern[index] == "?":
            parts.append("[^/]")
            index += 1
        else:
            parts.append(re.escape(pattern[index]))
            index += 1
    return "".join(parts)


def parse_rule(line):
    """The rule of a line, None for a comment or an empty line.

    A pattern with a slash in it counts from the top folder, any other one at every level.
    """
    text = line.rstrip()
    if not text or text.startswith("#"):
        return None
    pattern = text
    negated = pattern.startswith("!")
    if negated:
        pattern = pattern[1:]
    folders_only = pattern.endswith("/")
    pattern = pattern.rstrip("/")
    anchored = "/" in pattern
    regex = translate(pattern.lstrip("/"))
    if not anchored:
        regex = f"(?:.*/)?{regex}"
    return Rule(text, re.compile(regex), negated, folders_only)


class IgnoreList:
    """Later rules win over earlier ones."""

    def __init__(self, text=""):
        rules = [parse_rule(line) for line in text.splitlines()]
        self.rules = [rule for rule in rules if rule is not None]

    def add(self, line):
        rule = parse_rule(line)
        if rule is not None:
            self.rules.append(rule)

    def deciding_rule(self, path, is_folder=False):
        """The rule that decides about a path itself, None where no rule is about it."""
        for rule in self.rules:
            if rule.matches(path, is_folder):
                return rule
        return None

    def ignores(self, path, is_folder=False):
        """Whether a path is left out, by itself or with one of the folders it's in."""
        folders = path.split("/")[:-1]
        for depth in range(1, len(folders) + 1):
            rule = self.deciding_rule("/".join(folders[:depth]), True)
            if rule is not None and not rule.negated:
                return True
        rule = self.deciding_rule(path, is_folder)
        return rule is not None and not rule.negated

    def keep(self, paths):
        """The paths that aren't left out; those of folders end with a slash."""
        return [path for path in paths if not self.ignores(path.rstrip("/"), path.endswith("/"))]

    def unused(self, paths):
        """The texts of rules that match none of the paths."""
        unused = []
        for rule in self.rules:
            if not any(rule.matches(path.rstrip("/"), path.endswith("/")) for path in paths):
                unused.append(rule.text)
        return unused
