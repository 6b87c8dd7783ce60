"""Values from the project's own code: arguments of calls, and expressions that its examples bind to names."""

from __future__ import annotations

import ast
import copy
import re
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import called
from testfix_pipeline.core.python_bindings import bindings
from testfix_pipeline.execution.affected_tests.import_graph import python_files
from testfix_pipeline.planning.python_code.documentation import doctest_examples

_MOST_FILES = 400
_MOST_CALLS = 8
_LARGEST_FILE = 200_000
_MOST_VALUES = 6
_LONGEST_VALUE = 80
_CALLED = re.compile(r"\b(\w+)\(")


def mined_arguments(
    root: Path, names: Collection[str], fixtures: Collection[str] = frozenset()
) -> dict[str, list[str]]:
    """The argument lists, as source, that each function, method or class is called with.

    A name that its file binds once, to a literal, stands for that. In tests these may have names of `fixtures`.
    """
    found: dict[str, list[str]] = {name: [] for name in names}
    if not names:
        return found
    for file in sorted(python_files(root))[:_MOST_FILES]:
        text = read_text(root / file)
        if text and not found.keys().isdisjoint(_CALLED.findall(text)):
            _collect_calls(text, found, fixtures if is_test_name(file) else ())
    return found


def is_test_name(file: str) -> bool:
    """Whether a Python file is named as test files are."""
    return Path(file).name.startswith("test_") or file.endswith("_test.py")


def read_text(path: Path) -> str:
    """The text of a file; "" if it is too large or can't be read."""
    try:
        return path.read_text(encoding="utf-8") if path.stat().st_size < _LARGEST_FILE else ""
    except (OSError, ValueError):
        return ""


def _collect_calls(text: str, found: dict[str, list[str]], fixtures: Collection[str]) -> None:
    tree = python_code.parse_or_empty(text)
    constants = _LiteralNames(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = called(node)
            arguments = _literal_arguments(constants.resolved(node), fixtures) if name in found else None
            if arguments and arguments not in found[name] and len(found[name]) < _MOST_CALLS:
                found[name].append(arguments)


class _LiteralNames(ast.NodeTransformer):
    """Replaces the names that a file binds once, to a literal, by that literal."""

    def __init__(self, tree: ast.Module) -> None:
        bound = Counter(name for name, _ in bindings(ast.walk(tree)))
        self._values = {
            node.targets[0].id: node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and bound[node.targets[0].id] == 1
            and _is_literal(node.value)
        }

    def resolved(self, call: ast.Call) -> ast.Call:
        """A copy of a call with these literals as its arguments; the call itself where it has no such name."""
        if self._values.keys().isdisjoint(node.id for node in ast.walk(call) if isinstance(node, ast.Name)):
            return call
        call = copy.deepcopy(call)
        call.args = [self.visit(one) for one in call.args]
        call.keywords = [self.visit(one) for one in call.keywords]
        return call

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._values.get(node.id, node)


def _literal_arguments(node: ast.Call, fixtures: Collection[str]) -> str | None:
    values = [*node.args, *(keyword.value for keyword in node.keywords)]
    values = [value for value in values if not (isinstance(value, ast.Name) and value.id in fixtures)]
    if any(keyword.arg is None for keyword in node.keywords) or len(ast.unparse(node)) > 300:
        return None
    if not all(map(_is_literal, values)):
        return None
    named = [f"{keyword.arg}={ast.unparse(keyword.value)}" for keyword in node.keywords]
    return ", ".join([*map(ast.unparse, node.args), *named])


def shown_values(root: Path, names: Collection[str], near: str) -> dict[str, list[str]]:
    """The expressions that examples bind to each name (`graph = nx.path_graph(4)`), those of the file `near` first.

    Only calls of plain arguments: literals are made anyway, and other names mean nothing elsewhere.
    """
    found: dict[str, list[str]] = {name: [] for name in names}
    files = sorted(python_files(root), key=lambda file: (file != near, Path(file).parent != Path(near).parent, file))
    for file in files[:_MOST_FILES] if names else []:
        for node in _assignments(read_text(root / file), file):
            target, text = node.targets[0], ast.unparse(node.value)
            known = found.get(target.id) if isinstance(target, ast.Name) else None
            if known is not None and text not in known and len(known) < _MOST_VALUES and _is_plain_call(node.value):
                known.append(text)
    return found


def _assignments(text: str, file: str) -> Iterator[ast.Assign]:
    """Yield the assignments in tests and in the examples of docstrings."""
    sources = [one.source for one in doctest_examples(text)] if ">>>" in text else []
    sources += [text] if is_test_name(file) else []
    for source in sources:
        nodes = ast.walk(python_code.parse_or_empty(source))
        yield from (node for node in nodes if isinstance(node, ast.Assign) and len(node.targets) == 1)


def _is_plain_call(node: ast.expr) -> bool:
    """Whether a node is a call by name with literals or such calls: `Graph([(1, 2)])`, `nx.path_graph(4)`."""
    if not isinstance(node, ast.Call) or len(ast.unparse(node)) > _LONGEST_VALUE:
        return False
    place = node.func.value if isinstance(node.func, ast.Attribute) else node.func
    given = [*node.args, *(keyword.value for keyword in node.keywords if keyword.arg)]
    return isinstance(place, ast.Name) and all(map(_is_plain, given))


def _is_plain(node: ast.expr) -> bool:
    if isinstance(node, ast.List | ast.Tuple | ast.Set):
        return all(map(_is_plain, node.elts))
    return _is_literal(node) or _is_plain_call(node)


def _is_literal(node: ast.expr) -> bool:
    try:
        python_code.literal(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False
    return True
