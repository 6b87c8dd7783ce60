"""Tests whose `setup` methods pytest no longer calls: those of nose, which pytest 8 dropped."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from packaging.version import InvalidVersion, Version

from testfix_pipeline.core import python_code
from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.execution.project_files import read_text

LAST = "7.4"
SYMBOL = "nose.setup"
NAMES = {"setup": "setup_method", "teardown": "teardown_method"}


def nose_update(failure: Failure, pytest: str, root: Path) -> Update | None:
    """The update of a failure in a class with a `setup` or `teardown` that nothing calls; None of other failures.

    pytest: the installed version, "" where it is not known.
    """
    file, *inner = failure.test.split("::")
    text = read_text(root / file) if len(inner) > 1 and _is_without(pytest) else ""
    method = next(_methods_of_nose(text, inner[0]), None) if text else None
    if method is None:
        return None
    place, new = f"{file}:{method.lineno}", NAMES[method.name]
    return Update(
        library="pytest", version=pytest, before=LAST, certain=True, symbol=SYMBOL, place=place, replacement=new,
        evidence=f"pytest {pytest} no longer calls {method.name} at {place}, a method of nose: {new} is called.",
        source=f"pytest {LAST} is the last version that calls it",
    )  # fmt: skip


def _methods_of_nose(text: str, name: str) -> Iterator[ast.FunctionDef]:
    """The methods that only nose calls, of a class and its bases in the same file; none where a test calls them itself,
    or unittest's own class is a base."""
    classes = list(_classes(text, name))
    is_of_unittest = any(ast.unparse(base).endswith("TestCase") for one in classes for base in one.bases)
    if is_of_unittest or re.search(r"\bself\.(?:setup|teardown)\(", text):
        return
    methods = [method for one in classes for method in _methods(one)]
    defined = {method.name for method in methods}
    yield from (one for one in methods if one.name in NAMES and NAMES[one.name] not in defined)


def with_methods_of_pytest(text: str) -> str:
    """The text of a test file with the names of pytest for methods that have those of nose."""
    lines = text.splitlines(keepends=True)
    classes = [node for node in _tree(text).body if isinstance(node, ast.ClassDef)]
    for method in (one for node in classes for one in _methods(node) if one.name in NAMES):
        number = method.lineno - 1
        lines[number] = re.sub(rf"\bdef {method.name}\b", f"def {NAMES[method.name]}", lines[number], count=1)
    called = re.compile(rf"\b((?:self|super\(\w*(?:, \w+)?\))\.)({'|'.join(NAMES)})\(")
    return called.sub(lambda found: f"{found[1]}{NAMES[found[2]]}(", "".join(lines))


def _is_without(pytest: str) -> bool:
    try:
        return Version(pytest) >= Version("8")
    except InvalidVersion:
        return False


def _classes(text: str, name: str) -> Iterator[ast.ClassDef]:
    """The class of a name in a file, and its bases there."""
    known: Mapping[str, ast.ClassDef] = {one.name: one for one in _tree(text).body if isinstance(one, ast.ClassDef)}
    waiting, seen = [name], set[str]()
    while waiting:
        name = waiting.pop()
        if name in known and name not in seen:
            seen.add(name)
            yield known[name]
            waiting += [base.id for base in known[name].bases if isinstance(base, ast.Name)]


def _tree(text: str) -> ast.Module:
    try:
        return python_code.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return ast.Module([], [])


def _methods(node: ast.ClassDef) -> Iterator[ast.FunctionDef]:
    """Those without decorators, which may make fixtures of them."""
    return (one for one in node.body if isinstance(one, ast.FunctionDef) and not one.decorator_list)
