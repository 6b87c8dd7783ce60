"""Reads the tests of a Python file: see `written_tests.py`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from testfix_pipeline.core.patch_policy.python_equal_tests import (
    Function,
    bound_names,
    is_docstring,
    is_harmless_at_end,
    lists_of_cases,
    local_names,
    normalise,
    parameters_text,
    rebindable_names,
)
from testfix_pipeline.core.patch_policy.written_tests import (
    NOTHING,
    PART,
    TRUTH,
    VALUE,
    Assertion,
    Names,
    WrittenStatement,
    WrittenTest,
    WrittenTests,
    unique_names,
)
from testfix_pipeline.core.python_code import parse_or_none
from testfix_pipeline.core.python_imports import imported_names

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_SKIPPING = frozenset(
    {"skip", "skipif", "skipIf", "skipUnless", "skipTest", "SkipTest", "xfail", "expectedFailure", "importorskip"}
)
_ANYTHING = frozenset({"ANY", "anything"})
_BROAD = frozenset({"Exception", "BaseException"})
_PARTIAL_CALLS = frozenset({"isinstance", "issubclass", "all", "any", "startswith", "endswith", "callable", "hasattr"})
_VALUES = re.compile(r"(?<!not)(?<!not_)(equals?|is|called_once_with|called_with|has_calls)$", re.I)
_EQUAL = re.compile(r"equal$", re.I)
_CONDITIONS = frozenset({"asserttrue", "assertfalse", "assert_", "assert_true", "assert_false"})
_TRUE = frozenset({"assertisnotnone", "assert_called", "assert_called_once"})


def written_tests(source: str | bytes) -> WrittenTests | None:
    """The tests of a file; None if it can't be parsed."""
    tree = parse_or_none(source)
    if tree is None:
        return None
    cases = lists_of_cases(normalise(tree))
    found = _TestReader(cases)
    found.read(tree.body, (), _shared_skip_words(tree.body))
    text = source.decode(errors="replace") if isinstance(source, bytes) else source
    return WrittenTests(found.tests, {names: tuple(some) for names, some in found.around.items()}, _words(text))


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W\d]\w*", text))


class _TestReader:
    def __init__(self, cases: frozenset[str]) -> None:
        self.cases = cases
        self.tests: dict[Names, WrittenTest] = {}
        self.around: dict[Names, list[WrittenStatement]] = {}

    def read(self, body: Sequence[ast.stmt], group: Names, skips: frozenset[str]) -> None:
        beside = self.around.setdefault(group, [])
        for node in _without_docstring(body):
            if isinstance(node, _FUNCTIONS) and node.name.startswith("test"):
                self.tests[unique_names((*group, node.name), self.tests)] = _read_test(node, skips, self.cases)
            elif isinstance(node, ast.ClassDef) and any(map(_is_test, ast.walk(node))):
                header = [ast.unparse(one) for one in [*node.decorator_list, *node.bases, *node.keywords]]
                self.around[*group, node.name] = [WrittenStatement(text) for text in header]
                self.read(
                    node.body,
                    (*group, node.name),
                    skips | _skip_words(node.decorator_list) | _shared_skip_words(node.body),
                )
            else:
                beside.extend(_split_statement(node, self.cases))


def _is_test(node: ast.AST) -> bool:
    return isinstance(node, _FUNCTIONS) and node.name.startswith("test")


def _without_docstring(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    return (one for one in body if not is_docstring(one))


def _read_test(node: Function, skips: frozenset[str], cases: frozenset[str]) -> WrittenTest:
    body = list(_without_docstring(node.body))
    statements = [part for mark in node.decorator_list for part in _decorator_statements(mark)]
    statements.append(WrittenStatement(parameters_text(node)))
    statements += [part for one in body for part in _split_statement(one, cases)]
    own = skips | _skip_words([*node.decorator_list, *_calls(node)])
    if any(isinstance(one, ast.Return) and one.value is None for one in body):
        own |= {"return"}
    asserted = (_read_assertion(part) for part in ast.walk(node))
    kept = tuple(one for one in asserted if one is not None)
    local = local_names(node)
    return WrittenTest(tuple(statements), kept, own, local, rebindable_names(node, local))


def _calls(node: ast.AST) -> list[ast.AST]:
    found: list[ast.AST] = [one.func for one in ast.walk(node) if isinstance(one, ast.Call)]
    return found + [one.exc for one in ast.walk(node) if isinstance(one, ast.Raise) and one.exc is not None]


def _skip_words(nodes: Sequence[ast.AST]) -> frozenset[str]:
    """The words by which decorators, marks and calls skip a test or allow it to fail."""
    parts = [part for node in nodes for part in ast.walk(node)]
    names = {part.attr for part in parts if isinstance(part, ast.Attribute)}
    return frozenset((names | {part.id for part in parts if isinstance(part, ast.Name)}) & _SKIPPING)


def _shared_skip_words(body: Sequence[ast.stmt]) -> frozenset[str]:
    """The words by which `pytestmark`, or a skip at the top of a file, skips all tests beside it."""
    top = [one for one in body if not isinstance(one, (*_FUNCTIONS, ast.ClassDef))]
    marks = [one.value for one in top if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == "pytestmark"]
    return _skip_words([*marks, *(call for one in top if isinstance(one, ast.Expr) for call in _calls(one))])


def _decorator_statements(mark: ast.expr) -> Iterator[WrittenStatement]:
    """Yield a decorator, or the cases of a literal `parametrize` separately: adding some does not weaken a test."""
    named = isinstance(mark, ast.Call) and ast.unparse(mark.func).endswith("parametrize")
    cases = mark.args[1] if isinstance(mark, ast.Call) and named and len(mark.args) > 1 else None
    if not isinstance(mark, ast.Call) or not isinstance(cases, ast.List | ast.Tuple):
        yield WrittenStatement(f"@{ast.unparse(mark)}")
        return
    rest = ", ".join(ast.unparse(one) for one in [mark.args[0], *mark.args[2:], *mark.keywords])
    yield WrittenStatement(f"@parametrize({rest})")
    yield from (WrittenStatement(f"@parametrize({rest}): {ast.unparse(one)}", is_quiet=True) for one in cases.elts)


def _split_statement(node: ast.stmt, cases: frozenset[str]) -> Iterator[WrittenStatement]:
    """Yield a statement, or the parts of an import or of a literal list separately."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        for one in imported_names([node]):
            yield WrittenStatement(one.statement, frozenset({one.name}), one.name != "*")
    elif isinstance(node, ast.Assign) and isinstance(node.value, ast.List | ast.Tuple) and _is_case_list(cases, node):
        target = ", ".join(map(ast.unparse, node.targets))
        yield WrittenStatement(f"{target} = [...]", _bound_names(node), _is_quiet(node))
        yield from (WrittenStatement(f"{target}: {ast.unparse(one)}", is_quiet=True) for one in node.value.elts)
    elif is_harmless_at_end(node):
        yield WrittenStatement(ast.unparse(node), bound_names(node), _is_quiet(node), True)
    else:
        yield WrittenStatement(ast.unparse(node), _bound_names(node), _is_quiet(node))


def _is_case_list(cases: frozenset[str], node: ast.Assign) -> bool:
    return all(isinstance(one, ast.Name) and one.id in cases for one in node.targets)


def _targets(node: ast.stmt) -> list[ast.expr]:
    if isinstance(node, ast.Assign):
        return node.targets
    return [node.target] if isinstance(node, ast.AnnAssign) else []


def _bound_names(node: ast.stmt) -> frozenset[str]:
    if isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
        return frozenset({node.name})
    targets = _targets(node)
    return frozenset(one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name))


def _is_quiet(node: ast.stmt) -> bool:
    if isinstance(node, ast.Assert) or (isinstance(node, ast.Expr) and _read_assertion(node.value) is not None):
        return True
    if isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
        return not any(isinstance(part, ast.Call) for mark in node.decorator_list for part in ast.walk(mark))
    targets = _targets(node)
    return bool(targets) and all(isinstance(one, ast.Name) and one.id != "pytestmark" for one in targets)


def _read_assertion(node: ast.AST) -> Assertion | None:
    """The assertion in a node: an `assert`, a method like `assertEqual`, or `pytest.raises(...)`; else None."""
    if isinstance(node, ast.Assert):
        return Assertion(ast.unparse(node.test), _strength(node.test))
    name = getattr(node.func, "attr", getattr(node.func, "id", "")) if isinstance(node, ast.Call) else ""
    if not isinstance(node, ast.Call) or not (name.lower().startswith("assert") or name in ("raises", "warns", "fail")):
        return None
    return Assertion(ast.unparse(node), _strength_of_call(name, node))


def _strength_of_call(name: str, call: ast.Call) -> int:
    if name in ("raises", "warns"):
        if any(keyword.arg == "match" for keyword in call.keywords):
            return VALUE
        return TRUTH if not call.args or ast.unparse(call.args[0]) in _BROAD else PART
    if name.lower() in _CONDITIONS and call.args:
        return _strength(call.args[0])
    if name.lower() in _TRUE:
        return TRUTH
    known = VALUE if _VALUES.search(name) or (_EQUAL.search(name) and "not" not in name.lower()) else PART
    return _strength_of_operands(known, call.args[:2])


def _strength_of_operands(strength: int, operands: Sequence[ast.expr]) -> int:
    texts = [ast.unparse(one) for one in operands]
    if len(texts) == 2 and texts[0] == texts[1]:
        return NOTHING
    loose = any(text.rpartition(".")[2] in _ANYTHING for text in texts)
    return min(TRUTH, strength) if loose else strength


def _strength(test: ast.expr) -> int:
    if isinstance(test, ast.Constant | ast.Tuple | ast.JoinedStr | ast.Lambda):
        return NOTHING
    if isinstance(test, ast.NamedExpr):
        return _strength(test.value)
    if isinstance(test, ast.BoolOp):
        parts = [_strength(one) for one in test.values]
        if isinstance(test.op, ast.And):
            return max(parts)
        trivial = any(isinstance(one, ast.Constant) and one.value for one in test.values)
        return NOTHING if trivial else min(PART, *parts)
    if isinstance(test, ast.Compare):
        return _strength_of_comparison(test)
    if isinstance(test, ast.Call):
        name = getattr(test.func, "attr", getattr(test.func, "id", ""))
        return PART if name in _PARTIAL_CALLS else TRUTH
    return TRUTH


def _strength_of_comparison(test: ast.Compare) -> int:
    operands = [test.left, *test.comparators]
    if all(isinstance(one, ast.Constant) for one in operands):
        return NOTHING
    if any(isinstance(op, ast.Eq | ast.Is) for op in test.ops):
        return _strength_of_operands(VALUE, operands[:2])
    is_not_none = isinstance(test.ops[0], ast.IsNot | ast.NotEq) and ast.unparse(test.comparators[0]) == "None"
    return TRUTH if is_not_none else _strength_of_operands(PART, operands[:2])
