"""Semantic versions and ranges of them, such as ">=1.2 <2", "^1.4.0" and "~2.1"."""

import re
from functools import total_ordering

VERSION = re.compile(r"v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$")
CONDITION = re.compile(r"\s*(\^|~|[<>]=?|=|!=)?\s*([^\s<>=!^~]+)")


@total_ordering
class Version:
    """A version; missing numbers are zero, build metadata is ignored."""

    def __init__(self, text):
        match = VERSION.match(text.strip())
        if not match:
            raise ValueError(f"not a version: {text!r}")
        self.numbers = tuple(int(number or 0) for number in match.groups()[:3])
        self.given = sum(number is not None for number in match.groups()[:3])
        self.pre = match[4] or ""

    @classmethod
    def of(cls, *numbers):
        return cls(".".join(map(str, numbers)))

    @property
    def key(self):
        """What versions are compared by: a prerelease is older than its release."""
        if not self.pre:
            return self.numbers, 1, ()
        return self.numbers, 0, tuple(self.pre.split("."))

    def __eq__(self, other):
        return self.key == other.key

    def __lt__(self, other):
        return self.key < other.key

    def __hash__(self):
        return hash(self.key)

    def __repr__(self):
        return ".".join(map(str, self.numbers)) + (f"-{self.pre}" if self.pre else "")


def caret(version):
    """The first version that isn't compatible any more: the leftmost number that isn't zero must not change."""
    major, minor, patch = version.numbers
    if major:
        return Version.of(major + 1)
    if minor:
        return Version.of(0, minor + 1)
    return Version.of(0, 0, patch + 1)


def tilde(version):
    major, minor, _ = version.numbers
    return Version.of(major + 1) if version.given == 1 else Version.of(major, minor + 1)


class Range:
    """Conditions that must all be true; alternatives are separated by "||"."""

    CHECKS = {
        "=": lambda v, w: v == w,
        "!=": lambda v, w: v != w,
        "<": lambda v, w: v < w,
        "<=": lambda v, w: v <= w,
        ">": lambda v, w: v > w,
        ">=": lambda v, w: v >= w,
        "^": lambda v, w: w <= v < caret(w),
        "~": lambda v, w: w <= v < tilde(w),
    }

    def __init__(self, text):
        self.alternatives = [
            [(operator or "=", Version(version)) for operator, version in CONDITION.findall(part)]
            for part in text.split("||")
        ]

    def __contains__(self, version):
        return any(
            all(self.CHECKS[operator](version, bound) for operator, bound in conditions)
            for conditions in self.alternatives
        )


def newest(texts, wanted="", prereleases=False):
    """The newest version in a range, or None; prereleases only if they are asked for."""
    versions = [Version(text) for text in texts]
    fitting = [v for v in versions if v in Range(wanted) and (prereleases or not v.pre)]
    return max(fitting, default=None)
