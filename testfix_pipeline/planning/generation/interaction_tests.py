"""Layer 2: a function with another one that it calls, as both work, and what it does where that one raises."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from testfix_pipeline.core.code_names import code_name
from testfix_pipeline.core.code_view import dotted, snake_case
from testfix_pipeline.core.plan_records import Case, Requirement
from testfix_pipeline.planning.generation.example_selection import Pinned, is_blank, pinned_examples
from testfix_pipeline.planning.generation.observation import ObservedSubject
from testfix_pipeline.planning.generation.rendering import PINS, Draft, Style, draft_of, slug_of
from testfix_pipeline.planning.generation.subjects.examples import RANK, Example
from testfix_pipeline.planning.generation.subjects.side_effects import function_of
from testfix_pipeline.planning.generation.subjects.subject import Subject
from testfix_pipeline.planning.generation.subjects.supplies import Supplies
from testfix_pipeline.planning.python_code.calls import PARENTS
from testfix_pipeline.planning.python_code.module_source import ModuleSource

_MOST_INJECTED = 4
_SKIPS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda, ast.BoolOp, ast.IfExp)
_INJECTS = "side_effect="


@dataclass(frozen=True)
class Joint:
    """One case of an L2 requirement, for the function that calls. `token` tells it from the requirement's others."""

    token: str
    case: Case


def joints_of(requirements: Sequence[Requirement]) -> dict[str, list[Joint]]:
    """Target of each caller -> the cases of open L2 requirements about it."""
    found: dict[str, list[Joint]] = {}
    for item in requirements:
        for number, case in enumerate(item.cases if item.layer == "L2" and not item.covered else ()):
            if case.caller:
                found.setdefault(code_name(item.file, case.caller), []).append(Joint(f"{item.id}#{number}", case))
    return found


def injected_examples(
    subject: Subject, joints: Sequence[Joint], examples: Sequence[Example], supplies: Supplies
) -> Iterator[Example]:
    """Calls of a function while one that it calls raises: for errors that no input may bring about.

    Only functions of the project are replaced; what raises outside of it is asked for by files that lack or are broken.
    """
    plain = [one for one in examples if one.law is None and not one.steps and one.documented is None]
    for joint in joints if "monkeypatch" in supplies.fixtures.available else ():
        lines = _raising(subject.module, joint.case)
        for one in plain[:_MOST_INJECTED] if lines else ():
            fixtures = tuple(sorted({*one.fixtures, "monkeypatch"}))
            yield replace(one, setup=(*lines, *one.setup), inline="", origin="typical", fixtures=fixtures)


def _raising(module: ModuleSource, case: Case) -> list[str]:
    """The statements that have the callee raise; none where it is no function of the project."""
    callee = function_of(module, case.callee)
    if not case.raises or callee is None:
        return []
    kind = case.raises.rpartition(".")[2]
    place = module if "." not in case.callee else callee[0]
    origin = module.origins.get(kind) or callee[0].origins.get(kind, "")
    patched = f"{place.name}.{case.callee.rpartition('.')[2]}"
    line = f"monkeypatch.setattr({patched!r}, Mock({_INJECTS}{kind}('broken')))"
    return ["from unittest.mock import Mock", *([origin] if origin else []), line]


def interplay(
    first: ObservedSubject, second: ObservedSubject, joints: Sequence[Joint]
) -> list[tuple[list[Joint], Pinned]]:
    """The calls that show the cases best, each with the cases it shows; none for what no observed call shows."""
    pins = pinned_examples(first, second)
    found: dict[Example, tuple[list[Joint], Pinned]] = {}
    for joint in joints:
        fitting = [one for one in pins if _shows(one, first.case.subject, joint.case)]
        best = min(fitting, key=_cost, default=None)  # of equals the first: what was made first tells most
        if best is not None:
            found.setdefault(best.example, ([], best))[0].append(joint)
    return list(found.values())


def _cost(one: Pinned) -> tuple[bool, bool, float]:
    """Real errors before those put in, results that say something, good sources."""
    return _is_injected(one.example), one.sort == "returns" and is_blank(one), RANK[one.example.origin]


def _is_injected(one: Example) -> bool:
    return any(_INJECTS in line for line in one.setup)


def _shows(one: Pinned, subject: Subject, case: Case) -> bool:
    calls, handlers = _places(subject, case)
    injects = _is_injected(one.example)
    if not case.raises:
        runs = bool(one.lines & calls) and not (is_blank(one) and _may_be_skipped(subject, case))
        return one.sort == "returns" and not injects and runs and not one.lines & handlers
    kind = case.raises.rpartition(".")[2]
    mine = not injects or any(f"{_INJECTS}{kind}(" in line for line in one.example.setup)
    if handlers:
        return mine and bool(one.lines & handlers)
    return mine and one.sort == "raises" and one.seen["raises"]["type"] == kind


def _may_be_skipped(subject: Subject, case: Case) -> bool:
    """Whether every call lies where its line can run without it: in a comprehension, a lambda, an `and`, an `if else`.

    An empty result then says nothing of the callee: perhaps it was never called.
    """
    calls = [node for node in ast.walk(subject.node) if isinstance(node, ast.Call) and dotted(node.func) == case.callee]
    inside = [node for holder in ast.walk(subject.node) if isinstance(holder, _SKIPS) for node in ast.walk(holder)]
    return bool(calls) and all(any(call is node for node in inside) for call in calls)


def _places(subject: Subject, case: Case) -> tuple[frozenset[int], frozenset[int]]:
    """The lines of the calls, and those that only run where a handler around such a call catches its error."""
    kinds = {case.raises.rpartition(".")[2], *PARENTS.get(case.raises, ()), "Exception", "BaseException"}
    calls, handlers = set(), set()
    for node in ast.walk(subject.node):
        if isinstance(node, ast.Call) and dotted(node.func) == case.callee:
            calls |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    for node in ast.walk(subject.node):
        if isinstance(node, ast.Try) and any(calls & set(_span(line)) for line in node.body):
            for handler in node.handlers:
                if not case.raises or _catches(handler, kinds):
                    handlers |= {line for part in handler.body for line in _span(part)}
    return frozenset(calls), frozenset(handlers)


def _span(node: ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def _catches(handler: ast.ExceptHandler, kinds: set[str]) -> bool:
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(one is None or dotted(one).rpartition(".")[2] in kinds for one in caught)


def interplay_drafts(subject: Subject, found: Sequence[tuple[list[Joint], Pinned]], style: Style) -> list[Draft]:
    """The tests of layer 2 for one function."""
    drafts = []
    for joints, pin in found:
        with_what = "_and_".join(map(_named, joints))
        draft = draft_of(subject, f"test_{slug_of(subject)}_{with_what}", [pin], style)
        draft.layer, draft.requirements = "L2", tuple(joint.token for joint in joints)
        draft.label = f"states what {subject.name} does {with_what.replace('_', ' ')}; {PINS}"
        drafts.append(draft)
    return drafts


def _named(joint: Joint) -> str:
    """`with_balance`, `when_read_entries_raises_ledger_error`"""
    callee = snake_case(joint.case.callee.replace(".", "_"))
    kind = snake_case(joint.case.raises.rpartition(".")[2])
    return f"when_{callee}_raises_{kind}" if kind else f"with_{callee}"
