"""Semantic versions and ranges of them."""

import re
from functools import total_ordering

_VERSION = re.compile(r"v?(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?")
_CONDITION = re.compile(r"(\^|~|>=|<=|>|<|=)?\s*(\S+)")


@total_ordering
class Version:
    def __init__(self, text):
        match = _VERSION.fullmatch(text.strip())
        if match is None:
            raise ValueError(f"not a version: {text!r}")
        self.major, self.minor, self.patch = (int(part) for part in match.groups()[:3])
        self.pre = tuple(match[4].split(".")) if match[4] else ()

    @property
    def release(self):
        return self.major, self.minor, self.patch

    def _pre_key(self):
        """Sorts before a release; numbers before words, fewer parts before more."""
        if not self.pre:
            return (1,)
        return (0, *((0, part) if part.isdigit() else (1, part) for part in self.pre))

    def _key(self):
        return self.release, self._pre_key()

    def __eq__(self, other):
        return self._key() == other._key()

    def __lt__(self, other):
        return self._key() < other._key()

    def __hash__(self):
        return hash(self._key())

    def __str__(self):
        text = ".".join(map(str, self.release))
        return f"{text}-{'.'.join(self.pre)}" if self.pre else text

    def bumped(self, part):
        """The next version as text; a pre-release becomes its release."""
        if self.pre and part == "patch":
            return ".".join(map(str, self.release))
        numbers = dict(zip(("major", "minor", "patch"), self.release))
        seen = False
        for name in numbers:
            numbers[name] = numbers[name] + 1 if name == part else 0 if seen else numbers[name]
            seen = seen or name == part
        return ".".join(map(str, numbers.values()))


def _bounds(operator, version):
    """(lowest, included?, end of the range) of `^` and `~`."""
    if operator == "^" and version.major:
        return Version(f"{version.major + 1}.0.0")
    return Version(f"{version.major}.{version.minor + 1}.0")


def _holds(operator, version, wanted):
    if operator in ("^", "~"):
        return wanted <= version and version.release < _bounds(operator, wanted).release
    return {
        ">=": version >= wanted,
        "<=": version <= wanted,
        ">": version > wanted,
        "<": version < wanted,
        "=": version == wanted,
    }[operator or "="]


def satisfies(version, text):
    """Whether a version is in a range: conditions with commas between, alternatives with `||`."""
    version = Version(version)
    for alternative in text.split("||"):
        conditions = [_CONDITION.fullmatch(part.strip()) for part in alternative.split(",")]
        if all(_holds(match[1], version, Version(match[2])) for match in conditions):
            return True
    return False


def newest(versions, text=None, pre=False):
    """The newest version in a range; pre-releases only if wanted. None where there is none."""
    fitting = [v for v in versions if (pre or not Version(v).pre) and (text is None or satisfies(v, text))]
    return max(fitting, key=Version, default=None)
