"""Asks tests of Python what they notice, in forks of one collected session of pytest."""

from __future__ import annotations

import ast
import contextlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from testfix_pipeline.core import python_code
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.verification import Verification
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.steps.measurement.suite_measurement import suite_timeout
from testfix_pipeline.steps.session.test_side import is_test_side
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.steps.verification.compared_commits import CommitPair
from testfix_pipeline.steps.verification.gone_assertions import Place, gone_assertions
from testfix_pipeline.steps.verification.noticed_answers import (
    LEAST_SECONDS,
    SHARES,
    Corruption,
    Noticed,
    added_by_change,
)

SUFFIXES = (".py",)
_DENIES, _MOST_MEMBERS = re.compile(r"\bnot\b|Not"), 10
_UNREADABLE = (SyntaxError, ValueError, TypeError, RecursionError, MemoryError)


def way_to_ask(
    wb: Workbench, compared: CommitPair, found: Verification, statuses: Mapping[Path, Mapping[str, str]]
) -> Callable[..., Noticed]:
    """Return what asks the tests of files in a tree, see `_ask`; statuses: what tests do, by the tree."""
    files = _program(wb, compared)
    changed = [path for path in found.test_files if path.endswith(SUFFIXES)]
    before, after = (_texts(wb, commit, changed) for commit in (compared.before, compared.after))
    gone = gone_assertions(before, after)
    members = [text for said in gone.values() if _DENIES.search(said) for text in _constants(said)]
    common = {"files": files, "members": sorted(set(members))[:_MOST_MEMBERS]}
    return partial(_ask, wb, {**common, **added_by_change(wb, compared, found, SUFFIXES, _data, _names)}, gone)


def replaced_names(wb: Workbench, compared: CommitPair, tree: Path, tests: Sequence[TestId]) -> list[str]:
    """Return the names of the program that are something else once these tests are imported in `tree`."""
    events: list[dict[str, Any]] = []
    order = {"files": _program(wb, compared), "values": [], "members": [], "gone": [], "replaced": True}
    run_suite(wb.target, tree, tests=tests, timeout=suite_timeout(wb), witness=events, sharpness=order)
    return [name for event in events for name in event.get("replaced", ())]


def _program(wb: Workbench, compared: CommitPair) -> list[str]:
    python = (path for path in wb.mirror.files(compared.after) if path.endswith(SUFFIXES))
    return [wb.in_project(path) for path in python if not is_test_side(wb, path)]


def _texts(wb: Workbench, commit: str, paths: Sequence[str]) -> dict[str, str]:
    contents = {path: wb.mirror.read(commit, wb.in_repository(path)) for path in paths}
    return {path: one.decode(errors="replace") for path, one in contents.items() if one is not None}


def _nodes(content: bytes) -> list[ast.AST]:
    with contextlib.suppress(*_UNREADABLE):
        return list(ast.walk(python_code.parse(content)))
    return []


def _data(content: bytes) -> Iterator[str]:
    """Yield the texts of all literals and displays of data."""
    for node in _nodes(content):
        with contextlib.suppress(*_UNREADABLE):
            text = repr(python_code.literal(node))
            python_code.literal(text)  # raises for what has no text, such as infinity
            yield text


def _constants(assertion: str) -> Iterator[str]:
    """Yield the texts of what an assertion may say that something does not hold."""
    for node in _nodes(assertion.encode()):
        if isinstance(node, ast.Constant) and isinstance(node.value, str | int | float):
            yield repr(node.value)


def _names(content: bytes) -> Iterator[str]:
    for node in _nodes(content):
        if isinstance(node, ast.Name | ast.Attribute):
            yield node.id if isinstance(node, ast.Name) else node.attr


def _ask(
    wb: Workbench,
    common: Mapping[str, Any],
    gone: Mapping[Place, str],
    tree: Path,
    tests: Sequence[TestId],
    *,
    wanted: Sequence[Corruption] | None = None,
    patience: int = 1,
    **more: Any,
) -> Noticed:
    """Return what the tests of these files in `tree` notice.

    patience: times the usual time; gone: assertions, of which it is said without `wanted` whether they notice anything;
    common, more: see `in_target/testfix_sharpness.py`.
    """
    if not tests:
        return Noticed()
    events: list[dict[str, Any]] = []
    seconds = {"seconds": patience * LEAST_SECONDS, "shares": patience * SHARES}
    order = {**common, **seconds, "first": [], "whole": True, "wanted": wanted, "alone": False, **more}
    order["sampled"] = any(test.is_file for test in tests)
    order |= {"gone": [] if wanted else list(gone)}
    run_suite(wb.target, tree, tests=tests, timeout=suite_timeout(wb), witness=events, sharpness=order)
    calls = [event for event in events if "key" in event]
    return Noticed(
        {(one["key"], kind): tests for one in calls for kind, (_, tests) in one["by"].items()},
        {one["key"]: (one["call"], one["answer"]) for one in calls},
        {(one["key"], kind): other for one in calls for kind, (other, _) in one["by"].items()},
        frozenset(test for event in events for test in event.get("broken", ())),
        sum(event.get("left", 0) for event in events),
        sum(event.get("left_out", 0) for event in events),
        unproved=tuple(
            f"{path}:{first}: `{gone[path, first, last]}`"
            for event in events
            for path, first, last in event.get("unproved", ())
        ),
        makers={one["key"]: list(one["tests"]) for one in calls},
        unseen=frozenset(test for event in events for test in event.get("unseen", ())),
    )
