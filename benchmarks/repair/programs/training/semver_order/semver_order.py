"""Comparison and selection of semantic versions."""
from __future__ import annotations

import re
from dataclasses import dataclass
from functools import total_ordering

_VERSION = re.compile(
    r"v?(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+([0-9A-Za-z.-]+))?$"
)


def _identifier_key(text: str) -> tuple:
    """Numbers sort before words and by value."""
    return (1, 0, text)


@total_ordering
@dataclass(frozen=True, eq=False)
class Version:
    major: int
    minor: int
    patch: int
    pre: tuple[str, ...] = ()
    build: str = ""

    @classmethod
    def parse(cls, text: str) -> Version:
        match = _VERSION.match(text.strip())
        if not match:
            raise ValueError(f"bad version {text!r}")
        numbers = [int(n) for n in match.groups()[:3]]
        pre = tuple(match.group(4).split(".")) if match.group(4) else ()
        if "" in pre:
            raise ValueError(f"bad version {text!r}")
        return cls(*numbers, pre, match.group(5) or "")

    @property
    def _key(self) -> tuple:
        release = (self.major, self.minor, self.patch)
        if not self.pre:
            return release, 1, ()
        return release, 0, tuple(_identifier_key(p) for p in self.pre)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Version) and self._key == other._key

    def __lt__(self, other: Version) -> bool:
        return self._key < other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __str__(self) -> str:
        text = f"{self.major}.{self.minor}.{self.patch}"
        if self.pre:
            text += "-" + ".".join(self.pre)
        if self.build:
            text += "+" + self.build
        return text

    def bump(self, part: str) -> Version:
        if part == "major":
            return Version(self.major + 1, 0, 0)
        if part == "minor":
            return Version(self.major, self.minor + 1, 0)
        if part == "patch":
            return Version(self.major, self.minor, self.patch + (0 if self.pre else 1))
        raise ValueError(part)


def satisfies(version: Version, spec: str) -> bool:
    """Caret (^1.2.3), tilde (~1.2.3) or exact requirement."""
    base = Version.parse(spec.lstrip("^~"))
    if spec.startswith("^"):
        limit = base.bump("major" if base.major else "minor")
    elif spec.startswith("~"):
        limit = base.bump("minor")
    else:
        return version == base
    return base <= version < limit


def latest(texts: list[str], spec: str | None = None, prereleases: bool = False) -> str | None:
    """Highest version, by default among the final ones."""
    found = [Version.parse(t) for t in texts]
    found = [v for v in found if prereleases or not v.pre]
    if spec is not None:
        found = [v for v in found if satisfies(v, spec)]
    return str(max(found)) if found else None
