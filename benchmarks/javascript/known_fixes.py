"""Fixes in JavaScript and TypeScript whose right text is known, as rows to fit the order of edits to.

Those of the development programs, and mutations that are undone, of the fixed files of these programs.
"""

from __future__ import annotations

import random
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path

from benchmarks.javascript.mutated_packages import mutations
from benchmarks.javascript.programs import JsProgram, programs
from benchmarks.languages.trial import repair_request
from benchmarks.repair import cache
from benchmarks.repair.hunks import Hunk
from benchmarks.repair.space import Window
from benchmarks.repair.training.known import OTHERS, KnownFix, Origin, Place, whole_hunk
from testfix_pipeline.core.records import Failure
from testfix_pipeline.planning.javascript_code.code_mutations import JsMutation
from testfix_pipeline.repair.engine import repair
from testfix_pipeline.repair.language.failure_reading import gather
from testfix_pipeline.repair.languages.javascript.language import JAVASCRIPT
from testfix_pipeline.repair.languages.javascript.source import JsSource
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.model.edit import Edit
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.search.space import sharpness

ROWS = Path(__file__).with_name("order-rows.jsonl.gz")
MUTATIONS_OF_FILE = 4
_OPTIONAL = re.compile(r"[\s;{}()]")
OBSERVATION_SECONDS = 3.0
"""For a search whose patches nobody looks at: it says which statements are suspicious."""


class JsWindow(Window):
    """Where semicolons, and brackets around a statement or an operand, make no difference."""

    def has(self, edit: Edit) -> bool:
        """Whether the edit makes the wanted text. Nearly all that do not are of another length."""
        gained = sum(len(self._shape(new)) - len(self._shape(self.text[start:end])) for start, end, new in edit.spans)
        return gained == self._missing and super().has(edit)

    @cached_property
    def _missing(self) -> int:
        return len(self._shape(self.wanted)) - len(self._shape(self.text[self.start : self.end]))

    def _shape(self, text: str) -> str:
        return _OPTIONAL.sub("", text).replace('"', "'")


def of_mutations() -> Iterator[KnownFix]:
    """A few mutations, of as many kinds as there are, of the fixed files of the development programs."""
    for program in programs("development"):
        for path, text in program.fixed.items():
            for number, mutation in enumerate(_of_many_kinds(mutations(path, text, program.name))):
                source = _mutated(mutation, text)
                hunk = whole_hunk(source, text) if source is not None else None
                if source is not None and hunk is not None:
                    yield _known("mutation", program.name, f"{path}#{number}", source, hunk)


def of_programs() -> Iterator[KnownFix]:
    """Every edit of every development program, with what its failing tests say."""
    for program in programs("development"):
        if program.is_runnable:
            with tempfile.TemporaryDirectory() as name:
                tree = Path(name) / "tree"
                program.write_buggy(tree)
                yield from _of_program(program, tree)


ORIGINS = {"program": of_programs, "mutation": of_mutations}


def _of_many_kinds(found: Sequence[JsMutation]) -> list[JsMutation]:
    """The first mutations, those first whose kind is rare among the ones before them."""
    seen: dict[str, int] = {}
    ranked = []
    for one in found:
        seen[one.kind] = seen.get(one.kind, 0) + 1
        ranked.append((seen[one.kind], one))
    return [one for _, one in sorted(ranked, key=lambda pair: pair[0])][:MUTATIONS_OF_FILE]


def _mutated(mutation: JsMutation, original: str) -> JsSource | None:
    """The file with a mutation; a statement that is taken away leaves nothing."""
    bare = replace(mutation, new="") if mutation.new == ";" else mutation
    try:
        return JsSource(mutation.file, bare.applied_to(original).encode())
    except (SyntaxError, RecursionError):
        return None


def _known(origin: Origin, group: str, name: str, source: JsSource, hunk: Hunk) -> KnownFix:
    targets = _targets(source, hunk)
    right = tuple(Place(target, True) for target in targets)
    others = _others(targets[0], {target.stmt.lineno for target in targets}, name) if targets else ()
    return KnownFix(origin, group, f"{group}/{name}", JsWindow.of(source, hunk), (*right, *others))


def _targets(source: JsSource, hunk: Hunk) -> list[JsTarget]:
    """The statements that a hunk touches, or between which it puts something."""
    first, last = hunk.start + 1, max(hunk.end, hunk.start + 1)
    found = dict.fromkeys(stmt for line in range(first, last + 1) if (stmt := source.statements.get(line)) is not None)
    if not any(map(str.strip, hunk.old)):
        known = sorted(dict.fromkeys(source.statements.values()), key=lambda stmt: stmt.lineno)
        before, behind = [one for one in known if one.lineno < first], [one for one in known if one.lineno > hunk.end]
        found |= dict.fromkeys((*before[-1:], *behind[:1]))
    return [JsTarget(source, stmt, FailureEvidence(), (source,)) for stmt in found]


def _others(target: JsTarget, known: set[int], seed: str) -> tuple[Place, ...]:
    """Some other statements of the same function."""
    around = target.source.function_of(target.stmt)
    inside = [
        stmt
        for stmt in dict.fromkeys(target.source.statements.values())
        if around is not None and stmt.lineno not in known and target.source.function_of(stmt) == around
    ]
    chosen = random.Random(seed).sample(inside, min(OTHERS, len(inside)))
    return tuple(Place(replace(target, stmt=stmt), False) for stmt in chosen)


def _of_program(program: JsProgram, tree: Path) -> Iterator[KnownFix]:
    failures, scores = _observed(program, tree)
    sources, evidence = Sources(tree, ()), gather(failures, tree)
    for number, edit in enumerate(program.program.edits):
        source = JAVASCRIPT.load(tree, edit.file)
        if not isinstance(source, JsSource):
            continue
        hunk = whole_hunk(source, source.text.replace(edit.old, edit.new))
        if hunk is not None:
            targets = [replace(one, failure_evidence=evidence) for one in _targets(source, hunk)]
            name = f"{program.name}#{number}"
            places = tuple(_of_locations(targets, scores, sources, name)) if targets else ()
            yield KnownFix("program", program.name, name, JsWindow.of(source, hunk), places)


def _of_locations(
    targets: Sequence[JsTarget], scores: Mapping[tuple[str, int], float], sources: Sources, seed: str
) -> Iterator[Place]:
    """The statements of the right place with their scores, the most suspicious of the others, and some of the rest."""
    power = partial(pow, exp=sharpness(len(scores)))
    least = min(scores.values(), default=1.0)
    right = {(one.source.path, one.stmt.lineno): one for one in targets}
    yield from (Place(one, True, power(scores.get(key, least))) for key, one in right.items())
    others = [key for key in scores if key not in right]
    first, rest = others[:OTHERS], others[OTHERS:]
    drawn = random.Random(seed).sample(rest, min(OTHERS, len(rest)))
    for key in (*first, *drawn):
        source = sources.source(key[0])
        stmt = source.statements.get(key[1]) if isinstance(source, JsSource) else None
        if isinstance(source, JsSource) and stmt is not None:
            target = replace(targets[0], source=source, stmt=stmt)
            yield Place(target, False, power(scores[key]), len(rest) / len(drawn) if key in drawn else 1.0)


def _observed(program: JsProgram, tree: Path) -> tuple[list[Failure], dict[tuple[str, int], float]]:
    """What the tests of a program say, and the scores of its suspicious statements; from the cache or from a run."""
    path = cache.folder("observed", "javascript") / f"{program.name}.jsonl"
    if not path.is_file():
        request = repair_request(tree, OBSERVATION_SECONDS, 1)
        found = repair(request).suspicious
        failures = [one.model_dump(mode="json") for one in request.failures]
        cache.write(path, [{"failures": failures, "suspicious": found}])
    row = next(iter(cache.rows(path)))
    scores = {(file, line): max(score, 1e-3) for file, line, score in row["suspicious"]}
    return [Failure.model_validate(one) for one in row["failures"]], scores
