"""Results of a library that are plain objects of Python now: what the program asks them for is given at once.

`load(x).data` -> `load(x)` or `load(x)["data"]`; `encode(x).decode()` -> `encode(x)`

So it is of objects of the program's own classes, which a library gave with more around them.
Without the old release nobody knows what a result was. What counts: an error says that an object of Python lacks what
the program asks for, and the object comes of a call of something that neither the program nor Python defines.
"""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import ANY_LIBRARY, LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, edited_texts
from testfix_pipeline.repair.languages.python.source import SourceFile

CONVERSION, ITEM, WITHOUT = 0.85, 0.75, 0.72
_PLAIN = re.compile(r"'(str|bytes|dict|list|tuple|set|int|float|bool)' object has no attribute '(\w+)'")
_LACKING = re.compile(r"'(\w+)' object has no attribute '(\w+)'")
_CONVERTED = {"decode": "str", "encode": "bytes"}
_KINDS = (str, bytes, dict, list, tuple, set, int, float)
_Binding = ast.Assign | ast.AnnAssign | ast.NamedExpr | ast.For | ast.AsyncFor | ast.comprehension


@dataclass(frozen=True)
class _Asked:
    """An attribute that a plain object lacks. function: the last name of the call that the object comes of."""

    kind: str
    name: str
    function: str


def is_plain_result(failure: Failure) -> bool:
    """Whether an error says that an object of Python lacks an attribute."""
    return _is_lacking(failure) and _PLAIN.match(failure.error) is not None


def _is_lacking(failure: Failure) -> bool:
    return failure.error_type == "AttributeError" and bool(failure.frames)


def plain_results(
    failures: Sequence[Failure], files: Mapping[str, SourceFile], defines: Callable[[str], bool], is_updated: bool
) -> Iterator[LibraryFix]:
    """The fixes for each attribute that an error names, at all results of the same function that are asked for it.

    files: those that may be edited. defines: whether the program defines a function of a name. is_updated: whether a
    library is known to be newer than what the project names.
    """
    known = set()
    for failure in filter(_is_lacking, failures):
        for asked in _asked(failure, files):
            is_plain = is_plain_result(failure) or (is_updated and defines(asked.kind) and not defines(asked.name))
            if asked in known or defines(asked.function) or not is_plain:
                continue
            known.add(asked)
            for likelihood, said, put in _forms(asked):
                texts = _texts(asked, put, files)
                note = f"{asked.function} gives a {asked.kind} now, which has no {asked.name}: {said}"
                about = (failure.update,) if failure.update is not None else ()
                if texts:
                    yield LibraryFix(
                        texts, "library.plain-result", note, likelihood, asked.function, about, ANY_LIBRARY
                    )


def _asked(failure: Failure, files: Mapping[str, SourceFile]) -> Iterator[_Asked]:
    """What the failing line asks results of calls for."""
    said, frame = _LACKING.match(failure.error), failure.frames[-1]
    source = files.get(frame.file)
    for node in _attributes(source, said[2]) if source is not None and said is not None else ():
        if said is not None and node.lineno <= frame.line <= (node.end_lineno or node.lineno):
            function = _function(source, node.value) if source is not None else ""
            if function:
                yield _Asked(said[1], said[2], function)


def _attributes(source: SourceFile, name: str) -> list[ast.Attribute]:
    found = (node for node in source.nodes if isinstance(node, ast.Attribute) and node.attr == name)
    return [node for node in found if isinstance(node.ctx, ast.Load) and source.is_real(node)]


# -- where an object comes from ----------------------------------------------------------------------------------------


def _function(source: SourceFile, node: ast.expr) -> str:
    """The last name of the call that an expression is a result of, if it may be a library's; else ""."""
    if isinstance(node, ast.Await):
        return _function(source, node.value)
    if isinstance(node, ast.Call):
        return last_name(node.func) if may_be_of_library(source, node.func) else ""
    if not isinstance(node, (ast.Name, ast.Attribute)):
        return ""
    found = {_function(source, value) if not _is_same(value, node) else "" for value in values_of(source, node)}
    return found.pop() if len(found) == 1 else ""


def _is_same(node: ast.expr, other: ast.expr) -> bool:
    return any(ast.dump(one) == ast.dump(other) for one in ast.walk(node) if isinstance(one, (ast.Name, ast.Attribute)))


def values_of(source: SourceFile, node: ast.expr) -> list[ast.expr]:
    """What a name is bound to in its function, an attribute of an object in its class; an iterable for its items."""
    wanted, kinds = ast.unparse(node), FunctionNode if isinstance(node, ast.Name) else ast.ClassDef
    scope: ast.AST | None = node
    while scope is not None and not isinstance(scope, kinds):
        scope = source.parents.get(scope)
    found: list[ast.expr] = []
    for one in ast.walk(scope or source.tree):
        if isinstance(one, ast.arg) and one.arg == wanted:
            return []
        if isinstance(one, _Binding):
            value = one.iter if isinstance(one, (ast.For, ast.AsyncFor, ast.comprehension)) else one.value
            targets = one.targets if isinstance(one, ast.Assign) else [one.target]
            if value is not None and any(ast.unparse(target) == wanted for target in targets):
                found.append(value)
    return found


def may_be_of_library(source: SourceFile, function: ast.expr) -> bool:
    """Whether what is called is neither Python's own nor a method that objects of Python have."""
    top: ast.expr = function
    while isinstance(top, ast.Attribute):
        top = top.value
    if not isinstance(top, ast.Name):
        return False
    module = _module_of(source, top.id)
    if module is not None:
        return module.partition(".")[0] not in sys.stdlib_module_names
    if isinstance(function, ast.Name):
        return False  # the program's own, or built in
    return not any(hasattr(kind, last_name(function)) for kind in _KINDS) and not hasattr(builtins, top.id)


def _module_of(source: SourceFile, name: str) -> str | None:
    """The module that the file imports a name from, or as; None where it does not."""
    return next((one.module for one in imported_names(source.nodes) if one.name == name), None)


# -- the edits ---------------------------------------------------------------------------------------------------------

_Put = Callable[[SourceFile, ast.Attribute], tuple[ast.expr, str] | None]
"""What to write in the place of which expression around an attribute; None where it does not fit."""


def _forms(asked: _Asked) -> Iterator[tuple[float, str, _Put]]:
    if _CONVERTED.get(asked.name) == asked.kind or asked.kind in asked.name.lower():
        yield CONVERSION, f"no call of {asked.name}", _without_call
    if asked.kind == "dict":
        yield ITEM, f'["{asked.name}"] in place of .{asked.name}', _as_item
    yield WITHOUT, f"without .{asked.name}", _without


def _texts(asked: _Asked, put: _Put, files: Mapping[str, SourceFile]) -> dict[str, str]:
    edits = {file: FileEdits(source) for file, source in files.items() if asked.name in source.text}
    for here in edits.values():
        for node in _attributes(here.source, asked.name):
            if (changed := put(here.source, node)) and _function(here.source, node.value) == asked.function:
                here.replace(*here.source.span(changed[0]), changed[1])
    return edited_texts(edits)


def _call_of(source: SourceFile, node: ast.Attribute) -> ast.Call | None:
    parent = source.parents.get(node)
    return parent if isinstance(parent, ast.Call) and parent.func is node else None


def _before(source: SourceFile, node: ast.Attribute) -> str:
    """What is asked for an attribute, with its parentheses."""
    return source.segment(node).rpartition(".")[0].rstrip()


def _without_call(source: SourceFile, node: ast.Attribute) -> tuple[ast.expr, str] | None:
    call = _call_of(source, node)
    given = [*call.args, *(one.value for one in call.keywords)] if call is not None else []
    is_plain = call is not None and all(isinstance(one, ast.Constant) for one in given)
    return (call, _before(source, node)) if call is not None and is_plain else None


def _without(source: SourceFile, node: ast.Attribute) -> tuple[ast.expr, str] | None:
    return (node, _before(source, node)) if _call_of(source, node) is None else None


def _as_item(source: SourceFile, node: ast.Attribute) -> tuple[ast.expr, str] | None:
    return (node, f'{_before(source, node)}["{node.attr}"]') if _call_of(source, node) is None else None
