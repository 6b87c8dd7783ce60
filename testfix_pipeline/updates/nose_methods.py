"""Tests whose `setup` methods pytest no longer calls: those of nose, which pytest 8 dropped."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
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
    """The update of a failure that lacks what a `setup` of its class sets, which nothing calls; None of others.

    pytest: the installed version, "" where it is not known.
    """
    file, *inner = failure.test.split("::")
    text = read_text(root / file) if len(inner) > 1 and _is_without(pytest) else ""
    methods = list(_methods_of_nose(text, inner[0])) if text else []
    if not methods or _lacked(failure.error, inner[0]) not in {name for one in methods for name in _set_by(one)}:
        return None
    method = methods[0]
    place, new = f"{file}:{method.lineno}", NAMES[method.name]
    return Update(
        library="pytest", version=pytest, before=LAST, certain=True, symbol=SYMBOL, place=place, replacement=new,
        evidence=f"pytest {pytest} no longer calls {method.name} at {place}, a method of nose: {new} is called.",
        source=f"pytest {LAST} is the last version that calls it",
    )  # fmt: skip


def _lacked(error: str, owner: str) -> str:
    """What an error misses: `self.NAME` in an object of a class, or the name of a global; "" in other errors."""
    if found := re.search(rf"'{re.escape(owner)}' object has no attribute '(\w+)'", error):
        return f"self.{found[1]}"
    found = re.search(r"name '(\w+)' is not defined", error)
    return found[1] if found else ""


def _set_by(method: ast.FunctionDef) -> set[str]:
    """The attributes, as `self.NAME`, and the globals that a `setup` sets."""
    nodes = list(ast.walk(method)) if method.name == "setup" else []
    attributes = (one for one in nodes if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store))
    return set(map(ast.unparse, attributes)).union(*(one.names for one in nodes if isinstance(one, ast.Global)))


def _methods_of_nose(text: str, name: str) -> Iterator[ast.FunctionDef]:
    """The methods that only nose calls, of a class and its bases in the same file; none where a test calls them itself,
    or unittest's own class is a base."""
    classes = list(_classes(text, name))
    is_of_unittest = any(ast.unparse(base).endswith("TestCase") for one in classes for base in one.bases)
    if is_of_unittest or _is_called(text, classes):
        return
    methods = [method for one in classes for method in _methods(one)]
    defined = {method.name for method in methods}
    yield from (one for one in methods if one.name in NAMES and NAMES[one.name] not in defined)


def _is_called(text: str, classes: Sequence[ast.ClassDef]) -> bool:
    """Whether the classes call such a method of their own, or the file calls one of an object of theirs."""
    made = rf"(?:{'|'.join(one.name for one in classes)})\(.*?\)"
    objects = "|".join([made, *re.findall(rf"\b(\w+) = {made}", text)])
    inside = "".join(ast.get_source_segment(text, one) or "" for one in classes)
    called = rf"\.({'|'.join(NAMES)})\("
    return bool(re.search(rf"\bself{called}", inside) or re.search(rf"\b(?:{objects}){called}", text))


def with_methods_of_pytest(text: str, name: str) -> str:
    """The text of a test file with the names of pytest for methods that have those of nose, in a class, its bases and
    what else inherits from these in the file."""
    bases = {one.name for one in _classes(text, name)}
    all_classes = [node for node in python_code.parse_or_empty(text).body if isinstance(node, ast.ClassDef)]
    meant = [one for one in all_classes if bases & {base.name for base in _classes(text, one.name)}]
    called = re.compile(
        rf"\b((?:self|super\(\w*(?:, \w+)?\)|{'|'.join(one.name for one in meant)})\.)({'|'.join(NAMES)})\("
    )
    lines = text.splitlines(keepends=True)
    for node in meant:
        for method in (one for one in _methods(node) if one.name in NAMES):
            at = method.lineno - 1
            lines[at] = re.sub(rf"\bdef {method.name}\b", f"def {NAMES[method.name]}", lines[at], count=1)
        span = slice(node.lineno - 1, node.end_lineno)
        lines[span] = [called.sub(lambda found: f"{found[1]}{NAMES[found[2]]}(", line) for line in lines[span]]
    return "".join(lines)


def _is_without(pytest: str) -> bool:
    try:
        return Version(pytest) >= Version("8")
    except InvalidVersion:
        return False


def _classes(text: str, name: str) -> Iterator[ast.ClassDef]:
    """The class of a name in a file, and its bases there."""
    known: Mapping[str, ast.ClassDef] = {
        one.name: one for one in python_code.parse_or_empty(text).body if isinstance(one, ast.ClassDef)
    }
    waiting, seen = [name], set[str]()
    while waiting:
        name = waiting.pop()
        if name in known and name not in seen:
            seen.add(name)
            yield known[name]
            waiting += [base.id for base in known[name].bases if isinstance(base, ast.Name)]


def _methods(node: ast.ClassDef) -> Iterator[ast.FunctionDef]:
    """Those without decorators, which may make fixtures of them."""
    return (one for one in node.body if isinstance(one, ast.FunctionDef) and not one.decorator_list)
