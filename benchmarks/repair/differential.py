"""Compares what functions do in two trees, on inputs made from their types, their documentation and their uses.

The inputs and the observation are those of the pipeline's own test generation (`planning/generation`): typical and
boundary values, no guesses; calls that reach outside, can't be stated, or differ from run to run don't count.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.planning.generation.inputs.inputs import examples_for
from testfix_pipeline.planning.generation.inputs.instances import Classes, Library
from testfix_pipeline.planning.generation.inputs.recorded_calls import record_calls
from testfix_pipeline.planning.generation.observation import (
    NotObserved,
    ObservedSubject,
    SubjectTrials,
    observe,
    stable_examples,
)
from testfix_pipeline.planning.generation.subjects.subject import Subject, functions_of, why_unsuitable
from testfix_pipeline.planning.python_code.module_source import read_module

EXAMPLES = 40
RECORDING_SECONDS = 20.0
MOST_SUBJECTS = 12
SECONDS = 20.0


@dataclass(frozen=True)
class Difference:
    """inputs: how many calls could be compared. witness: one that differs, "" where none does."""

    inputs: int
    witness: str = ""


@dataclass
class Reference:
    """The right tree, observed once for each set of subjects."""

    target: TargetProject
    tree: Path
    known: dict[tuple[str, frozenset[str]], tuple[list[ObservedSubject], list[ObservedSubject]]] = field(
        default_factory=dict
    )

    def compare(self, tree: Path, lines: Mapping[str, Collection[int]]) -> Difference:
        """How `tree` differs; `lines`: by file, the lines of the right text that differ in any way."""
        inputs = 0
        for file, changed in lines.items():
            cases = self._cases(file, changed)
            if not cases:
                continue
            try:
                found = self._compared(tree, cases)
            except NotObserved:
                continue
            inputs += found.inputs
            if found.witness:
                return Difference(inputs, found.witness)
        return Difference(inputs)

    def _cases(self, file: str, changed: Collection[int]) -> list[SubjectTrials]:
        module = read_module(self.target.root(self.tree), file)
        subjects = touched([s for s in functions_of(module) if not why_unsuitable(s)], changed) if module else []
        if not subjects:
            return []
        recorded = record_calls(self.target, self.tree, (), RECORDING_SECONDS)
        classes = Classes(subjects[0].module, Library(self.target.root(self.tree)), recorded=recorded)
        cases = []
        for subject in subjects:
            examples = examples_for(subject, classes, most=EXAMPLES)
            cases.append(SubjectTrials(subject, [one for one in examples if one.origin != "guess"], []))
        return [case for case in cases if case.examples]

    def _compared(self, tree: Path, cases: Sequence[SubjectTrials]) -> Difference:
        right = self._observed(cases)
        seen = self._observe(tree, [one.case for one in right[0]], "0")  # other inputs may be thought of each time
        inputs = 0
        for first, second, now in zip(*right, seen, strict=False):
            same = set(stable_examples(first, now))
            for number in stable_examples(first, second):
                inputs += 1
                example = first.case.examples[number]
                if number not in same and self._differs(tree, SubjectTrials(first.case.subject, [example], [])):
                    return Difference(inputs, example.code)
        return Difference(inputs)

    def _differs(self, tree: Path, case: SubjectTrials) -> bool:
        """Whether one call still differs when it is looked at again: a loaded machine makes calls look slow."""
        right, again = (self._observe(self.tree, [case], seed) for seed in "01")
        now = self._observe(tree, [case], "0")
        return stable_examples(right[0], again[0]) == [0] and stable_examples(right[0], now[0]) == []

    def _observed(self, cases: Sequence[SubjectTrials]) -> tuple[list[ObservedSubject], list[ObservedSubject]]:
        key = (cases[0].subject.module.file, frozenset(case.subject.name for case in cases))
        if key not in self.known:
            self.known[key] = (self._observe(self.tree, cases, "0"), self._observe(self.tree, cases, "1"))
        return self.known[key]

    def _observe(self, tree: Path, cases: Sequence[SubjectTrials], seed: str) -> list[ObservedSubject]:
        return observe(self.target, tree, cases, hash_seed=seed, mutants=False, seconds=SECONDS)


def touched(subjects: Sequence[Subject], changed: Collection[int]) -> list[Subject]:
    """The functions on the changed lines, then those that name one of them, then those that name one of these.

    Changes outside of functions touch the functions that read what the changed statements bind.
    """
    found = [s for s in subjects if set(changed) & set(range(s.lines[0], s.lines[1] + 1))]
    names = {subject.node.name for subject in found} | set(_bound(subjects, changed))
    names |= {subject.owner.name for subject in found if subject.owner and subject.node.name.startswith("__")}
    for _ in range(2):
        users = [s for s in subjects if s not in found and names & _names(s)]
        names |= {subject.node.name for subject in users}
        found += users
    return found[:MOST_SUBJECTS]


def _bound(subjects: Sequence[Subject], changed: Collection[int]) -> Iterator[str]:
    for node in ast.walk(subjects[0].module.tree) if subjects else ():
        if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Store) and node.lineno in changed:
            yield node.id if isinstance(node, ast.Name) else node.attr


def _names(subject: Subject) -> set[str]:
    nodes = list(ast.walk(subject.node))
    return {n.id for n in nodes if isinstance(n, ast.Name)} | {n.attr for n in nodes if isinstance(n, ast.Attribute)}
