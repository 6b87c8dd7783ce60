"""Whether the engine could write what a mutation took away: the original among all that it proposes for the statement.

    python -m benchmarks.repair.reach [--kinds changed|removed] [--files N] [--each N] [--examples N]

Mutations in functions of the training programs, so many of each kind in so many files, drawn with a seed. Nothing is
run, so neither load nor time counts: what the producers propose (without a failing test), and whether one of
the expressions that the search would rebuild a part of the statement with is the original. Conditions and
statements that staged synthesis makes of what it sees are not among them, so the share is a lower bound. Prints a
table by kind.
"""

from __future__ import annotations

import argparse
import ast
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol, TypeVar

from benchmarks.repair.changed import changes
from benchmarks.repair.mutation import Mutation, places
from benchmarks.repair.programs import programs
from benchmarks.repair.removed import removals
from testfix_pipeline.repair.languages.python.analysis.edit import FailureEvidence, Overlap, PythonEditSite
from testfix_pipeline.repair.languages.python.edits.edit_producer import weighed_proposals
from testfix_pipeline.repair.languages.python.producers import PRODUCERS
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.languages.python.synthesis.rebuilding import probe_questions
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.edit import without_layout

SEED = 7
EVERY_LINE = range(1, 10**6)
MUTATIONS = {"changed": changes, "removed": removals}


def reached(source: SourceFile, mutation: Mutation) -> str:
    """How the original comes back: "producer", "pool" or "" for not; "none" where the mutation leaves no code."""
    text = mutation.applied(source.text)
    try:
        ast.parse(text)
    except SyntaxError:
        return "none"
    mutated, wanted = SourceFile(source.path, text.encode()), without_layout(source.text)
    stmt = mutated.statements.get(mutated.line_at(mutation.start))
    function = mutated.function_of(stmt) if stmt is not None else None
    if stmt is None or function is None or without_layout(text) == wanted:
        return "none"
    target = PythonEditSite(mutated, stmt, function, FailureEvidence(), (), (mutated,))
    if any(text == wanted for text in _of_producers(target)):
        return "producer"
    return "pool" if any(text == wanted for text in _of_pool(target)) else ""


def _of_producers(target: PythonEditSite) -> Iterator[str]:
    for producer in PRODUCERS:
        for edit in weighed_proposals(target, producer):
            try:
                yield without_layout(Candidate.single(target.source, edit, 1.0, producer.id).parts[0].text)
            except Overlap:
                continue


def _of_pool(target: PythonEditSite) -> Iterator[str]:
    """The statement with a part replaced by what the search asks the values of."""
    for one in probe_questions(target, 1.0):
        for part in one.parts:
            start, end = target.source.span(part.node)
            before, behind = without_layout(target.source.text[:start]), without_layout(target.source.text[end:])
            yield from (before + without_layout(text) + behind for text in one.pool(part))


class OfKind(Protocol):
    """A mutation of some kind."""

    @property
    def kind(self) -> str:
        """The operator that makes it."""


_Mutation = TypeVar("_Mutation", bound=OfKind)


def drawn(every: Iterable[_Mutation], each: int, chance: random.Random) -> Iterator[_Mutation]:
    """So many mutations of each kind, of those that a file has room for."""
    found: dict[str, list[_Mutation]] = defaultdict(list)
    for mutation in every:
        found[mutation.kind].append(mutation)
    for of_kind in found.values():
        yield from chance.sample(of_kind, min(each, len(of_kind)))


def all_mutations(source: SourceFile, kinds: str) -> Iterator[Mutation]:
    """The mutations of a file that are of these kinds (`MUTATIONS`)."""
    return (mutation for place in places(source, EVERY_LINE) for mutation in MUTATIONS[kinds](place))


def sources(most: int, chance: random.Random) -> list[SourceFile]:
    """So many files of the training programs, their tests left out."""
    every = [(path, text) for one in programs("training") for path, text in sorted(one.modules.items())]
    return [SourceFile(path, text.encode()) for path, text in chance.sample(every, min(most, len(every)))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kinds", choices=sorted(MUTATIONS), default="changed", help="of mutations")
    parser.add_argument("--files", type=int, default=40, help="of the training programs")
    parser.add_argument("--each", type=int, default=2, help="mutations of a kind in a file")
    parser.add_argument("--examples", type=int, default=3, help="originals out of reach that are shown of a kind")
    wanted, chance = parser.parse_args(), random.Random(SEED)
    seen: dict[str, Counter[str]] = defaultdict(Counter)
    missed: dict[str, list[str]] = defaultdict(list)
    for source in sources(wanted.files, chance):
        for mutation in drawn(all_mutations(source, wanted.kinds), wanted.each, chance):
            how = reached(source, mutation)
            seen[mutation.kind][how] += how != "none"
            if not how:
                missed[mutation.kind].append(
                    f"{Path(source.path).name}:{mutation.line} {source.line_text(mutation.line)}"
                )
    print(f"{'kind':30} {'n':>4} {'producer':>8} {'pool':>5} {'reached':>8}")
    for kind, counts in sorted(seen.items()):
        n, found = _sums(counts)
        print(f"{kind:30} {n:4} {counts['producer']:8} {counts['pool']:5} {found / max(1, n):8.0%}")
        for example in missed[kind][: wanted.examples]:
            print(f"      {example.strip()[:110]}")
    n, found = _sums(sum(seen.values(), Counter()))
    print(f"reach: {found} of {n} originals, {found / max(1, n):.0%}")


def _sums(counts: Counter[str]) -> tuple[int, int]:
    """How many originals were asked for, and how many of them are in reach."""
    return counts.total(), counts["producer"] + counts["pool"]


if __name__ == "__main__":
    main()
