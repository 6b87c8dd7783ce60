"""Raises the prior of edits that use an otherwise unused definition, and lowers that of edits that make one."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from testfix_pipeline.repair.languages.python.analysis.blocks import is_hole
from testfix_pipeline.repair.languages.python.analysis.dataflow import WORD, uncalled, unused_definitions
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import bound_names
from testfix_pipeline.repair.languages.python.source import FunctionNode, PythonFunction, SourceFile
from testfix_pipeline.repair.model.source_cache import remembered
from testfix_pipeline.repair.ranking.unused_definitions import raised_prior

LEAST = 0.5
FORGOTTEN = 0.9
"""How strong what is plainly forgotten is: a kind of method, a `return`, an exception that an `except` lets through."""
LEFT_UNREAD = 0.5
"""What remains of an edit's prior that takes away the only reading of a variable."""


def weighed(target: PythonEditSite, edit: Edit) -> Edit:
    """The edit with its prior raised or lowered; never above 1."""
    if edit.kind.startswith("history") or not (target.function or isinstance(target.stmt, FunctionNode)):
        return edit
    old, new = _words(target.source, edit)
    gained = new - old
    pull = max((strength for name, strength in ends(target).items() if name in gained), default=0.0)
    pull = max(pull, _hole(target))
    prior = raised_prior(edit.prior, pull)
    if target.function is not None and _leaves_unread(target.source, target.function, old - new):
        prior *= LEFT_UNREAD
    return edit if prior == edit.prior else replace(edit, prior=prior, pull=pull)


def place(target: PythonEditSite) -> float:
    """How strongly the function's unused definitions say that code is missing in it: the most an edit's pull can be."""
    return max([_hole(target), *ends(target).values()])


def _hole(target: PythonEditSite) -> float:
    """How strongly a block in which nothing is done says that something is missing there; nothing for a handler."""
    handled = isinstance(target.source.parents.get(target.stmt), ast.ExceptHandler)
    return FORGOTTEN if is_hole(target.source, target.stmt) and not handled else 0.0


def ends(target: PythonEditSite) -> Mapping[str, float]:
    """The names of the unused definitions that are telling, with their strengths."""
    found = _ends(target.source, target.function, target.project) if target.function else {}
    kind = _forgotten_kind(target.source, target.stmt) if isinstance(target.stmt, FunctionNode) else ""
    telling = [name for name in (kind, target.let_through()) if name]
    return {**found, **dict.fromkeys(telling, FORGOTTEN)} if telling else found


@remembered(1024)
def _ends(source: SourceFile, function: PythonFunction, project: tuple[SourceFile, ...]) -> Mapping[str, float]:
    loose = unused_definitions(source, function)
    found = {**dict.fromkeys(loose.unfilled, 0.8), **dict.fromkeys(loose.unbound, 0.9), **loose.unread}
    for helper in uncalled(project).get(source, ()):
        if helper.name.startswith("_") and helper is not function and helper.owner in (None, function.owner):
            found[helper.name] = 0.9
    if any(_is_idle(stmt) for stmt in ast.walk(function.node)):
        found["return"] = FORGOTTEN
    return {name: strength for name, strength in found.items() if strength >= LEAST}


def _is_idle(stmt: ast.AST) -> bool:
    """A value that is computed for nothing, and is no docstring or ellipsis: it was to be returned, perhaps."""
    idle = (ast.Name, ast.Attribute, ast.BinOp, ast.BoolOp, ast.Compare, ast.Subscript, ast.Tuple, ast.List, ast.Dict)
    return isinstance(stmt, ast.Expr) and isinstance(stmt.value, idle)


def _words(source: SourceFile, edit: Edit) -> tuple[Counter[str], Counter[str]]:
    """The words in what the edit takes away and in what it puts there."""
    old: Counter[str] = Counter()
    new: Counter[str] = Counter()
    for start, end, text in edit.spans:
        old.update(WORD.findall(source.text[start:end]))
        new.update(WORD.findall(text))
    return old, new


@remembered(1024)
def _words_of(source: SourceFile, function: PythonFunction) -> Counter[str]:
    return Counter(WORD.findall(source.segment(function.node)))


def _leaves_unread(source: SourceFile, function: PythonFunction, lost: Counter[str]) -> bool:
    """Whether a variable of the function is bound still and read no more."""
    bound = bound_names(function.node)
    here = [name for name in lost if name in bound]
    if not here:
        return False
    words = _words_of(source, function)
    return any(words[name] - lost[name] == 1 and words[name] > 1 for name in here)


def _forgotten_kind(source: SourceFile, method: FunctionNode) -> str:
    """What the first parameter of a method without decorators says that it should be: "classmethod", "staticmethod"
    or "" (a plain method, or one that the language calls with its class anyway)."""
    owner = source.parents.get(method)
    if not isinstance(owner, ast.ClassDef) or method.decorator_list or method.name.startswith("__"):
        return ""
    first = next((argument.arg for argument in (*method.args.posonlyargs, *method.args.args)), "")
    if first == "cls":
        return "" if any(getattr(base, "id", "") == "type" for base in owner.bases) else "classmethod"
    return "" if first in ("self", "mcs", "mcls", "metacls") or (method.args.vararg and not first) else "staticmethod"
