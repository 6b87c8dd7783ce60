"""Modules that a program loads by their files: what `imp` did until Python 3.12 is done by importlib since.

A patch that puts the one in the place of the other loads the same files under the same names.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator

from testfix_pipeline.core.code_view import PythonCode, called, dotted, root
from testfix_pipeline.core.python_code import FunctionNode, argument_names
from testfix_pipeline.core.python_imports import imported_names

_BY_IMP = {"load_compiled": 1, "load_module": 2, "load_package": 1, "load_source": 1}
"""The position of the path among the arguments; that of the name is 0."""
_LOCATING = frozenset({"SourceFileLoader", "spec_from_file_location"})
_BY_IMPORTLIB = _LOCATING | {"exec_module", "module_from_spec"}
_PACKAGE = "os.path.join({0}, '__init__.py') if os.path.isdir({0}) else {0}"
"""What `imp.load_module` made of the path of a package."""
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_Load = tuple[str, str, str]
"""A function, and the name and the path that it loads, as they are written there."""


def loads_instead_of_imp(before: PythonCode, after: PythonCode) -> frozenset[int]:
    """The ids of nodes by which a file that dropped `imp` loads what it loaded by that: same names, same paths."""
    if not _imports_imp(before) or _imports_imp(after):
        return _loads_by_specs(before, after)
    known = Counter(_loads_by_imp(before))
    found: set[int] = set()
    for scope in {id(one): one for one in _locating_scopes(after)}.values():
        loads = Counter(_loads_of(scope, before, after))
        if loads and loads <= known:
            known -= loads
            found.update(map(id, _steps(scope, after)))
    return frozenset(found)


def _loads_by_specs(before: PythonCode, after: PythonCode) -> frozenset[int]:
    """The ids of nodes by which a loader of a spec loads what the loader loaded that `find_module` gave until 3.11."""
    known = Counter((_name_of(call, before), ast.unparse(call)) for call in _calls(before))
    found: set[int] = set()
    for call in (one for one in _calls(after) if called(one) == "load_module"):
        former = (
            _name_of(call, after),
            re.sub(r"\.find_spec\((\w+)\)\.loader\b", r".find_module(\1)", ast.unparse(call)),
        )
        if known[former]:
            known[former] -= 1
            found.update(map(id, ast.walk(call)))
    return frozenset(found)


def _imports_imp(code: PythonCode) -> bool:
    return any(one.module == "imp" for one in imported_names(code.nodes))


def _loads_by_imp(code: PythonCode) -> Iterator[_Load]:
    names = {f"imp.{name}": name for name in _BY_IMP}
    names |= {one.member: one.member for one in imported_names(code.nodes) if one.module == "imp"}
    for call in (node for node in code.nodes if isinstance(node, ast.Call)):
        position = _BY_IMP.get(names.get(dotted(call.func), ""), len(call.args))
        if position < len(call.args) and not any(isinstance(one, ast.Starred) for one in call.args):
            yield _name_of(call, code), ast.unparse(call.args[0]), ast.unparse(call.args[position])


def _scope(node: ast.AST, code: PythonCode) -> _Function | None:
    return next((one for one in code.above(node) if isinstance(one, FunctionNode)), None)


def _name_of(node: ast.AST, code: PythonCode) -> str:
    scope = _scope(node, code)
    return scope.name if scope is not None else ""


def _calls(code: PythonCode, scope: _Function | None = None) -> Iterator[ast.Call]:
    """The calls of a file, or of one of its functions."""
    nodes = code.nodes if scope is None else ast.walk(scope)
    yield from (node for node in nodes if isinstance(node, ast.Call))


def _locating_scopes(code: PythonCode) -> Iterator[_Function]:
    for call in _calls(code):
        scope = _scope(call, code) if called(call) in _LOCATING else None
        if scope is not None:
            yield scope


def _loads_of(scope: _Function, before: PythonCode, after: PythonCode) -> Iterator[_Load]:
    """What a function loads by importlib; nothing where that can't be read. What a new one is given say its callers."""
    located = [call for call in _calls(after, scope) if called(call) in _LOCATING]
    if len(located) != 1 or len(located[0].args) != 2 or located[0].keywords or not _is_plain(scope, located[0], after):
        return
    values = _assigned(scope)
    name, path = ast.unparse(located[0].args[0]), _path(located[0].args[1], values)
    parameters = [one.arg for one in (*scope.args.posonlyargs, *scope.args.args)]
    if before.function(scope.name) is not None:
        yield scope.name, name, path
    elif {name, path} <= set(parameters) and not {name, path} & values.keys() and _is_only_called(scope, after):
        for call in (call for call in _calls(after) if dotted(call.func) == scope.name):
            given = dict(zip(parameters, map(ast.unparse, call.args), strict=False))
            given |= {one.arg: ast.unparse(one.value) for one in call.keywords if one.arg}
            yield _name_of(call, after), given.get(name, ""), given.get(path, "")


def _path(node: ast.expr, values: dict[str, list[ast.expr | None]]) -> str:
    text = ast.unparse(node)
    value = values.get(text, [])
    is_package = len(value) == 1 and isinstance(value[0], ast.IfExp)
    found = ast.unparse(value[0].orelse) if is_package else ""  # type: ignore[union-attr]
    return found if is_package and ast.unparse(value[0]) == _PACKAGE.format(found) else text  # type: ignore[arg-type]


def _assigned(scope: _Function) -> dict[str, list[ast.expr | None]]:
    """What each variable of a function is set to, None for what is not a plain assignment."""
    plain = {id(one.targets[0]): one.value for one in ast.walk(scope) if isinstance(one, ast.Assign)}
    found: dict[str, list[ast.expr | None]] = {}
    for node in ast.walk(scope):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.setdefault(node.id, []).append(plain.get(id(node)))
    return found


def _is_plain(scope: _Function, located: ast.Call, code: PythonCode) -> bool:
    """Whether a function executes once, and that what it located, and enters that alone under its name."""
    values = _assigned(scope)
    executed = [call for call in _calls(code, scope) if called(call) == "exec_module"]
    entries = [_entry(node, code) for node in ast.walk(scope)]
    made = {name for name, given in values.items() for one in given if one and _makes_module(one)}
    return (
        len(executed) == 1
        and values.get(root(executed[0].func)) == [located]
        and all(len(values[name]) == 1 for name in made)
        and all(
            ast.unparse(key) == ast.unparse(located.args[0]) and ast.unparse(value) in made
            for key, value in filter(None, entries)
        )
    )


def _makes_module(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and called(node) == "module_from_spec"


def _entry(node: ast.AST, code: PythonCode) -> tuple[ast.expr, ast.expr] | None:
    """The key and the value of `sys.modules[key] = value`, of which `node` is the table."""
    entry = code.parent(node)
    statement = code.parent(entry) if isinstance(entry, ast.Subscript) and isinstance(entry.ctx, ast.Store) else None
    if not isinstance(entry, ast.Subscript) or not isinstance(statement, ast.Assign) or dotted(node) != "sys.modules":
        return None
    return entry.slice, statement.value


def _is_only_called(scope: _Function, code: PythonCode) -> bool:
    """Whether a function is never used as a value, and no other has its name or parameters that are not written out."""
    names = [node for node in code.nodes if isinstance(node, ast.Name) and node.id == scope.name]
    calls = [call for call in _calls(code) if dotted(call.func) == scope.name]
    same = sum(isinstance(node, FunctionNode | ast.ClassDef) and node.name == scope.name for node in code.nodes)
    is_written = argument_names(scope.args) == {one.arg for one in (*scope.args.posonlyargs, *scope.args.args)}
    return len(names) == len(calls) and same == 1 and is_written


def _steps(scope: _Function, code: PythonCode) -> Iterator[ast.AST]:
    yield from (call for call in _calls(code, scope) if called(call) in _BY_IMPORTLIB)
    yield from (node for node in ast.walk(scope) if _entry(node, code) is not None)
