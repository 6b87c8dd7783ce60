"""Version ranges and a small backtracking resolver for package requirements."""
import re
from dataclasses import dataclass


class ResolutionError(Exception):
    pass


@dataclass(frozen=True, order=True)
class Version:
    major: int
    minor: int = 0
    patch: int = 0

    @classmethod
    def parse(cls, text):
        match = re.fullmatch(r"\s*v?(\d+)(?:\.(\d+))?(?:\.(\d+))?\s*", text)
        if not match:
            raise ValueError(f"bad version: {text!r}")
        return cls(*(int(part or 0) for part in match.groups()))

    def __str__(self):
        return f"{self.major}.{self.minor}.{self.patch}"

    def next_breaking(self):
        """The first version that may be incompatible with this one."""
        if self.major:
            return Version(self.major + 1)
        if self.minor:
            return Version(0, self.minor + 1)
        return Version(0, 0, self.patch + 1)


OPERATORS = {
    ">=": lambda a, b: a >= b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    "<": lambda a, b: a < b,
    "=": lambda a, b: a == b,
}


class Range:
    """Such as "^1.2", "~1.2.3", ">=1.0 <2.0", "1.4.0 || 2.1.0" or "*"."""

    def __init__(self, text):
        self.text = text.strip()
        self.choices = [self._parse(part) for part in self.text.split("||")]

    def __repr__(self):
        return f"Range({self.text!r})"

    @staticmethod
    def _parse(part):
        tests = []
        for word in part.split():
            if word == "*":
                continue
            op, number = re.fullmatch(r"(\^|~|>=|<=|>|<|=)?(.+)", word).groups()
            version = Version.parse(number)
            if op == "^":
                tests += [(">=", version), ("<", version.next_breaking())]
            elif op == "~":
                tests += [(">=", version), ("<", Version(version.major, version.minor + 1))]
            else:
                tests.append((op or "=", version))
        return tests

    def __contains__(self, version):
        return any(
            all(OPERATORS[op](version, limit) for op, limit in tests)
            for tests in self.choices
        )


class Registry:
    def __init__(self):
        self._packages = {}

    def publish(self, name, version, needs=None):
        releases = self._packages.setdefault(name, {})
        releases[Version.parse(version)] = dict(needs or {})

    def needs(self, name, version):
        return self._packages[name][version]

    def candidates(self, name, ranges):
        """Versions inside all the ranges, newest first."""
        found = [v for v in self._packages.get(name, {}) if all(v in r for r in ranges)]
        return sorted(found, reverse=True)


def resolve(registry, requirements):
    """Pick one version per package; returns {name: version text}."""
    ranges = {name: [Range(text)] for name, text in requirements.items()}
    picked = _solve(registry, ranges, {})
    if picked is None:
        raise ResolutionError("no set of versions fits")
    return {name: str(version) for name, version in sorted(picked.items())}


def _solve(registry, ranges, picked):
    waiting = [name for name in ranges if name not in picked]
    if not waiting:
        return picked
    name = min(waiting)
    for version in registry.candidates(name, ranges[name]):
        merged = dict(ranges)
        for other, text in registry.needs(name, version).items():
            merged.setdefault(other, []).append(Range(text))
        trial = {**picked, name: version}
        if all(v in r for n, v in trial.items() for r in merged[n]):
            solution = _solve(registry, merged, trial)
            if solution is not None:
                return solution
    return None
