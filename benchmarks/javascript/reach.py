"""Whether the engine could write what a mutation took away, and when: the original among the edits of its place."""

from __future__ import annotations

import random
import re
import statistics
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tree_sitter import Node

from benchmarks.javascript.mutation_operators import every_mutation
from benchmarks.javascript.packages import NpmPackage
from benchmarks.javascript.programs import JsProgram
from benchmarks.repair.reach import drawn
from testfix_pipeline.planning.javascript_code.code_mutations import JsMutation
from testfix_pipeline.repair.language.registry import language_of_source
from testfix_pipeline.repair.languages.javascript.source import JsSource
from testfix_pipeline.repair.model.edit import Edit, Overlap, apply_spans, without_layout
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.model.symptoms import FaultLocation
from testfix_pipeline.repair.ranking.edit_order import EditOrder
from testfix_pipeline.repair.ranking.naturalness import Naturalness
from testfix_pipeline.repair.search.space import Space, propose, single_edits, target_of

SEED = 7
_BRACKETS = str.maketrans("", "", ";{}")
_THROWN = re.compile(r"\bthrow new (\w+)\(.*")
SEEN = FailureEvidence(errors=frozenset({"AssertionError"}))
"""Nothing is run, so no values are known that a test expected: texts and numbers are reached less than in a search. Of
an error that is no longer thrown a test says the class."""


class Reach:
    """Where originals are, by operator. ranks: of those that are among the edits of their places, from 1."""

    def __init__(self) -> None:
        self.ranks: dict[str, list[int]] = defaultdict(list)
        self.missed: dict[str, list[str]] = defaultdict(list)

    def add(self, mutation: JsMutation, original: str, rank: int | None) -> None:
        if rank is not None:
            self.ranks[mutation.kind].append(rank)
            return
        old = " ".join(original[mutation.start : mutation.end].split())
        line = original.split("\n")[mutation.line - 1].strip()
        self.missed[mutation.kind].append(f"{mutation.file}:{mutation.line} {line[:90]} | {old[:60]}")

    def table(self, examples: int) -> Iterator[str]:
        """The lines of a table, with so many of the originals out of reach."""
        yield f"{'operator':28} {'n':>5} {'reached':>8} {'median rank':>12}"
        for kind in sorted({*self.ranks, *self.missed}):
            yield _line(kind, self.ranks[kind], len(self.missed[kind]))
            yield from (f"      {one}" for one in self.missed[kind][:examples])
        yield _line("all", [one for ranks in self.ranks.values() for one in ranks], sum(map(len, self.missed.values())))


def _line(name: str, ranks: list[int], missed: int) -> str:
    median = f"{statistics.median(ranks):.0f}" if ranks else "-"
    return f"{name:28} {len(ranks) + missed:5} {len(ranks) / (len(ranks) + missed):8.0%} {median:>12}"


def reach_of(programs: Sequence[JsProgram], each: int) -> Reach:
    """The reach for mutations of the correct programs: `each` of an operator in a file, drawn with a seed."""
    found = Reach()
    for program in programs:
        with tempfile.TemporaryDirectory() as name:
            tree = Path(name) / "tree"
            program.write_buggy(tree)
            _add_files(program.name, {**program.program.files, **program.fixed}, tree, each, found)
    return found


def reach_of_packages(packages: Sequence[NpmPackage], each: int) -> Reach:
    """The same for the sources of npm packages. Raises NotFetched."""
    found = Reach()
    for package in packages:
        with tempfile.TemporaryDirectory() as name:
            tree = Path(name) / "tree"
            package.write(tree)
            texts = {file: (tree / file).read_text("utf-8") for file in package.sources}
            _add_files(package.name, texts, tree, each, found)
    return found


def _add_files(name: str, texts: Mapping[str, str], tree: Path, each: int, reach: Reach) -> None:
    for path, text in texts.items():
        (tree / path).write_text(text, "utf-8")
    for path in [one for one in sorted(texts) if one in Sources(tree)]:
        chance = random.Random(f"{SEED} {name} {path}")
        for mutation in drawn(_inside_functions(JsSource(path, texts[path].encode())), each, chance):
            mutated = mutation.applied_to(texts[path])
            if _bare(mutated) != _bare(texts[path]):
                (tree / path).write_text(mutated, "utf-8")
                reach.add(mutation, texts[path], rank_of_original(tree, mutation, texts[path]))
        (tree / path).write_text(texts[path], "utf-8")


def _inside_functions(source: JsSource) -> list[JsMutation]:
    """The mutations in bodies of functions: without the others, such as one of what a file exports, no test runs."""
    bodies = [source.span(one.body) for one in source.functions]
    every = every_mutation(source)
    return [one for one in every if any(start < one.start and one.end < end for start, end in bodies)]


def rank_of_original(tree: Path, mutation: JsMutation, original: str) -> int | None:
    """The number of the original among the edits of the mutated place, in the order of a search; None if it is none.

    tree: the project with the mutation.
    """
    sources = Sources(tree)
    source = sources.source(mutation.file)
    assert isinstance(source, JsSource)
    locations = [FaultLocation(mutation.file, line, 1.0, "") for line in _places(source, mutation)]
    thrown = tuple((name, "") for name in _THROWN.findall(original[mutation.start : mutation.end]))
    space = Space(sources, locations, replace(SEEN, expected_errors=thrown), order=EditOrder(Naturalness([source])))
    wanted = Wanted(source, mutation, original)
    if not _is_reached(space, source, wanted):
        return None
    found = (n for n, one in enumerate(single_edits(space, []), 1) if wanted.is_restored_by(one.edits[0]))
    return next(found, None)


@dataclass(frozen=True)
class Wanted:
    """What an edit of a mutated file is compared with: the original."""

    source: JsSource
    mutation: JsMutation
    original: str

    def is_restored_by(self, edit: Edit) -> bool:
        """Whether the file with the edit is the original. Only the lines that differ are compared: files are long."""
        if edit.file != self.source.path:
            return False
        mutated, spans = self.source.text, edit.spans
        end = len(mutated) - len(self.original) + self.mutation.end
        first = mutated.rfind("\n", 0, min(self.mutation.start, *(start for start, _, _ in spans))) + 1
        behind = mutated.find("\n", max(end, *(last for _, last, _ in spans)))
        rest = 0 if behind < 0 else len(mutated) - behind
        edited = apply_spans(mutated, spans)
        return _bare(edited[first : len(edited) - rest]) == _bare(self.original[first : len(self.original) - rest])


def _is_reached(space: Space, source: JsSource, wanted: Wanted) -> bool:
    """Whether the original is among the edits at all: they need not be weighed for that."""
    for target in filter(None, (target_of(space, one) for one in space.locations)):
        for producer in language_of_source(source).producers:
            for edit in propose(target, producer, []):
                try:
                    if wanted.is_restored_by(edit):
                        return True
                except Overlap:
                    continue
    return False


def _places(source: JsSource, mutation: JsMutation) -> list[int]:
    """The lines of the statements where an edit may bring the original back: where none is left, those around."""
    here = source.statements.get(mutation.line)
    blocks = [one for one in source.syntax.of_type(*source.forms.blocks) if _holds(source, one, mutation)]
    if here is not None and source.span(blocks[-1])[0] < here.start <= mutation.start:
        return [here.lineno]
    beside = [source.span(one)[0] for one in blocks[-1].named_children if source.is_statement(one)]
    around = [
        *[one for one in beside if one < mutation.start][-1:],
        *[one for one in beside if one > mutation.start][:1],
    ]
    holders = [source.span(one)[0] for one in source.syntax.above(blocks[-1]) if source.is_statement(one)]
    lines = [source.line_at(one) for one in around or holders[:1]]
    return [source.statements[line].lineno for line in lines if line in source.statements]


def _holds(source: JsSource, node: Node, mutation: JsMutation) -> bool:
    start, end = source.span(node)
    return start <= mutation.start < end


def _bare(text: str) -> str:
    """A text without layout, the brackets and semicolons around statements, and what errors say."""
    return without_layout(_THROWN.sub(r"throw \1", text)).translate(_BRACKETS)
