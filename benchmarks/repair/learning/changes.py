"""Places where real people changed a few tokens between two releases, as `places.Place`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from benchmarks.repair.learning.places import Place, parsed, place, wrong_units
from benchmarks.repair.learning.releases import RELEASES, pairs
from testfix_pipeline.repair.naturalness import Naturalness

# More of one file in one release is a rewriting, whose hunks are no repairs.
MOST_UNITS = 12


def real_changes(package: str) -> Iterator[Place]:
    """Every small change of one function or assignment between neighbouring releases; repeated ones twice at most."""
    for version, older, newer in pairs(package):
        seen: Counter[str] = Counter()
        for path in sorted(set(older) & set(newer)):
            if older[path] != newer[path]:
                yield from _of_file(package, version, path, older[path], newer[path], seen)


def _of_file(package: str, version: str, path: str, older: str, newer: str, seen: Counter[str]) -> Iterator[Place]:
    old, new = parsed(path, older), parsed(path, newer)
    if old is None or new is None:
        return
    wrong = list(wrong_units(old, new))
    if not wrong or len(wrong) > MOST_UNITS:
        return
    model = Naturalness([old])
    for unit, _, _ in wrong:
        found = place("release", package, f"{version}/{path}/{unit}", model, old, new, unit)
        if found is not None:
            key = "|".join(sorted(f"{one.kind}:{one.added}:{one.removed}" for one in found.tried if one.right))
            seen[key] += 1
            if not key or seen[key] <= 2:
                yield found


def all_packages() -> Iterator[Place]:
    for package in RELEASES:
        yield from real_changes(package)
