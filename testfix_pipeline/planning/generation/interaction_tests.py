"""Tests of layer 2: a function together with one that it calls, also where that one raises an exception."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from testfix_pipeline.core.code_names import code_name
from testfix_pipeline.core.code_view import dotted, line_range, snake_case
from testfix_pipeline.core.plan_records import Case, Requirement
from testfix_pipeline.core.python_code import handled_types
from testfix_pipeline.planning.generation.example_selection import Pinned, is_blank, pinned_examples
from testfix_pipeline.planning.generation.observation import ObservedSubject
from testfix_pipeline.planning.generation.rendering import PINS, AssertionStyle, Draft, draft_of, subject_slug
from testfix_pipeline.planning.generation.subjects.examples import RANK, Example
from testfix_pipeline.planning.generation.subjects.fixtures import Supplies
from testfix_pipeline.planning.generation.subjects.side_effects import function_of
from testfix_pipeline.planning.generation.subjects.subject import Subject
from testfix_pipeline.planning.python_code.calls import PARENTS
from testfix_pipeline.planning.python_code.module_source import ModuleSource

_MOST_INJECTED = 4
_SKIPS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda, ast.BoolOp, ast.IfExp)
_INJECTS = "side_effect="


@dataclass(frozen=True)
class InteractionCase:
    """One case of an L2 requirement, for the function that calls.

    `token` identifies it among the requirement's cases.
    """

    token: str
    case: Case


def interaction_cases(requirements: Sequence[Requirement]) -> dict[str, list[InteractionCase]]:
    """The cases of open L2 requirements by the target of their caller."""
    found: dict[str, list[InteractionCase]] = {}
    for item in requirements:
        for number, case in enumerate(item.cases if item.layer == "L2" and not item.covered else ()):
            if case.caller:
                found.setdefault(code_name(item.file, case.caller), []).append(
                    InteractionCase(f"{item.id}#{number}", case)
                )
    return found


def injected_examples(
    subject: Subject, joints: Sequence[InteractionCase], examples: Sequence[Example], supplies: Supplies
) -> Iterator[Example]:
    """Yield calls of a function with a callee replaced so that it raises what the function handles.

    Only functions of the project are replaced; what raises outside of it is asked for by files that lack or are broken.
    """
    plain = [one for one in examples if one.documented is None]
    for joint in joints if "monkeypatch" in supplies.fixtures.available else ():
        lines = _raising_setup(subject.module, joint.case)
        for one in plain[:_MOST_INJECTED] if lines else ():
            fixtures = tuple(sorted({*one.fixtures, "monkeypatch"}))
            yield replace(one, setup=(*lines, *one.setup), inline="", origin="typical", fixtures=fixtures)


def _raising_setup(module: ModuleSource, case: Case) -> list[str]:
    """The statements that make the callee raise; empty if it is not a function of the project."""
    callee = function_of(module, case.callee)
    if not case.raises or callee is None:
        return []
    kind = case.raises.rpartition(".")[2]
    place = module if "." not in case.callee else callee[0]
    origin = module.origins.get(kind) or callee[0].origins.get(kind, "")
    patched = f"{place.name}.{case.callee.rpartition('.')[2]}"
    line = f"monkeypatch.setattr({patched!r}, Mock({_INJECTS}{kind}('broken')))"
    return ["from unittest.mock import Mock", *([origin] if origin else []), line]


def interaction_examples(
    first: ObservedSubject, second: ObservedSubject, joints: Sequence[InteractionCase]
) -> list[tuple[list[InteractionCase], Pinned]]:
    """The best example for each case, with the cases that it shows; cases that no observed call shows are left out."""
    pins = pinned_examples(first, second)
    found: dict[Example, tuple[list[InteractionCase], Pinned]] = {}
    for joint in joints:
        fitting = [one for one in pins if _shows_case(one, first.case.subject, joint.case)]
        best = min(fitting, key=_cost, default=None)  # of equals the first: what was made first tells most
        if best is not None:
            found.setdefault(best.example, ([], best))[0].append(joint)
    return list(found.values())


def _cost(one: Pinned) -> tuple[bool, bool, float]:
    """The sort key of an example: real errors before injected ones, then informative results, then good origins."""
    return _is_injected(one.example), one.sort == "returns" and is_blank(one), RANK[one.example.origin]


def _is_injected(one: Example) -> bool:
    return any(_INJECTS in line for line in one.setup)


def _shows_case(one: Pinned, subject: Subject, case: Case) -> bool:
    calls, handlers = _call_lines(subject, case)
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
    """Whether each call may not run although its line does, as in a comprehension, a lambda or an `and`.

    An empty result then says nothing of the callee: perhaps it was never called.
    """
    calls = [node for node in ast.walk(subject.node) if isinstance(node, ast.Call) and dotted(node.func) == case.callee]
    inside = [node for holder in ast.walk(subject.node) if isinstance(holder, _SKIPS) for node in ast.walk(holder)]
    return bool(calls) and all(any(call is node for node in inside) for call in calls)


def _call_lines(subject: Subject, case: Case) -> tuple[frozenset[int], frozenset[int]]:
    """The lines of the calls, and the lines of handlers that catch the error of such a call."""
    kinds = {case.raises.rpartition(".")[2], *PARENTS.get(case.raises, ()), "Exception", "BaseException"}
    calls, handlers = set(), set()
    for node in ast.walk(subject.node):
        if isinstance(node, ast.Call) and dotted(node.func) == case.callee:
            calls |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    for node in ast.walk(subject.node):
        if isinstance(node, ast.Try) and any(calls & set(line_range(line)) for line in node.body):
            for handler in node.handlers:
                if not case.raises or _catches_any(handler, kinds):
                    handlers |= {line for part in handler.body for line in line_range(part)}
    return frozenset(calls), frozenset(handlers)


def _catches_any(handler: ast.ExceptHandler, kinds: set[str]) -> bool:
    return not handler.type or any(dotted(one).rpartition(".")[2] in kinds for one in handled_types(handler))


def interaction_drafts(
    subject: Subject, found: Sequence[tuple[list[InteractionCase], Pinned]], style: AssertionStyle
) -> list[Draft]:
    """The drafts of layer 2 for one function."""
    drafts = []
    for joints, pin in found:
        with_what = "_and_".join(map(_name_part, joints))
        draft = draft_of(subject, f"test_{subject_slug(subject)}_{with_what}", [pin], style)
        draft.layer, draft.requirements = "L2", tuple(joint.token for joint in joints)
        draft.label = f"states what {subject.name} does {with_what.replace('_', ' ')}; {PINS}"
        drafts.append(draft)
    return drafts


def _name_part(joint: InteractionCase) -> str:
    """The part of a test's name for a case: `with_balance`, `when_read_entries_raises_ledger_error`."""
    callee = snake_case(joint.case.callee.replace(".", "_"))
    kind = snake_case(joint.case.raises.rpartition(".")[2])
    return f"when_{callee}_raises_{kind}" if kind else f"with_{callee}"
