"""Modules that a program loads by their files: what `imp` did until Python 3.12 is done by importlib since.

A patch that puts the one in the place of the other loads the same files under the same names: it brings no text of its
own for them.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator

from testfix_pipeline.core.code_view import PythonCode, called, dotted
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.python_imports import imported_names

_BY_IMP = frozenset({"load_compiled", "load_module", "load_package", "load_source"})
_LOCATING = frozenset({"SourceFileLoader", "spec_from_file_location"})
_BY_IMPORTLIB = _LOCATING | {"exec_module", "module_from_spec"}
_OF_PACKAGES = "__init__.py"
_Function = ast.FunctionDef | ast.AsyncFunctionDef


def loads_instead_of_imp(before: PythonCode, after: PythonCode) -> frozenset[int]:
    """The ids of nodes by which a file that dropped `imp` loads what it loaded by that: same names, same paths."""
    if not _imports_imp(before) or _imports_imp(after):
        return _loads_by_specs(before, after)
    loads = [one for one in _calls(before.nodes) if called(one) in _BY_IMP]
    located = [(one, _scope(one, after)) for one in _calls(after.nodes) if called(one) in _LOCATING]
    made = {scope.name for _, scope in located if scope is not None and before.function(scope.name) is None}
    given = [one for one in _calls(after.nodes) if dotted(one.func) in made]
    uses = [one for one in after.nodes if isinstance(one, ast.Name) and one.id in made]
    count = len(given) + sum(scope is None or scope.name not in made for _, scope in located)
    found = [steps for call, scope in located for steps in [_steps(call, scope, after)] if steps]
    brought = _texts([*given, *(scope for _, scope in located if scope is not None)]) - _texts(before.nodes)
    if brought - {_OF_PACKAGES} or len(uses) != len(given) or count > len(loads) or len(found) != len(located):
        return frozenset()
    return frozenset(id(step) for steps in found for step in steps)


def _steps(located: ast.Call, scope: _Function | None, code: PythonCode) -> list[ast.AST]:
    """The nodes by which a function loads one module and enters it under its name; [] where it does anything else."""
    nodes = list(ast.walk(scope)) if scope is not None else []
    calls = [one for one in _calls(nodes) if called(one) in _BY_IMPORTLIB]
    entries = [
        entry for one in nodes if dotted(one) == "sys.modules" and isinstance(entry := code.parent(one), ast.Subscript)
    ]
    keys = {ast.unparse(one.slice) for one in entries}
    if not located.args or len({called(one) for one in calls}) < len(calls) or keys - {ast.unparse(located.args[0])}:
        return []
    return [*calls, *(one.value for one in entries if isinstance(one.ctx, ast.Store))]


def _loads_by_specs(before: PythonCode, after: PythonCode) -> frozenset[int]:
    """The ids of nodes by which a loader of a spec loads what the loader loaded that `find_module` gave until 3.11."""
    known = Counter((_name_of(call, before), ast.unparse(call)) for call in _calls(before.nodes))
    found: set[int] = set()
    for call in (one for one in _calls(after.nodes) if called(one) == "load_module"):
        text = re.sub(r"\.find_spec\((\w+)\)\.loader\b", r".find_module(\1)", ast.unparse(call))
        former = (_name_of(call, after), text)
        if known[former]:
            known[former] -= 1
            found.update(map(id, ast.walk(call)))
    return frozenset(found)


def _imports_imp(code: PythonCode) -> bool:
    return any(one.module == "imp" for one in imported_names(code.nodes))


def _calls(nodes: Iterable[ast.AST]) -> Iterator[ast.Call]:
    return (node for node in nodes if isinstance(node, ast.Call))


def _texts(nodes: Iterable[ast.AST]) -> set[str]:
    """The texts in code, without its documentation."""
    inner = [one for node in nodes for one in ast.walk(node)]
    spoken = {id(one.value) for one in inner if isinstance(one, ast.Expr)}
    constants = (one for one in inner if isinstance(one, ast.Constant) and id(one) not in spoken)
    return {one.value for one in constants if isinstance(one.value, str)}


def _scope(node: ast.AST, code: PythonCode) -> _Function | None:
    return next((one for one in code.above(node) if isinstance(one, FunctionNode)), None)


def _name_of(node: ast.AST, code: PythonCode) -> str:
    scope = _scope(node, code)
    return scope.name if scope is not None else ""
