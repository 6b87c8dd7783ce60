"""Raises the prior of edits that use an otherwise unused definition or undo the sharing of a container, and lowers the
prior of edits that create an unused definition."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.repair.languages.python.analysis.blocks import is_lone_pass
from testfix_pipeline.repair.languages.python.analysis.dataflow import WORD, uncalled_functions, unused_definitions
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import bound_names
from testfix_pipeline.repair.languages.python.source import PythonFunction, SourceFile
from testfix_pipeline.repair.model.source_cache import cached_per_search
from testfix_pipeline.repair.ranking.unused_definitions import raised_prior

LEAST_STRENGTH = 0.5
FORGOTTEN = 0.9
"""The strength of clear omissions: a method decorator, a `return`, an exception that an `except` does not catch."""
MUTABLE = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
UNSHARED = "alias-copied"
"""The kind of edit that gives each item a container of its own. Correct code shares one in some 15 of the statements
of the packages that are installed beside this one."""
LEFT_UNREAD = 0.5
"""The factor for the prior of an edit that removes the only read of a variable."""


def with_dataflow_priors(target: PythonEditSite, edits: Iterable[Edit]) -> list[Edit]:
    """The edits of a statement with their priors raised or lowered; at most 1."""
    if not (target.function or isinstance(target.stmt, FunctionNode)):
        return list(edits)
    strengths, least = unused_definition_strengths(target), _empty_block_strength(target)
    unshared = _sharing_strength(target)
    read = _reads_to_lose(target.source, target.function) if target.function else {}
    return [
        edit
        if edit.kind.startswith("history")
        else _with_prior(target.source, edit, strengths, max(least, unshared * (edit.kind == UNSHARED)), read)
        for edit in edits
    ]


def _with_prior(
    source: SourceFile, edit: Edit, strengths: Mapping[str, float], least: float, read: Mapping[str, int]
) -> Edit:
    old: list[str] = []
    new: list[str] = []
    for start, end, text in ((edit.start, edit.end, edit.replacement), *edit.more):
        old += WORD.findall(source.text, start, end)
        new += WORD.findall(text)
    used = [one for name, one in strengths.items() if new.count(name) > old.count(name)]
    pull = max([least, *used])
    prior = raised_prior(edit.prior, pull)
    if any(name in read and old.count(name) - new.count(name) == read[name] for name in old):
        prior *= LEFT_UNREAD
    return edit if prior == edit.prior else replace(edit, prior=prior, pull=pull)


def strongest_pull(target: PythonEditSite) -> float:
    """The strength with which the function's unused definitions indicate missing code: the upper bound of an edit's
    pull."""
    strengths = unused_definition_strengths(target).values()
    return max([_empty_block_strength(target), _sharing_strength(target), *strengths])


def _sharing_strength(target: PythonEditSite) -> float:
    """The strength with which a statement indicates a mistake that puts one container into all items of another."""
    has_body = getattr(target.stmt, "body", None)
    return FORGOTTEN if not has_body and any(map(_shares, ast.walk(target.stmt))) else 0.0


def _shares(node: ast.AST) -> bool:
    """Whether an expression is `[[...]] * n` or `dict.fromkeys(keys, [...])`; the inner list may be a product, too."""
    match node:
        case ast.BinOp(left=ast.List(elts=[value]), op=ast.Mult()):
            return isinstance(value.left if isinstance(value, ast.BinOp) else value, MUTABLE)
        case ast.Call(func=ast.Attribute(value=ast.Name(id="dict"), attr="fromkeys"), args=[_, value]):
            return isinstance(value, MUTABLE)
    return False


def _empty_block_strength(target: PythonEditSite) -> float:
    """The strength with which an empty block indicates missing code; 0 for an exception handler."""
    handled = isinstance(target.source.parents.get(target.stmt), ast.ExceptHandler)
    return FORGOTTEN if is_lone_pass(target.source, target.stmt) and not handled else 0.0


def unused_definition_strengths(target: PythonEditSite) -> Mapping[str, float]:
    """The names of the unused definitions that indicate missing code, with their strengths."""
    found = _strengths_in_function(target.source, target.function, target.project) if target.function else {}
    kind = _missing_decorator(target.source, target.stmt) if isinstance(target.stmt, FunctionNode) else ""
    missing = [name for name in (kind, target.uncaught()) if name]
    return {**found, **dict.fromkeys(missing, FORGOTTEN)} if missing else found


@cached_per_search(1024)
def _strengths_in_function(
    source: SourceFile, function: PythonFunction, project: tuple[SourceFile, ...]
) -> Mapping[str, float]:
    unused = unused_definitions(source, function)
    found = {**dict.fromkeys(unused.unfilled, 0.8), **dict.fromkeys(unused.unbound, 0.9), **unused.unread}
    for helper in uncalled_functions(project).get(source, ()):
        if helper.name.startswith("_") and helper is not function and helper.owner in (None, function.owner):
            found[helper.name] = 0.9
    if any(_is_unused_value(stmt) for stmt in ast.walk(function.node)):
        found["return"] = FORGOTTEN
    return {name: strength for name, strength in found.items() if strength >= LEAST_STRENGTH}


def _is_unused_value(stmt: ast.AST) -> bool:
    """Whether a statement computes a value that nothing uses; it was perhaps meant to be returned."""
    idle = (ast.Name, ast.Attribute, ast.BinOp, ast.BoolOp, ast.Compare, ast.Subscript, ast.Tuple, ast.List, ast.Dict)
    return isinstance(stmt, ast.Expr) and isinstance(stmt.value, idle)


@cached_per_search(1024)
def _reads_to_lose(source: SourceFile, function: PythonFunction) -> Mapping[str, int]:
    """For each name that a function binds and mentions again: how many fewer mentions leave it unread."""
    words = Counter(WORD.findall(source.segment(function.node)))
    return {name: words[name] - 1 for name in bound_names(function.node) if words[name] > 1}


def _missing_decorator(source: SourceFile, method: FunctionNode) -> str:
    """The decorator that the first parameter of an undecorated method calls for: "classmethod", "staticmethod", or ""
    for a plain method and for one that Python passes the class anyway."""
    owner = source.parents.get(method)
    if not isinstance(owner, ast.ClassDef) or method.decorator_list or method.name.startswith("__"):
        return ""
    first = next((argument.arg for argument in (*method.args.posonlyargs, *method.args.args)), "")
    if first == "cls":
        return "" if any(getattr(base, "id", "") == "type" for base in owner.bases) else "classmethod"
    return "" if first in ("self", "mcs", "mcls", "metacls") or (method.args.vararg and not first) else "staticmethod"
