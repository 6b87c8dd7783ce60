"""Wrong starting values, mutable defaults, attributes and base initialisers that a constructor forgot."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.languages.python.edits.blocks import after, before, lines
from testfix_pipeline.repair.languages.python.edits.edit import Edit, Target
from testfix_pipeline.repair.languages.python.edits.imports import brought
from testfix_pipeline.repair.languages.python.edits.scope import own_attribute, walk_scope, with_defaults
from testfix_pipeline.repair.languages.python.edits.traces import empty_kind
from testfix_pipeline.repair.languages.python.source import Function, FunctionNode, SourceFile, own_nodes
from testfix_pipeline.repair.remembered import remembered

STARTS = ("0", "1", "''", "[]", "{}", "set()", "None", "float('inf')", "float('-inf')", "-1", "True", "False")
FIRST_VALUES = ("None", "0", "[]", "{}", "''", "False", "set()", "1", "True")
"""What an attribute may begin with."""
CONSTANT = frozenset({"frozenset", "tuple", "object", "float", "int", "str", "compile", "Decimal", "Path", "timedelta"})
"""What makes things that never change, or that are to be one for all."""
MAKERS = {"[]": "list", "{}": "dict", "set()": "set"}
FRESH = {"[]": "[]", "{}": "{}", "set()": "set()", "list()": "[]", "dict()": "{}"}


def accumulators(target: Target) -> Iterator[Edit]:
    """`x = <start>` with another start; first elements of parameters, or of what is gone over, for extremes."""
    stmt = target.stmt
    if not isinstance(stmt, (ast.Assign, ast.AnnAssign)) or stmt.value is None:
        return
    places = stmt.targets[0] if isinstance(stmt, ast.Assign) else stmt.target
    several = isinstance(places, ast.Tuple) and isinstance(stmt.value, ast.Tuple)
    for value in stmt.value.elts if several else [stmt.value]:  # type: ignore[attr-defined]
        yield from _other_starts(target, value)


def _other_starts(target: Target, given: ast.expr) -> Iterator[Edit]:
    plain = isinstance(given, (ast.Constant, ast.List, ast.Dict, ast.Call, ast.UnaryOp, ast.Set, ast.Tuple))
    text = target.text(given)
    if not plain or len(text) > 16:
        return
    for value in STARTS:
        if value != text:
            yield target.replace(given, value, "initial.value", 0.25, f"{text} -> {value}")
    function = target.function if isinstance(given, (ast.Constant, ast.Call, ast.UnaryOp)) else None
    names = [one.arg for one in function.arguments if one.arg not in ("self", "cls")] if function else []
    for name in dict.fromkeys([*names, *(_gone_over(target.source, function) if function else ())]):
        yield target.replace(given, f"{name}[0]", "initial.value", 0.15, f"{name}[0]")
        if name in names:
            yield target.replace(given, name, "initial.value", 0.15, name)


@remembered(512)
def _gone_over(source: SourceFile, function: Function) -> tuple[str, ...]:
    """The attributes of the object that a function goes over by itself."""
    loops = (node.iter for node in walk_scope(function.node) if isinstance(node, ast.For))
    return tuple(dict.fromkeys(source.segment(one) for one in loops if own_attribute(one)))


def mutable_defaults(target: Target) -> Iterator[Edit]:
    """`def f(x=[])` made `def f(x=None)` with a fresh value inside; the same for a class attribute shared by all."""
    stmt, source = target.stmt, target.source
    if isinstance(stmt, FunctionNode):
        for argument, default in with_defaults(stmt.args):
            fresh = fresh_text(target.source, default)
            body = first_code(stmt)
            if fresh and source.owns_line(body):
                code = lines(
                    source, source.indent(body), [f"if {argument.arg} is None:", f"\t{argument.arg} = {fresh}"]
                )
                at = source.block(body)[0]
                start, end = source.span(default)
                note = f"{argument.arg}={target.text(default)}"
                edit = target.splice(start, end, "None", "mutable.default", _default_prior(default), note)
                yield replace(edit, line=stmt.lineno, more=((at, at, code),))
    elif isinstance(stmt, ast.AnnAssign) and isinstance(owner := source.parents.get(stmt), ast.ClassDef):
        maker = MAKERS.get(FRESH.get(target.text(stmt.value), "")) if stmt.value is not None else None
        if maker and stmt.value is not None and any("dataclass" in target.text(one) for one in owner.decorator_list):
            said, more = brought(source, "dataclasses", "field")
            edit = target.replace(stmt.value, f"{said}(default_factory={maker})", "mutable.default", 0.9, maker)
            yield replace(edit, more=more)
    elif isinstance(stmt, ast.Assign) and isinstance(source.parents.get(stmt), ast.ClassDef):
        yield from _shared_attribute(target, stmt)


def fresh_text(source: SourceFile, value: ast.expr) -> str:
    """What makes anew a value that is to be made for each: of a container, or of a call without what changes."""
    text = source.segment(value)
    made = isinstance(value, (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp))
    called_ = isinstance(value, ast.Call) and last_name(value.func) not in CONSTANT
    return FRESH.get(text) or (text if (made or called_) and "\n" not in text else "")


def _default_prior(value: ast.expr) -> float:
    """A call may well be made once for all."""
    return 0.9 if not isinstance(value, ast.Call) or empty_kind(value) else 0.5


def first_code(node: FunctionNode) -> ast.stmt:
    first = node.body[0]
    docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return node.body[1] if docstring and len(node.body) > 1 else first


def _shared_attribute(target: Target, stmt: ast.Assign) -> Iterator[Edit]:
    source = target.source
    fresh = FRESH.get(target.text(stmt.value))
    name = target.text(stmt.targets[0])
    owner = source.parents[stmt]
    assert isinstance(owner, ast.ClassDef)
    start = next((n for n in owner.body if isinstance(n, FunctionNode) and n.name == "__init__"), None)
    if not fresh:
        return
    if start is not None and source.owns_line(first_code(start)):
        body = first_code(start)
        at = source.block(body)[0]
        text = lines(source, source.indent(body), [f"self.{name} = {fresh}"])
        yield Edit(source.path, at, at, text, "initial.value-per-instance", 0.8, stmt.lineno, name)
    elif start is None and not owner.bases:
        at = source.block(stmt)[1]
        text = lines(source, source.indent(stmt), ["", "def __init__(self):", f"\tself.{name} = {fresh}"]).lstrip(" \t")
        yield Edit(source.path, at, at, text, "initial.value-per-instance", 0.6, stmt.lineno, name)


def forgotten_attributes(target: Target) -> Iterator[Edit]:
    """`self.x = ...` for an attribute that the crash says is missing, at the end of the constructor."""
    messages = " ".join(target.clues.messages)
    names = sorted(set(re.findall(r"object has no attribute '(\w+)'", messages)))
    function = target.function
    if function is None or function.name != "__init__" or not names or target.stmt is not function.node.body[-1]:
        return
    given = [argument.arg for argument in function.arguments]
    for name in names:
        same = [g for g in given if g == name.strip("_")]
        yield from (replace(edit, note=name) for edit in begun(target, function, name, same, 0.85))


def begun(target: Target, function: Function, name: str, given: Sequence[str], bound: float) -> Iterator[Edit]:
    """An attribute set in the constructor: to one of the parameters `given`, in its turn, or at the end to what is
    usual. bound: the prior of the first."""
    set_here = (stmt.value for stmt in function.node.body if isinstance(stmt, (ast.Assign, ast.AnnAssign)))
    others = [target.text(value) for value in set_here if isinstance(value, ast.Call) and empty_kind(value)]
    for rank, value in enumerate(dict.fromkeys([*given, *FIRST_VALUES, *others])):
        code, prior = f"self.{name} = {value}", bound / (1 + 0.2 * rank)
        own = kept(target, function, value, code, prior) if value in given else None
        edit = own or after(target, [code], "attribute.initialised", prior, code)
        if edit:
            yield edit


def kept(target: Target, function: Function, name: str, code: str, prior: float) -> Edit | None:
    """A parameter of the constructor stored where its turn is: behind those that come before it in the signature."""
    earlier = set(itertools.takewhile(name.__ne__, (argument.arg for argument in function.arguments)))
    storing = [stmt for stmt in function.node.body if isinstance(stmt, (ast.Assign, ast.AnnAssign, ast.Expr))]
    done = [stmt for stmt in storing if earlier - {"self"} & {n.id for n in own_nodes(stmt) if isinstance(n, ast.Name)}]
    kind = "attribute.initialised"
    if done:
        return after(replace(target, stmt=done[-1]), [code], kind, prior, code)
    return before(replace(target, stmt=first_code(function.node)), [code], kind, prior, code)


def forgotten_kind(source: SourceFile, method: FunctionNode) -> str:
    """What the first parameter of a method without decorators says that it should be: "classmethod", "staticmethod"
    or "" (a plain method, or one that the language calls with its class anyway)."""
    owner = source.parents.get(method)
    if not isinstance(owner, ast.ClassDef) or method.decorator_list or method.name.startswith("__"):
        return ""
    first = next((argument.arg for argument in (*method.args.posonlyargs, *method.args.args)), "")
    if first == "cls":
        return "" if any(getattr(base, "id", "") == "type" for base in owner.bases) else "classmethod"
    return "" if first in ("self", "mcs", "mcls", "metacls") or (method.args.vararg and not first) else "staticmethod"
