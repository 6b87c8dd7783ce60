"""The calls of a function that its documentation and the requirements show, with their stated results."""

from __future__ import annotations

import ast
import doctest
import re
from collections.abc import Iterator, Sequence

from testfix_pipeline.core import python_code
from testfix_pipeline.core.cycle_rules.expected_results import doctest_examples
from testfix_pipeline.core.plan_records import Case, Requirement
from testfix_pipeline.core.python_bindings import names_bound_by
from testfix_pipeline.core.python_code import NO_VALUE, names_in, value_of
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.planning.criteria.expectations import Expectation, expectations
from testfix_pipeline.planning.generation.subjects.examples import DocumentedResult, Example
from testfix_pipeline.planning.generation.subjects.side_effects import has_outside_effects
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


_MOST_SETUP = 8
_VAGUE = re.compile(r" at 0x|\.\.\.|^<.*>$")


def documented_examples(subject: Subject) -> list[Example]:
    """The `>>>` examples that call the function, from its docstring and those of its class and module."""
    places = (subject.node, subject.owner, subject.module.tree)
    texts = (ast.get_docstring(place) for place in places if place is not None)
    return list(dict.fromkeys(one for text in texts for one in _examples(text, subject)))


def _examples(text: str | None, subject: Subject) -> Iterator[Example]:
    setup: list[str] = []
    for one in doctest_examples(text):
        call = python_code.expression_or_none(one.source.strip())
        if call is not None and calls_subject(call, subject) and (one.want or one.exc_msg):
            example = _example(one, call, setup)
            if (
                example is not None
                and not _imports_outside_effects(example)
                and subject.module.statements_for(example.code) is not None
            ):
                yield example
        elif not one.want and not _only_imports_module(one.source, subject):
            setup.append(one.source.rstrip())


def calls_subject(node: ast.expr, subject: Subject) -> bool:
    """Whether an expression calls the subject as a test would."""
    name = subject.owner.name if subject.owner and subject.node.name == "__init__" else subject.node.name
    for one in ast.walk(node):
        called = one.func if isinstance(one, ast.Call) else one if subject.kind == "property" else None
        if isinstance(called, ast.Name) and called.id == name:
            return True
        if isinstance(called, ast.Attribute) and called.attr == name:
            place = getattr(called.value, "id", "")
            if not isinstance(called.value, ast.Constant) and (subject.owner or _means_module(place, subject)):
                return True
    return False


def _means_module(name: str, subject: Subject) -> bool:
    """Whether a name in an example is the subject's module or a package that exports it, as `nx`."""
    words = subject.module.origins.get(name, "").split()
    package = words[1] if words[:1] == ["import"] else ""
    return name == subject.module.stem or (bool(package) and subject.module.name.startswith(f"{package}."))


def _example(one: doctest.Example, call: ast.expr, setup: list[str]) -> Example | None:
    printed = isinstance(call, ast.Call) and getattr(call.func, "id", "") == "print" and len(call.args) == 1
    text = ast.unparse(call.args[0]) if printed and isinstance(call, ast.Call) else one.source.strip()
    raises = (one.exc_msg or "").partition(":")[0].strip().rpartition(".")[2]
    if len(setup) > _MOST_SETUP or (not raises and _VAGUE.search(one.want.strip())):
        return None
    flags = sum(flag for flag, is_set in one.options.items() if is_set)
    said = DocumentedResult(one.want, raises, flags, printed)
    needed = _needed_setup(setup, text)
    return Example(text, "documented", needed, inline="" if needed else text, documented=said)


def _imports_outside_effects(example: Example) -> bool:
    """Whether an example imports the clock, random numbers or files, so that its result may differ elsewhere."""
    nodes = (node for statement in example.setup for node in ast.walk(python_code.parse(statement)))
    return any(has_outside_effects(one.module) for one in imported_names(nodes))


def _needed_setup(setup: list[str], call: str) -> tuple[str, ...]:
    """The statements that a call may depend on: those that bind or mention a name that it needs."""
    names = _names(call)
    kept: list[str] = []
    for statement in reversed(setup):
        if names & _names(statement):
            kept.insert(0, statement)
            names |= _names(statement)
    return tuple(kept)


def _names(code: str) -> set[str]:
    tree = python_code.parse(code)
    return names_in(tree) | names_bound_by(ast.walk(tree))


def _only_imports_module(source: str, subject: Subject) -> bool:
    """Whether a statement only imports the module or its names, as the test does anyway."""
    tree = python_code.parse_or_none(source.strip())
    package = subject.module.name.partition(".")[0]
    return tree is not None and all(
        isinstance(node, ast.ImportFrom) and (node.module or "").startswith(package) for node in tree.body
    )


def matches_documentation(said: DocumentedResult, seen: dict) -> bool | None:  # type: ignore[type-arg]
    """Whether an observation is as documented; None if the example did not run."""
    if seen.get("problem") in ("input can't be made", "side effect", "too slow", "ended the process"):
        return None
    if "shown" in seen and _is_misprint(said, seen["shown"]):
        return None
    raised = (seen.get("raises") or {}).get("type") or seen.get("raised") or ""
    if raised in ("NameError", "ImportError", "ModuleNotFoundError"):
        return None
    if said.raises or raised:
        kinds = (seen.get("raises") or {}).get("kinds", ()) if said.required else ()
        return said.raises == raised or said.raises in kinds
    if "shown" not in seen:
        return None
    return _is_same_result(said, seen["shown"])


def _is_same_result(said: DocumentedResult, shown: str) -> bool:
    one, other = value_of(said.want), value_of(shown)
    if said.required and NO_VALUE not in (one, other) and isinstance(one, bool) == isinstance(other, bool):
        return bool(one == other)  # prose says 9 where code gives 9.0
    if not said.printed and _is_equal(one, other):
        return True
    return doctest.OutputChecker().check_output(said.want, f"{_printed_text(said, shown)}\n", said.flags)


def _printed_text(said: DocumentedResult, shown: str) -> str:
    text = value_of(shown)
    return text if said.printed and isinstance(text, str) else shown


def _is_misprint(said: DocumentedResult, shown: str) -> bool:
    """Whether the documentation has the right result followed by more text, as after a mistyped prompt."""
    right = f"{_printed_text(said, shown)}\n"
    return len(right) > 1 and said.want.startswith(right) and said.want != right


def _is_equal(one: object, other: object) -> bool:
    """Whether two values are equal, floats up to the last digits, which documentation rounds."""
    if one is NO_VALUE or other is NO_VALUE:
        return False
    if isinstance(one, float) and isinstance(other, float):
        return abs(one - other) <= 1e-9 * max(abs(one), abs(other))
    return type(one) is type(other) and one == other
