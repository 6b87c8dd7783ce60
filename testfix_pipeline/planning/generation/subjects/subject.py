"""Chooses the functions and simple methods to test: those that the analysis asks for and that can be pinned."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from testfix_pipeline.core.code_names import code_name
from testfix_pipeline.core.code_view import callee, last_name
from testfix_pipeline.core.plan_records import Analysis, Requirement
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.affected_tests.import_graph import ImportGraph
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.planning.generation.subjects.command_lines import command_line_parameter, reads_argv
from testfix_pipeline.planning.generation.subjects.environment_variables import variables_reached
from testfix_pipeline.planning.generation.subjects.exclusions import Exclusions
from testfix_pipeline.planning.generation.subjects.path_parameters import path_parameters, working_files
from testfix_pipeline.planning.generation.subjects.side_effects import side_effect
from testfix_pipeline.planning.generation.subjects.time_budget import OVER
from testfix_pipeline.planning.python_code.module_source import ModuleSource, read_module, why_unreadable
from testfix_pipeline.planning.python_code.source_file import decorators

SubjectKind = Literal["function", "method", "static", "class", "property"]
SPECIAL_CALLS = {
    "__call__": "{on}({given})", "__len__": "len({on})", "__bool__": "bool({on})", "__repr__": "repr({on})",
    "__str__": "str({on})", "__int__": "int({on})", "__float__": "float({on})", "__iter__": "list({on})",
    "__contains__": "{given} in {on}", "__getitem__": "{on}[{given}]", "__eq__": "{on} == {given}",
    "__ne__": "{on} != {given}", "__lt__": "{on} < {given}", "__le__": "{on} <= {given}", "__gt__": "{on} > {given}",
    "__ge__": "{on} >= {given}", "__add__": "{on} + {given}", "__sub__": "{on} - {given}", "__mul__": "{on} * {given}",
    "__truediv__": "{on} / {given}", "__floordiv__": "{on} // {given}", "__mod__": "{on} % {given}",
    "__or__": "{on} | {given}", "__and__": "{on} & {given}", "__neg__": "-{on}", "__abs__": "abs({on})",
}  # fmt: skip
"""How a special method is called by who uses the class; `given` are its arguments."""

_OTHER_DECORATORS = {"abstractmethod", "overload", "contextmanager", "asynccontextmanager", "fixture", "setter",
                     "deleter"}  # fmt: skip

_UNWANTED = 3
"""The rank of functions that nobody asks for."""


@dataclass(frozen=True)
class Subject:
    """A function to be tested. `name` is its qualified name, `owner` the class it is a method of."""

    module: ModuleSource
    name: str
    node: FunctionNode
    kind: SubjectKind
    owner: ast.ClassDef | None = None

    @property
    def target(self) -> str:
        """The subject in the form `path/to/file.py::Class.method`."""
        return code_name(self.module.file, self.name)

    @property
    def lines(self) -> tuple[int, int]:
        """The first and last line, decorators included."""
        first = min([self.node.lineno, *(one.lineno for one in self.node.decorator_list)])
        return first, self.node.end_lineno or self.node.lineno

    @property
    def body_lines(self) -> frozenset[int]:
        """The lines of the body, which run only when the function is called."""
        return frozenset(range(self.node.body[0].lineno, self.lines[1] + 1))

    @property
    def is_async(self) -> bool:
        return isinstance(self.node, ast.AsyncFunctionDef)


@dataclass
class ChosenSubjects:
    """The chosen subjects, the most important first in each file, and what was left out with the reasons.

    alone: the targets of those that L1 requirements ask for; the others are callers of L2 requirements. red: the reason
    by target of those that failing tests run: only what requirements state of them may be asserted.
    """

    subjects: list[Subject]
    left_out: Exclusions
    alone: set[str]
    red: dict[str, str]


def choose_subjects(
    root: Path,
    analysis: Analysis,
    coverage: CoverageMap | None,
    failing: Collection[TestId],
    feedback: Sequence[str],
    *,
    with_fixtures: bool = False,
    in_time: Callable[[], bool] = lambda: True,
) -> ChosenSubjects:
    """The functions that L1 requirements (and the gate's feedback) ask for and the callers of L2 requirements.

    Those that can't or must not be pinned are left out.

    `with_fixtures`: tests may have a folder of their own and set variables of the environment. Once it is not `in_time`
    any more nothing is looked at.
    What a failing test executes is `red`. Where its lines are not known, that is what its file imports; of a file with
    a syntax error, what its lines say that it imports: else one of them would forbid all tests.
    """
    left_out = Exclusions()
    wanted, callers = _wanted_names(analysis), callers_of(analysis.requirements)
    blocked = FailingCode(root, coverage, failing, sorted({*wanted, *callers}))
    subjects: list[Subject] = []
    alone: set[str] = set()
    red: dict[str, str] = {}
    for file in dict.fromkeys([*wanted, *callers]):
        targets = wanted.get(file, set())
        module = read_module(root, file)
        if module is None:
            left_out.add_file(why_unreadable(root, file))
            continue
        alone |= {subject.target for subject in _wanted_subjects(module, targets, feedback)}
        for subject in _wanted_subjects(module, targets | callers.get(file, set()), feedback):
            reason = "" if in_time() else OVER
            reason = reason or why_unsuitable(subject, with_fixtures=with_fixtures)
            if reason:
                left_out.add(reason, [subject.target])
                continue
            subjects.append(subject)
            if why := blocked.why_blocked(subject):
                red[subject.target] = why
    return ChosenSubjects(subjects, left_out, alone, red)


def callers_of(requirements: Iterable[Requirement]) -> dict[str, set[str]]:
    """The functions whose interactions open L2 requirements are about, by file."""
    found: dict[str, set[str]] = {}
    for item in requirements:
        if item.layer == "L2" and not item.covered and item.file.endswith(".py"):
            found.setdefault(item.file, set()).update(case.caller for case in item.cases if case.caller)
    return found


def _wanted_names(analysis: Analysis) -> dict[str, set[str]]:
    """The names of targets in open L1 requirements by file; "" stands for the whole file."""
    found: dict[str, set[str]] = {}
    for requirement in analysis.requirements:
        if requirement.layer == "L1" and not requirement.covered and requirement.file.endswith(".py"):
            name = re.sub(r"\(.*\)$", "", requirement.target).rpartition(":")[2].strip()
            found.setdefault(requirement.file, set()).add("" if name == requirement.file else name)
    return found


def _wanted_subjects(module: ModuleSource, targets: set[str], feedback: Sequence[str]) -> list[Subject]:
    """The functions of a module that are asked for, the most important first, else in the order of the file."""
    ranked = [(_importance(subject, targets, feedback), subject) for subject in functions_of(module)]
    return [subject for rank, subject in sorted(ranked, key=lambda one: one[0]) if rank < _UNWANTED]


def _importance(subject: Subject, targets: set[str], feedback: Sequence[str]) -> int:
    """The rank of a subject: named by the feedback, then by requirements, then part of a named class or file."""
    if is_in_feedback(subject, feedback):
        return 0
    if targets & {subject.name, f"{subject.module.name}.{subject.name}", f"{subject.module.stem}.{subject.name}"}:
        return 1
    return 2 if "" in targets or (subject.owner is not None and subject.owner.name in targets) else _UNWANTED


def is_in_feedback(subject: Subject, feedback: Sequence[str]) -> bool:
    """Whether the feedback names a subject by its qualified name or its target."""
    if not feedback:
        return False
    word = re.compile(rf"(?<![\w.]){re.escape(subject.name)}(?![\w])")
    return any(subject.target in text or word.search(text) for text in feedback)


def functions_of(module: ModuleSource) -> Iterator[Subject]:
    """Yield all functions of a module and methods of its classes, in the order of the file."""
    for node in module.tree.body:
        if isinstance(node, FunctionNode):
            yield Subject(module, node.name, node, "function")
        elif isinstance(node, ast.ClassDef):
            yield from methods_of(module, node)


def methods_of(module: ModuleSource, owner: ast.ClassDef) -> Iterator[Subject]:
    """Yield the methods of a class of the module, in the order of the file."""
    for member in owner.body:
        if isinstance(member, FunctionNode):
            yield Subject(module, f"{owner.name}.{member.name}", member, _method_kind(member), owner)


def _method_kind(node: FunctionNode) -> SubjectKind:
    kinds: Mapping[str, SubjectKind] = {
        "staticmethod": "static",
        "classmethod": "class",
        "property": "property",
        "cached_property": "property",
    }
    found = (kinds.get(last_name(callee(one))) for one in node.decorator_list)
    return next(filter(None, found), "method")


def why_unsuitable(subject: Subject, *, with_fixtures: bool = False) -> str:
    """Why a function can't be pinned by a plain call, "" if it can.

    With `with_fixtures` a test may set up files and environment variables for the call.
    """
    node, name = subject.node, subject.node.name
    if name.startswith("_") and name != "__init__" and (subject.owner is None or name not in SPECIAL_CALLS):
        return "private or special method"
    if subject.owner is not None and subject.owner.name.startswith("_") and name in SPECIAL_CALLS:
        return "private or special method"
    if name.startswith("test"):
        return "is a test itself"
    if subject.owner is not None and is_abstract(subject.owner):
        return "class is abstract or a protocol"
    if any(one in _OTHER_DECORATORS for one in decorators(node)):
        return "decorated in a way that changes the call"
    if _is_placeholder(node):
        return "body is a placeholder"
    effect = side_effect(subject.module, node)
    return f"side effect: {effect}" if effect and not (with_fixtures and _can_be_supplied(subject, effect)) else ""


def _can_be_supplied(subject: Subject, effect: str) -> bool:
    """Whether a test can supply what a function uses: files, environment variables, command line.

    Other side effects are detected when it is called.
    """
    reads_words = reads_argv(subject.module, subject.node) or command_line_parameter(subject.module, subject.node)
    if effect == "environment" or (effect == "files" and reads_words):
        return bool(reads_words or variables_reached(subject.module, subject.node))
    methods = [one for one in subject.owner.body if isinstance(one, FunctionNode)] if subject.owner else []
    given = [subject.node, *methods] if subject.owner else []
    takes = [one for one in given if one is subject.node or one.name == "__init__"] or [subject.node]
    named = working_files(subject.module, subject.node)
    return effect == "files" and (bool(named) or any(path_parameters(one) for one in takes))


def is_abstract(owner: ast.ClassDef) -> bool:
    """Whether a class can't be instantiated: it has abstract methods, or is a protocol or a typed dictionary."""
    names = {ast.unparse(base).rpartition(".")[2].partition("[")[0] for base in owner.bases}
    abstract = any(isinstance(one, FunctionNode) and "abstractmethod" in decorators(one) for one in owner.body)
    return abstract or bool(names & {"Protocol", "TypedDict"})


def _is_placeholder(node: FunctionNode) -> bool:
    body = [one for one in node.body if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))]
    empty = all(isinstance(one, ast.Pass) for one in body)
    return empty or (isinstance(body[0], ast.Raise) and "NotImplementedError" in ast.unparse(body[0]))


class FailingCode:
    """The code that failing tests execute."""

    def __init__(
        self, root: Path, coverage: CoverageMap | None, failing: Collection[TestId], files: Sequence[str]
    ) -> None:
        known = {} if coverage is None else coverage.tests
        unsure = frozenset[str]() if coverage is None else coverage.unsure
        self._lines: dict[str, set[int]] = {}
        for test in failing:
            for file, lines in known.get(test, {}).items():
                self._lines.setdefault(file, set()).update(lines)
        self._files: set[str] = set()
        unknown = {TestId(test).file for test in failing if test not in known or test in unsure}
        if unknown:
            graph = ImportGraph(root, {})
            self._files = {file for file in files if graph.importers_of(file, broken=False) & unknown}

    def allows(self, module: ModuleSource | None, name: str) -> bool:
        """Whether tests may be written for a function of a module; one that is not found may be new."""
        own = functions_of(module) if module is not None else ()
        return not any(self.why_blocked(one) for one in own if one.name == name)

    def why_blocked(self, subject: Subject) -> str:
        """Why a subject must not be pinned: a failing test executes it, or imports its module. "" if none does."""
        if subject.module.file in self._files:
            return "a failing test imports its module"
        lines = self._lines.get(subject.module.file, set())
        return "" if lines.isdisjoint(subject.body_lines) else "a failing test executes it"
