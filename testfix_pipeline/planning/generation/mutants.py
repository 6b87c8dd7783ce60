"""Makes mutants of a function: small faults that a test should notice."""

from __future__ import annotations

import ast
import textwrap
from dataclasses import dataclass

from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.execution.in_target import testfix_mutants
from testfix_pipeline.planning.generation.subjects.subject import Subject


@dataclass(frozen=True)
class Mutant:
    """`name` says the line and the change; `source` is the function alone in its classes, as the target compiles it."""

    name: str
    source: str


def mutants_of(subject: Subject, *, most: int) -> list[Mutant]:
    """At most `most` mutants, spread evenly over the body."""
    return [_mutant_at(subject, *place) for place in testfix_mutants.evenly(subject.node, most)]


def _mutant_at(subject: Subject, position: int, change: int) -> Mutant:
    function, name = testfix_mutants.mutated(subject.node, position, change)
    return Mutant(f"{subject.module.file}:{name}", ast.unparse(_module_with(subject, function)))


def _module_with(subject: Subject, function: ast.stmt) -> ast.Module:
    """A module that compiles the function as in its file: inside its class, under the same future imports."""
    body: ast.stmt = function
    if subject.owner is not None:
        body = ast.ClassDef(subject.owner.name, bases=[], keywords=[], body=[function], decorator_list=[])
    return ast.fix_missing_locations(ast.Module([*subject.module.futures, body], type_ignores=[]))


def with_function(subject: Subject, function: FunctionNode) -> str:
    """The module's text with the subject replaced by another function, with the same decorators."""
    function.decorator_list = []
    node, lines = subject.node, subject.module.text.splitlines(keepends=True)
    indented = textwrap.indent(ast.unparse(function), " " * node.col_offset)
    return "".join([*lines[: node.lineno - 1], f"{indented}\n", *lines[node.end_lineno or node.lineno :]])
