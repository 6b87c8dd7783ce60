"""Pieces of code as the edits see them, and what producers of edits make of them."""

import ast
import importlib
import sys
from collections.abc import Callable, Iterable, Iterator
from textwrap import dedent
from types import ModuleType
from typing import Any

from testfix_pipeline.execution.processes.environment import IN_TARGET
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, FailureEvidence, PythonEditSite
from testfix_pipeline.repair.languages.python.producers import PRODUCERS
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.candidate import Candidate

Propose = Callable[[PythonEditSite], Iterator[Edit]]


def parsed(*codes: str) -> tuple[SourceFile, ...]:
    return tuple(SourceFile(f"file{n}.py", dedent(code).lstrip("\n").encode()) for n, code in enumerate(codes))


def targets(
    sources: tuple[SourceFile, ...],
    failure_evidence: FailureEvidence = FailureEvidence(),  # noqa: B008
) -> list[PythonEditSite]:
    first = sources[0]
    every = dict.fromkeys(first.statements.values())
    return [PythonEditSite(first, stmt, first.function_of(stmt), failure_evidence, (), sources) for stmt in every]


def texts(producer: Propose, *codes: str, failure_evidence: FailureEvidence | None = None) -> dict[str, Edit]:
    """The valid texts of the first file that a producer proposes, as Python writes them: the likeliest edit of each."""
    sources = parsed(*codes)
    found: dict[str, Edit] = {}
    for target in targets(sources, failure_evidence or FailureEvidence()):
        for edit in producer(target):
            candidate = Candidate.single(target.source, edit, 1.0, "test")
            if candidate.valid():
                text = ast.unparse(ast.parse(candidate.texts[target.source.path]))
                found[text] = max(edit, found.get(text, edit), key=lambda one: one.prior)
    return found


def producer(producer_id: str) -> Propose:
    """What a registered producer proposes."""
    return next(one.propose for one in PRODUCERS if one.id == producer_id)


def assert_proposed(producer: Propose, code: str, old: str, new: str) -> None:
    """That a producer proposes the code with a piece of it replaced: the first one where there are several."""
    assert old in code
    assert shape(code.replace(old, new, 1)) in texts(producer, code)


def shape(code: str) -> str:
    """The code as Python writes it."""
    return ast.unparse(ast.parse(dedent(code)))


def of_target(name: str) -> ModuleType:
    """A module of those that run in the target's interpreter, which import each other from one folder."""
    sys.path.insert(0, str(IN_TARGET))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(IN_TARGET))


def behaviour(text: str, calls: Iterable[str]) -> list[str]:
    """What calls give in a program: values, and the errors that they end in."""
    names: dict[str, Any] = {}
    exec(text, names)
    found = []
    for call in calls:
        try:
            found.append(repr(eval(call, names)))
        except Exception as error:
            found.append(repr(error))
    return found
