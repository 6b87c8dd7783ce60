"""Fixes whose right text is known: of people, of the training programs, and of mutations that are undone.

Each comes as the statements at its place, some other statements that a search would look at as well, and what tells the
right edit from all others.
"""

from __future__ import annotations

import ast
import random
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from benchmarks.repair import cache, fixes
from benchmarks.repair.changed import changes
from benchmarks.repair.fixes import Fix, hunks_of
from benchmarks.repair.hunks import Hunk
from benchmarks.repair.mutation import Mutation, places
from benchmarks.repair.mutation import Place as MutationPlace
from benchmarks.repair.programs import Program, programs
from benchmarks.repair.removed import removals
from benchmarks.repair.space import Known, Window
from benchmarks.repair.training.observed import Observed, observed
from testfix_pipeline.repair.language.failure_reading import gather
from testfix_pipeline.repair.language.language import EditSite
from testfix_pipeline.repair.languages.python.analysis.edit import PythonEditSite
from testfix_pipeline.repair.languages.python.modules import Modules
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.source_text import SourceText
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.search.space import sharpness

Origin = Literal["fix", "program", "mutation"]
OTHERS = 2
"""Statements beside those of the right place that are looked at."""
SEED, MUTATED, MUTATIONS_OF_FILE = 7, 60, 8
"""One file of so many programs is mutated so often."""
EVERY_LINE = range(1, 10**6)


@dataclass(frozen=True)
class Place:
    """A statement of a fix. score: its suspiciousness (0..1), 1 where that is unknown. stands_for: how many."""

    target: EditSite
    right: bool
    score: float = 1.0
    stands_for: float = 1.0


@dataclass(frozen=True)
class KnownFix:
    """group: the project or program, which figures are held out by. id: unique within its origin."""

    origin: Origin
    group: str
    id: str
    window: Window
    places: tuple[Place, ...]


def of_fixes() -> Iterator[KnownFix]:
    """Bug fixes that people made (`benchmarks.repair.fixes`)."""
    for row in cache.rows(fixes.cached()):
        fix = Fix(**row)
        source = SourceFile(fix.path, fix.before.encode())
        known = Known(fix.commit[:10], fix.project, source, fix.hunk)
        yield KnownFix(
            "fix", fix.project, known.id, Window.of(source, known.hunk), _with_others(known.targets, known.id)
        )


def of_programs() -> Iterator[KnownFix]:
    """Every edit of every training program, with what its failing tests say."""
    for program in programs("training"):
        if (seen := observed(program)) is not None:
            with tempfile.TemporaryDirectory() as name:
                program.write_buggy(Path(name))
                yield from _of_program(program, seen, Path(name))


def _of_program(program: Program, seen: Observed, root: Path) -> Iterator[KnownFix]:
    sources = Sources(root, ())
    modules = Modules(sources)
    known = [(edit, source) for edit in program.edits if (source := modules.file(edit.file)) is not None]
    failure_evidence, around = gather(seen.failures, root), modules.neighbours()
    for number, (edit, source) in enumerate(known):
        hunk = whole_hunk(source, source.text.replace(edit.old, edit.new))
        if hunk is not None:
            place = Known(f"{program.name}#{number}", program.name, source, hunk)
            targets = [replace(one, failure_evidence=failure_evidence, project=around) for one in place.targets]
            places = _of_locations(targets, seen, sources, place.id)
            yield KnownFix("program", program.name, place.id, Window.of(source, hunk), places)


def of_mutations() -> Iterator[KnownFix]:
    """A few mutations of some training programs, each kind of mutation equally likely: the original is right."""
    chance = random.Random(SEED)
    every = programs("training")
    for program in sorted(chance.sample(every, min(MUTATED, len(every))), key=lambda one: one.name):
        path = chance.choice(program.edits).file
        source = SourceFile(path, program.files[path].encode())
        found = [one for made in (changes, removals) for one in _one_of_each_kind(source, made, chance)]
        for number, mutation in enumerate(chance.sample(found, min(MUTATIONS_OF_FILE, len(found)))):
            if (known := _mutated(source, mutation)) is not None:
                yield KnownFix("mutation", program.name, f"{program.name}#m{number}", *known)


def _one_of_each_kind(
    source: SourceFile, made: Callable[[MutationPlace], Iterator[Mutation]], chance: random.Random
) -> Iterator[Mutation]:
    found: dict[str, list[Mutation]] = defaultdict(list)
    for place in places(source, EVERY_LINE):
        for mutation in made(place):
            found[mutation.kind].append(mutation)
    return (chance.choice(of_kind) for of_kind in found.values())


ORIGINS = {"fix": of_fixes, "program": of_programs, "mutation": of_mutations}


def _mutated(source: SourceFile, mutation: Mutation) -> tuple[Window, tuple[Place, ...]] | None:
    text = mutation.applied(source.text)
    try:
        ast.parse(text)
    except SyntaxError:
        return None
    mutated = SourceFile(source.path, text.encode())
    hunk = whole_hunk(mutated, source.text)
    if hunk is None:
        return None
    known = Known("", "", mutated, hunk)
    return Window.of(mutated, hunk), _with_others(known.targets, str(mutation.start))


def whole_hunk(source: SourceText, after: str) -> Hunk | None:
    """All that differs as one hunk; None where nothing does."""
    hunks = hunks_of(source.path, source.text, after)
    if not hunks:
        return None
    old, new = source.text.splitlines(keepends=True), after.splitlines(keepends=True)
    first, last = hunks[0].start, hunks[-1].end
    behind = len(old) - last
    return Hunk(source.path, 0, first, last, tuple(old[first:last]), tuple(new[first : len(new) - behind]))


def _with_others(targets: Sequence[PythonEditSite], seed: str) -> tuple[Place, ...]:
    """The statements of the right place, and some others of its function."""
    right = tuple(Place(target, True) for target in targets)
    if not targets or targets[0].function is None:
        return right
    known = {target.stmt for target in targets}
    inside = [one for one in ast.walk(targets[0].function.node) if isinstance(one, ast.stmt) and one not in known]
    chosen = random.Random(seed).sample(inside, min(OTHERS, len(inside)))
    return (*right, *(Place(replace(targets[0], stmt=one), False) for one in chosen))


def _of_locations(targets: Sequence[PythonEditSite], seen: Observed, sources: Sources, seed: str) -> tuple[Place, ...]:
    """The statements of the right place with their scores, the most suspicious of the others, and some of the rest."""
    power = sharpness(len(seen.locations))
    scores = {(one.file, one.line): max(one.score, 1e-3) ** power for one in seen.locations}
    least = min(scores.values(), default=1.0)
    right = {(one.source.path, one.stmt.lineno): one for one in targets}
    places = [Place(one, True, scores.get(key, least)) for key, one in right.items()]
    others = [key for key in scores if key not in right]
    first, rest = others[:OTHERS], others[OTHERS:]
    drawn = random.Random(seed).sample(rest, min(OTHERS, len(rest)))
    for key in (*first, *drawn):
        source = Modules(sources).file(key[0])
        stmt = source.statements.get(key[1]) if source else None
        if source is not None and stmt is not None and targets:
            target = replace(targets[0], source=source, stmt=stmt, function=source.function_of(stmt))
            places.append(Place(target, False, scores[key], len(rest) / len(drawn) if key in drawn else 1.0))
    return tuple(places)
