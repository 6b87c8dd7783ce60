"""Which tests a change removes or has ask for less, by the text of a Python test file before and after it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from testfix_pipeline.core.patch_policy.python_syntax import parsed

Function = ast.FunctionDef | ast.AsyncFunctionDef
_SKIPPING = frozenset({"skip", "skipif", "skipIf", "skipUnless", "xfail", "expectedFailure", "importorskip"})


def test_functions(source: str | bytes) -> dict[str, Function]:
    """The test functions of a file by qualified name (`TestCart.test_total`); {} where it does not parse."""
    tree = parsed(source)
    return dict(_functions(tree.body, "")) if tree is not None else {}


def _functions(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, Function]]:
    for node in body:
        if isinstance(node, Function) and node.name.startswith("test"):
            yield f"{prefix}{node.name}", node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node.body, f"{prefix}{node.name}.")


def weakened(before: Function, after: Function) -> str:
    """Why a test asks for less than it did, as a sentence; "" where it does not, or asks for something else."""
    skips = _skips(after) - _skips(before)
    if skips:
        return f"It is marked `{sorted(skips)[0]}`."
    had, has = len(_assertions(before)), len(_assertions(after))
    if has < had:
        return f"It has {has} assertions instead of {had}."
    return ""


def is_kept(function: Function, among: Mapping[str, Function]) -> bool:
    """Whether a test that is gone stands elsewhere under another name."""
    return any(_body(function) == _body(other) for other in among.values())


def _body(function: Function) -> list[str]:
    return [ast.dump(statement) for statement in function.body]


def _skips(function: Function) -> set[str]:
    """The names by which a test, or a call in it, is skipped or may fail."""
    marks = [part for mark in function.decorator_list for part in ast.walk(mark)]
    calls = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
    names = {part.attr for part in [*marks, *calls] if isinstance(part, ast.Attribute)}
    return (names | {part.id for part in [*marks, *calls] if isinstance(part, ast.Name)}) & _SKIPPING


def _assertions(function: Function) -> list[ast.AST]:
    return [node for node in ast.walk(function) if _asserts(node)]


def _asserts(node: ast.AST) -> bool:
    """An `assert`, a call like `self.assertEqual(...)` or `mock.assert_called_with(...)`, or `pytest.raises(...)`."""
    if isinstance(node, ast.Assert):
        return True
    name = getattr(node.func, "attr", getattr(node.func, "id", "")) if isinstance(node, ast.Call) else ""
    return name.lower().startswith("assert") or name in ("raises", "warns", "fail")
