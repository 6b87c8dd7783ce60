"""Examples for the calls that requirements show, with their stated results."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from testfix_pipeline.core import python_code
from testfix_pipeline.core.plan_records import Case, Requirement
from testfix_pipeline.planning.criteria.expectations import Expectation, expectations
from testfix_pipeline.planning.generation.inputs.docstring_examples import calls_subject
from testfix_pipeline.planning.generation.subjects.examples import DocumentedResult, Example
from testfix_pipeline.planning.generation.subjects.subject import Subject

_SPANS = re.compile(r"`([^`]+)`")


def required_examples(subject: Subject, requirements: Sequence[Requirement]) -> list[Example]:
    """An example for each call of the subject that a case shows, with its result where the case states one."""
    found: dict[str, Example] = {}
    for item in requirements:
        for case in item.cases if item.file == subject.module.file else ():
            for one in _examples_of_case(subject, item, case):
                found.setdefault(one.call, one)
    return list(found.values())


def _examples_of_case(subject: Subject, item: Requirement, case: Case) -> Iterator[Example]:
    stated = [one for text in (case.expected, f"{case.given} {case.expected}") for one in expectations(text)]
    stated = [one for one in dict.fromkeys(stated) if _is_call_of(one.call, subject) and not one.printed]
    if stated and not _repeats_docstring(subject, stated[0], case):
        name = case.source if case.origin == "requirement" and case.source else item.id
        for one in stated:
            said = DocumentedResult(one.value, one.error, required=name)
            yield Example(one.call, "documented", inline=one.call, documented=said)
    else:
        calls = (span for span in _SPANS.findall(case.given) if _is_call_of(span, subject))
        yield from (Example(call, "typical", inline=call) for call in calls if subject.module.statements_for(call))


def _repeats_docstring(subject: Subject, one: Expectation, case: Case) -> bool:
    """Whether a case only repeats an example of the docstring, which is asserted anyway."""
    doc = ast.get_docstring(subject.node) or ""
    return case.origin == "example" and one.call in doc and one.value in doc


def _is_call_of(code: str, subject: Subject) -> bool:
    node = python_code.expression_or_none(code)
    if node is None:
        return False
    called_on = getattr(getattr(node, "func", None), "value", None)
    if subject.node.name == "__init__" and isinstance(called_on, ast.Call):
        return False  # Cart().total() is about the total
    if any(isinstance(one, ast.Constant) and one.value is ... for one in ast.walk(node)):
        return False  # "Cart(...).total()" names a call and leaves its arguments to the reader
    return calls_subject(node, subject) and subject.module.statements_for(code) is not None
