"""Finds what failing tests need and the program lacks: functions without a body, names that nothing defines.

No small edit makes up for either. A search may still be lucky with a stub of one line, so that this is a reason to
search briefly, never a proof.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from testfix_pipeline.core.change_history import Change
from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.patch_policy.protected_paths import is_test_side
from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.signatures import function_under_test
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.explanation.evident_causes import is_placeholder, is_stub
from testfix_pipeline.explanation.product_sources import Function, ProductSources

Executed = Mapping[TestId, Mapping[str, Collection[int]]]
_MISSING = (
    re.compile(r"cannot import name '(?P<name>\w+)' from '(?P<owner>[\w.]+)'"),
    re.compile(r"module '(?P<owner>[\w.]+)' has no attribute '(?P<name>\w+)'"),
    re.compile(r"type object '(?P<owner>\w+)' has no attribute '(?P<name>\w+)'"),
    re.compile(r"'(?P<owner>\w+)' object has no attribute '(?P<name>\w+)'"),
    re.compile(r"No module named '(?P<owner>[\w.]+)\.(?P<name>\w+)'"),
    re.compile(r"(?P<owner>[\w.]+)\(\) got an unexpected keyword argument '(?P<name>\w+)'"),
)
_NEAR = 0.7
"""The least similarity of two names, by difflib, of which one may be the other misspelt."""
NOT_IMPLEMENTED = "NotImplementedError"
_ABSTRACT = ("abstractmethod", "overload", "abstractproperty")


@dataclass(frozen=True)
class LackingPart:
    """A part of the program that failing tests need and that is not there.

    kind: a stub has a header and no body; a name is defined nowhere. words: what is lacking, as a clause.
    """

    kind: Literal["stub", "name"]
    name: str
    file: str
    line: int
    tests: tuple[TestId, ...]
    words: str


def lacking_parts(
    sources: ProductSources,
    failures: Sequence[Failure],
    executed: Executed,
    passing: Collection[TestId],
    changes: Sequence[Change] = (),
) -> list[LackingPart]:
    """Return what the failing tests need and the program lacks, what most tests need first.

    executed: the lines of each test. changes: recent ones; what an earlier text had may be restored and is not lacking.
    """
    asked = [one for one in failures if one.is_repairable and one.update is None and not (one.flaky or one.order)]
    found = [*_stubs(sources, asked, executed, passing), *_missing_names(sources, asked)]
    earlier = "\n".join(file.before for change in changes for file in change.files if file.before)
    kept = [one for one in found if one.kind == "stub" or not re.search(rf"\b{re.escape(one.name)}\b", earlier)]
    return sorted(kept, key=lambda one: (-len(one.tests), one.file, one.line, one.name))


def _stubs(
    sources: ProductSources, failures: Sequence[Failure], executed: Executed, passing: Collection[TestId]
) -> Iterator[LackingPart]:
    files = {file for one in failures for file in executed.get(one.test, ()) if sources.is_product(file)}
    files |= {frame.file for one in failures for frame in one.frames if sources.is_product(frame.file)}
    for file in sorted(files):
        for function in sources.functions(file):
            clause = _unfinished(function)
            if not clause or _is_abstract(function):
                continue
            tests = [one for one in failures if _needs(one, file, function, executed)]
            others = [test for test in passing if _lines_in(function, executed.get(test, {}).get(file, ()))]
            named = any(function_under_test(one.error) == function.name for one in tests)
            is_raised = any(one.error_type == NOT_IMPLEMENTED for one in tests)
            if tests and (is_raised or not others or (named and len(others) <= len(tests))):
                words = f"`{function.name}` ({file}:{function.lineno}) {clause}"
                needing = tuple(one.test for one in tests)
                yield LackingPart("stub", function.name, file, function.lineno, needing, words)


def _unfinished(function: Function) -> str:
    """Return what a function lacks, as a predicate; "" if it has a body."""
    if is_stub(function):
        return "is a stub"
    if is_placeholder(function):
        return "returns one constant whatever it is given"
    return "raises NotImplementedError for a case" if any(map(_is_left_out, ast.walk(function))) else ""


def _is_left_out(node: ast.AST) -> bool:
    if not isinstance(node, ast.Raise) or node.exc is None:
        return False
    return last_name(node.exc.func if isinstance(node.exc, ast.Call) else node.exc) == NOT_IMPLEMENTED


def _needs(failure: Failure, file: str, function: Function, executed: Executed) -> bool:
    """Whether a failing test runs a function; one with a body has to have raised the test's NotImplementedError."""
    if is_stub(function) or is_placeholder(function):
        framed = any(frame.file == file and _lines_in(function, [frame.line]) for frame in failure.frames)
        return framed or _lines_in(function, executed.get(failure.test, {}).get(file, ()))
    last = failure.frames[-1] if failure.frames and failure.error_type == NOT_IMPLEMENTED else None
    return last is not None and last.file == file and _lines_in(function, [last.line])


def _lines_in(function: Function, lines: Collection[int]) -> bool:
    """Whether any of the lines is in the function's body."""
    body = range(function.body[0].lineno, (function.end_lineno or function.lineno) + 1)
    return any(line in body for line in lines)


def _is_abstract(function: Function) -> bool:
    marks = {last_name(mark.func if isinstance(mark, ast.Call) else mark) for mark in function.decorator_list}
    return not marks.isdisjoint(_ABSTRACT)


def _missing_names(sources: ProductSources, failures: Sequence[Failure]) -> Iterator[LackingPart]:
    wanted: dict[tuple[str, str], list[TestId]] = {}
    for failure in failures:
        if failure.frames and not is_test_side(failure.frames[-1].file):
            continue  # the program asks for the name: it may be misspelt, or set too late
        match = next((found for one in _MISSING if (found := one.search(failure.error))), None)
        if match is not None:
            wanted.setdefault((match["owner"], match["name"]), []).append(failure.test)
    for (owner, name), tests in wanted.items():
        own = owner.rpartition(".")[2]
        known = sources.names
        if known and {own, owner.partition(".")[0]} & known and not any(is_near(name, one) for one in known):
            clause = f"`{name}` of `{owner}` is asked for by tests, and no name in the program is near it"
            yield LackingPart("name", name, "", 0, tuple(tests), clause)


def is_near(name: str, other: str) -> bool:
    """Whether one name may be the other one, misspelt, in another style or shortened."""
    first, second = (one.replace("_", "").lower() for one in (name, other))
    shorter, longer = sorted((first, second), key=len)
    if first == second or (len(shorter) * 2 >= len(longer) > 3 and shorter in longer):
        return True
    return SequenceMatcher(None, first, second).ratio() >= _NEAR
