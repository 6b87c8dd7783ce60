"""Places made by mutating the training packages: no test is run, the original text says what is right."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping

from benchmarks.repair import changed, removed
from benchmarks.repair.learning.places import Place, parsed, place, units
from benchmarks.repair.learning.releases import RELEASES, texts
from benchmarks.repair.mutation import Mutation, places
from benchmarks.repair.mutation import Place as Site
from testfix_pipeline.repair.naturalness import Naturalness
from testfix_pipeline.repair.source import SourceFile

MAKERS: Mapping[str, Callable[[Site], Iterator[Mutation]]] = {"changed": changed.changes, "removed": removed.removals}
OF_EACH = 40
LONGEST_FILE = 150_000
LARGE = 12
"""So many files of a package are mutated at most."""


def mutated_places(package: str) -> Iterator[Place]:
    """Mutations of a package's newest release; each kind of mutation is as likely as any other."""
    chance = random.Random(package)
    sources = _sources(package, chance)
    for name, make in MAKERS.items():
        for source, mutation in _mutations(sources, make, chance):
            found = _place(name, package, source, mutation)
            if found is not None:
                yield found


def _sources(package: str, chance: random.Random) -> list[SourceFile]:
    found = texts(package, RELEASES[package].split()[-1])
    paths = sorted(path for path, text in found.items() if len(text) < LONGEST_FILE)
    parsed_files = [parsed(path, found[path]) for path in sorted(chance.sample(paths, min(LARGE, len(paths))))]
    return [source for source in parsed_files if source is not None]


def _mutations(
    sources: list[SourceFile], make: Callable[[Site], Iterator[Mutation]], chance: random.Random
) -> list[tuple[SourceFile, Mutation]]:
    by_kind: dict[str, list[tuple[SourceFile, Mutation]]] = {}
    for source in sources:
        for site in places(source, range(source.text.count("\n") + 2)):
            if site.function is not None:
                for mutation in make(site):
                    by_kind.setdefault(mutation.kind, []).append((source, mutation))
    kinds = sorted(by_kind)
    chosen = [chance.choice(by_kind[chance.choice(kinds)]) for _ in range(OF_EACH if kinds else 0)]
    return list(dict.fromkeys(chosen))


def _place(origin: str, package: str, right: SourceFile, mutation: Mutation) -> Place | None:
    wrong = parsed(right.path, mutation.applied(right.text))
    if wrong is None:
        return None
    unit = _unit_at(right, mutation.start)
    if unit is None or unit not in units(wrong):
        return None
    name = f"{right.path}:{mutation.line}:{mutation.kind}"
    return place(origin, package, name, Naturalness([wrong]), wrong, right, unit)


def _unit_at(source: SourceFile, offset: int) -> str | None:
    for name, node in units(source).items():
        start, end = source.block(node)
        if start <= offset < end:
            return name
    return None
