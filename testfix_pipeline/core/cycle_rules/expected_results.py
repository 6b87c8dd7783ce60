"""Reads which results Python tests and docstrings expect of calls with literal arguments."""

from __future__ import annotations

import ast
import doctest
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.python_code import FunctionNode, parse_or_none
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.core.test_ids import TestId

Function = ast.FunctionDef | ast.AsyncFunctionDef
Bindings = Mapping[str, ast.expr]
# Fixtures and hooks that may change what a call does without a trace in the test.
_HIDDEN_STATE = re.compile(
    r"\bautouse\b|\bdef (?:setup|setUp|setup_\w+|setUpClass|setUpModule)\b|\bmonkeypatch\b|\bpatch\("
)
_INLINE = (
    r"\b{}\((?P<given>[^()]*)\)`*\s*(?:==|->|→|=>|\bis\b|\bgives\b|\breturns\b|\bequals\b)\s*`*(?P<result>[^\n`]+)"
)


@dataclass(frozen=True)
class Raised:
    """The result of a call that raises an error of this name."""

    name: str


@dataclass(frozen=True)
class ExpectedResult:
    """What tests expect of one call. function: its dotted name; call: that with its arguments, normalised."""

    function: str
    call: str
    shown: str
    value: Any
    file: str
    line: int
    tests: tuple[TestId, ...]

    @property
    def place(self) -> str:
        """`tests/test_shop.py:12`."""
        return f"{self.file}:{self.line}"

    @property
    def said(self) -> str:
        """`be 3`, or `raise ValueError`."""
        return f"raise {self.value.name}" if isinstance(self.value, Raised) else f"be {self.value!r}"


def expected_results(file: str, text: str, tests: Mapping[TestId, Any]) -> list[ExpectedResult]:
    """Return the results that the tests of a file expect of calls, as far as nothing else can change them.

    Only literals, names bound to literals and parametrised values are read; a test that does anything else before is
    read up to there.
    """
    tree = None if _HIDDEN_STATE.search(text) else parse_or_none(text)
    if tree is None:
        return []
    imported = dict(_imports(tree))
    by_function: dict[str, list[TestId]] = {}
    for test in tests:
        if test.file == file:
            by_function.setdefault(test.function, []).append(test)
    nodes = [node for node in ast.walk(tree) if isinstance(node, FunctionNode) and node.name in by_function]
    unique = [node for node in nodes if sum(other.name == node.name for other in nodes) == 1]
    found = (one for node in unique for one in _of_test(node, imported, file, by_function[node.name]))
    return list(found)


def _imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the names that a file imports, with what they stand for."""
    yield from ((one.name, one.full) for one in imported_names(ast.walk(tree)) if not one.level)


def _of_test(
    node: Function, imported: Mapping[str, str], file: str, tests: Sequence[TestId]
) -> Iterator[ExpectedResult]:
    cases = _cases(node, tests)
    given = {one.arg for one in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)} - {"self"}
    for bound, own in cases:
        if given <= set(bound):
            yield from _of_body(node.body, dict(bound), imported, file, own)


def _cases(node: Function, tests: Sequence[TestId]) -> list[tuple[dict[str, ast.expr], tuple[TestId, ...]]]:
    """Return the values of each case of a parametrised test with its id; none where they are unknown."""
    marks = [mark for mark in node.decorator_list if isinstance(mark, ast.Call)]
    if not node.decorator_list:
        return [({}, tuple(tests))]
    if len(marks) != 1 or len(node.decorator_list) != 1 or last_name(marks[0].func) != "parametrize":
        return []
    arguments = marks[0].args
    if len(arguments) != 2 or marks[0].keywords or not isinstance(arguments[1], (ast.List, ast.Tuple)):
        return []
    names = _parameter_names(arguments[0])
    rows = [_row(value, len(names)) for value in arguments[1].elts]
    if len(rows) != len(tests) or not all(len(row) == len(names) for row in rows):
        return []
    return [(dict(zip(names, row, strict=True)), (test,)) for row, test in zip(rows, tests, strict=True)]


def _parameter_names(node: ast.expr) -> list[str]:
    try:
        value = python_code.literal(node)
    except ValueError:
        return []
    return [one.strip() for one in value.split(",")] if isinstance(value, str) else list(map(str, value))


def _row(value: ast.expr, count: int) -> list[ast.expr]:
    if count == 1:
        return [value]
    return list(value.elts) if isinstance(value, (ast.Tuple, ast.List)) else []


def _of_body(
    body: Sequence[ast.stmt],
    bound: dict[str, ast.expr],
    imported: Mapping[str, str],
    file: str,
    tests: tuple[TestId, ...],
) -> Iterator[ExpectedResult]:
    for statement in body:
        if (
            isinstance(statement, ast.Assign)
            and len(statement.targets) == 1
            and isinstance(statement.targets[0], ast.Name)
        ):
            bound[statement.targets[0].id] = _filled(statement.value, bound)
            continue
        pairs = list(_compared(statement))
        if not pairs and not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
            return
        for call, value in pairs:
            filled = _filled(call, bound)
            if (known := _call(filled, imported)) is not None and (result := _value(value, bound)) is not None:
                shown = f"`{ast.unparse(filled)}`"
                yield ExpectedResult(*known, shown, result[0], file, statement.lineno, tests)


def _compared(statement: ast.stmt) -> Iterator[tuple[ast.expr, ast.expr | Raised]]:
    """Yield (call, expected) of an assertion, either way round."""
    sides: Sequence[ast.expr] = ()
    if isinstance(statement, ast.Assert) and isinstance(statement.test, ast.Compare):
        compared = statement.test
        sides = (
            [compared.left, *compared.comparators]
            if [type(one) for one in compared.ops] in ([ast.Eq], [ast.Is])
            else ()
        )
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        called = statement.value
        sides = called.args[:2] if last_name(called.func) in ("assertEqual", "assertIs") else ()
    elif isinstance(statement, ast.With) and len(statement.items) == 1 and len(statement.body) == 1:
        context, inner = statement.items[0].context_expr, statement.body[0]
        raising = isinstance(context, ast.Call) and last_name(context.func) in ("raises", "assertRaises")
        if raising and isinstance(context, ast.Call) and context.args and isinstance(inner, ast.Expr):
            yield inner.value, Raised(last_name(context.args[0]) or "")
    if len(sides) == 2:
        yield sides[0], sides[1]
        yield sides[1], sides[0]


class _Filling(ast.NodeTransformer):
    def __init__(self, bound: Bindings) -> None:
        self.bound = bound

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.bound.get(node.id, node)


def _filled(node: ast.expr, bound: Bindings) -> ast.expr:
    """Return an expression with the values of the names that are bound."""
    copy = python_code.expression(ast.unparse(node))
    filled: ast.expr = _Filling(bound).visit(copy)
    return filled


def _call(node: ast.expr, imported: Mapping[str, str]) -> tuple[str, str] | None:
    """Return the dotted name of a called function, and the call with literal arguments; None for anything else."""
    if not isinstance(node, ast.Call) or not (node.args or node.keywords):
        return None
    first, _, rest = ast.unparse(node.func).partition(".")
    if first not in imported or any(isinstance(one, ast.Starred) for one in node.args):
        return None
    name = ".".join(filter(None, (imported[first], rest)))
    return _normalised(name, node)


def _normalised(name: str, node: ast.Call) -> tuple[str, str] | None:
    try:
        given = [repr(python_code.literal(one)) for one in node.args]
        named = sorted(f"{one.arg}={python_code.literal(one.value)!r}" for one in node.keywords if one.arg)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
    return name, f"{name}({', '.join([*given, *named])})" if len(named) == len(node.keywords) else ""


def _value(node: ast.expr | Raised, bound: Bindings) -> tuple[Any] | None:
    """Return a literal in a tuple of one; None for what is none."""
    if isinstance(node, Raised):
        return (node,) if node.name else None
    value = python_code.value_of(_filled(node, bound))
    return None if value is python_code.NO_VALUE else (value,)


def documented_results(function: Function, name: str) -> Iterator[tuple[str, Any, str]]:
    """Yield (call, value, value as written) for the examples in a function's docstring. name: the dotted name."""
    text = ast.get_docstring(function) or ""
    for example in doctest_examples(text):
        yield from _documented(name, example.source.strip(), example.want.strip())
    for found in re.finditer(_INLINE.format(re.escape(function.name)), text):
        result = re.split(r"[;.]\s|[;.]$|, (?:and|but)\b", found["result"].strip())[0].strip()
        yield from _documented(name, f"{function.name}({found['given']})", result)


def doctest_examples(text: str | None) -> list[doctest.Example]:
    """The `>>>` examples in a text; none where one of them is malformed."""
    try:
        return doctest.DocTestParser().get_examples(text or "")
    except ValueError:
        return []


def _documented(name: str, call: str, result: str) -> Iterator[tuple[str, Any, str]]:
    node, value = python_code.expression_or_none(call), python_code.value_of(result)
    if (
        value is not python_code.NO_VALUE
        and isinstance(node, ast.Call)
        and last_name(node.func) == name.rpartition(".")[2]
    ):
        known = _normalised(name, node)
        if known is not None:
            yield known[1], value, result
