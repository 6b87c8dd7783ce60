"""Mutations of npm packages as tasks: those that their tests see, a quarter of the tests kept from the engine."""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from tree_sitter import Node

from benchmarks.javascript.packages import PACKAGES, NpmPackage
from benchmarks.languages.project_run import run_tests
from benchmarks.repair import cache
from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.planning.javascript_code.code_mutations import JsMutation, mutations_of
from testfix_pipeline.repair.languages.javascript.source import JsSource

MUTATIONS = 20
HIDDEN_SHARE = 0.25
_MOST_TRIED = 120
_TESTS = frozenset({"it", "test"})
_MOST_OF_A_KIND = 4
"""In one package, so that its mutations are of many kinds."""


@dataclass(frozen=True)
class PackageMutation:
    """A mutation of a package, as a task. `hidden`: where in the test files the tests lie that the engine lacks."""

    package: NpmPackage
    mutation: JsMutation
    number: int

    @property
    def name(self) -> str:
        """The task's id."""
        return f"{self.package.name}-{self.number:02}"

    @property
    def framework(self) -> str:
        return self.package.framework

    @property
    def kind(self) -> str:
        """The kind of the mutation."""
        return self.mutation.kind

    @property
    def fixed(self) -> dict[str, str]:
        """The right text of the mutated file."""
        return {self.mutation.file: (self.package.fetched() / self.mutation.file).read_text("utf-8")}

    @property
    def bug_lines(self) -> set[tuple[str, int]]:
        """Where the bug is."""
        return {(self.mutation.file, self.mutation.line)}

    def write_buggy(self, tree: Path) -> None:
        """Write the tree that a repairer gets: with the mutation, without the hidden tests."""
        write_visible(self.package, tree)
        for file, original in self.fixed.items():
            (tree / file).write_text(self.mutation.applied_to(original), "utf-8")

    def write_hidden(self, tree: Path) -> None:
        """Bring all tests of the package into a tree."""
        for file in self.package.test_files(tree):
            (tree / file).write_bytes((self.package.fetched() / file).read_bytes())

    def is_hidden(self, test: str) -> bool:
        """All tests judge: what the engine may not see has no name of its own."""
        return True


def write_visible(package: NpmPackage, tree: Path) -> None:
    """Write a package without the tests that are hidden; which those are depends on the package alone."""
    package.write(tree)
    chance = random.Random(f"hidden {package.name}")
    for file in package.test_files(tree):
        (tree / file).write_text(_without(file, (tree / file).read_text("utf-8"), chance), "utf-8")


def _without(file: str, content: str, chance: random.Random) -> str:
    """A test file's text without a quarter of its tests, and of the rows of those that are written as tables."""
    source = JsSource(file, content.encode())
    for node in reversed([one for one in source.syntax.nodes if chance.random() < HIDDEN_SHARE]):
        if _is_test(node):
            start, end = source.span(node)
            content = content[:start] + ";" + content[end:]
        elif _is_row(source, node):
            start, end = source.span(node)
            behind = content[end:].lstrip()
            content = content[:start] + (behind[1:] if behind.startswith(",") else behind)
    return content


def _is_test(node: Node) -> bool:
    call = node.named_children[0] if node.type == "expression_statement" else None
    return call is not None and text(field(call, "function")) in _TESTS


def _is_row(source: JsSource, node: Node) -> bool:
    """Whether a node is an element of the array that `test.each` gets."""
    array = source.syntax.parent(node)
    arguments = source.syntax.parent(array) if array is not None and array.type == "array" and node.is_named else None
    call = source.syntax.parent(arguments) if arguments is not None and arguments.type == "arguments" else None
    return call is not None and text(field(field(call, "function"), "property")) == "each"


def tasks(quick: bool = False) -> Iterator[PackageMutation]:
    """The tasks of all packages in turn, so that a part is of all of them; chosen once and kept in the cache."""
    chosen = [_tasks_of(package) for package in PACKAGES if package.is_runnable]
    for number in range(2 if quick else MUTATIONS):
        yield from (own[number] for own in chosen if number < len(own))


def _tasks_of(package: NpmPackage) -> list[PackageMutation]:
    place = cache.folder("npm") / f"{package.name}-{package.commit[:12]}.json"
    if not place.is_file():
        rows = [asdict(one) for one in _seen_by_tests(package)]
        place.write_text(json.dumps(rows, indent=1))
    found = [JsMutation(**row) for row in json.loads(place.read_text())]
    return [PackageMutation(package, one, number) for number, one in enumerate(found, 1)]


def _seen_by_tests(package: NpmPackage) -> list[JsMutation]:
    """The first mutations with which some visible test fails and some passes."""
    kinds: dict[str, int] = {}
    found: list[JsMutation] = []
    with tempfile.TemporaryDirectory() as name:
        tree = Path(name) / "tree"
        write_visible(package, tree)
        without = run_tests(tree)
        if without.fault is not None or without.failing:
            raise RuntimeError(f"The tests of {package.name} fail: {without.fault}, {sorted(without.failing)[:3]}")
        for one in _in_turn(package)[:_MOST_TRIED]:
            original = (package.fetched() / one.file).read_text("utf-8")
            if kinds.get(one.kind, 0) < _MOST_OF_A_KIND and len(found) < MUTATIONS:
                (tree / one.file).write_text(one.applied_to(original), "utf-8")
                run = run_tests(tree)
                if run.fault is None and run.passed and run.failing:
                    found.append(one)
                    kinds[one.kind] = kinds.get(one.kind, 0) + 1
                (tree / one.file).write_text(original, "utf-8")
    return found


def _in_turn(package: NpmPackage) -> Sequence[JsMutation]:
    folder = package.fetched()
    every = [
        one for file in package.sources for one in mutations(file, (folder / file).read_text("utf-8"), package.name)
    ]
    random.Random(package.name).shuffle(every)
    return every


def mutations(file: str, content: str, seed: str) -> list[JsMutation]:
    """All mutations of a file, in an order that depends on the seed alone."""
    found = mutations_of(JsSource(file, content.encode()))
    random.Random(f"{seed} {file}").shuffle(found)
    return found
