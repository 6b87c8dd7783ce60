"""Wrong starting values, mutable defaults, attributes and base initialisers that a constructor forgot."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.edits.blocks import after, before, lines
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.imports import brought
from testfix_pipeline.repair.edits.scope import own_attribute, walk_scope, with_defaults
from testfix_pipeline.repair.edits.traces import empty_kind
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, FunctionNode, SourceFile, own_nodes

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


def parameters_kept(target: Target) -> Iterator[Edit]:
    """A constructor parameter that is never stored or used; a call of the base's constructor that is missing."""
    function = target.function
    if function is None or function.name != "__init__" or target.stmt is not first_code(function.node):
        return
    read = {n.id for n in ast.walk(function.node) if isinstance(n, ast.Name)}
    for argument in function.arguments[1:]:
        if argument.arg not in read:
            for name in (argument.arg, f"_{argument.arg}"):
                edit = kept(target, function, argument.arg, f"self.{name} = {argument.arg}", 0.7)
                if edit:
                    yield edit
    if function.owner and function.owner.bases and "super" not in read:
        every = _handed_on(function, {argument.arg for argument in function.arguments})
        base = target.source.classes.get(getattr(function.owner.bases[0], "id", ""))
        found = (
            (one for one in base.body if isinstance(one, ast.FunctionDef) and one.name == "__init__") if base else ()
        )
        taken = [{one.arg for one in (*f.args.posonlyargs, *f.args.args, *f.args.kwonlyargs)} for f in found]
        calls = [*(_handed_on(function, names) for names in taken), every, "super().__init__()"]
        for call in dict.fromkeys(calls):
            edit = before(target, [call], "base-initialised", 0.6, call)
            if edit:
                yield edit


def _handed_on(function: Function, names: Collection[str]) -> str:
    """The call of the base's constructor with those of the parameters that it takes, by name where they are so here."""
    args = function.node.args
    given = [one.arg for one in [*args.posonlyargs, *args.args][1:] if one.arg in names]
    given += [f"{one.arg}={one.arg}" for one in args.kwonlyargs if one.arg in names]
    return f"super().__init__({', '.join(given)})"


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


def properties(target: Target) -> Iterator[Edit]:
    """A method that takes nothing and is read like an attribute, made a property."""
    source = target.source
    for node in target.expressions(ast.Attribute):
        assert isinstance(node, ast.Attribute)
        if isinstance(node.ctx, ast.Load) and not source.is_called(node):
            for method in _asked_for_nothing(source).get(node.attr, ()):
                start = source.block(method)[0]
                text = lines(source, source.indent(method), ["@property"])
                yield target.splice(start, start, text, "decorator", 0.45, f"@property added to {node.attr}")


@remembered(64)
def _asked_for_nothing(source: SourceFile) -> Mapping[str, list[FunctionNode]]:
    """By name, the plain methods of the file that take nothing but the object, where nothing stores such a name."""
    asked = (node for node in ast.walk(source.tree) if isinstance(node, ast.Attribute))
    stored = {node.attr for node in asked if not isinstance(node.ctx, ast.Load)}
    found: dict[str, list[FunctionNode]] = {}
    for one in source.functions:
        alone = one.owner is not None and len(one.arguments) == 1 and not one.node.decorator_list
        if alone and one.name not in stored:
            found.setdefault(one.name, []).append(one.node)
    return found


def decorators(target: Target) -> Iterator[Edit]:
    """A missing or surplus property, static or class method."""
    stmt, source = target.stmt, target.source
    if not isinstance(stmt, FunctionNode) or not isinstance(source.parents.get(stmt), ast.ClassDef):
        return
    present = {target.text(d) for d in stmt.decorator_list}
    parameters = [*stmt.args.posonlyargs, *stmt.args.args]
    start = source.block(stmt)[0]
    for name in ("property", "staticmethod", "classmethod"):
        if not present:
            prior = {"property": 0.3 if len(parameters) == 1 else 0.0}.get(name, 0.25)
            prior = 0.6 if name == forgotten_kind(source, stmt) else prior
            if prior:
                text = lines(source, source.indent(stmt), [f"@{name}"])
                yield target.splice(start, start, text, "decorator", prior, f"@{name} added")
    for decorator in stmt.decorator_list:
        begin, end = source.line_starts[decorator.lineno - 1], source.span(decorator)[1]
        stop = source.text.find("\n", end) + 1
        if stop > 0:
            yield target.splice(begin, stop, "", "decorator", 0.25, f"@{target.text(decorator)[:30]} dropped")
        others = {"staticmethod": "classmethod", "classmethod": "staticmethod"}
        if other := others.get(target.text(decorator)):
            yield target.replace(decorator, other, "decorator", 0.3, f"@{other} instead")


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


def missing_self(target: Target) -> Iterator[Edit]:
    """A method that forgot its `self`."""
    stmt = target.stmt
    if not isinstance(stmt, FunctionNode) or not isinstance(target.source.parents.get(stmt), ast.ClassDef):
        return
    names = [a.arg for a in (*stmt.args.posonlyargs, *stmt.args.args)]
    kinds = {last_name(one) for one in stmt.decorator_list}
    first = "cls" if "classmethod" in kinds else "self"
    if names[:1] in (["self"], ["cls"]) or "staticmethod" in kinds:
        return
    text = target.source.text
    at = text.find("(", target.source.span(stmt)[0] + len("def ")) + 1
    rest = text[at:].lstrip()
    yield target.splice(
        at, at, first if rest.startswith(")") else f"{first}, ", "missing.self", 0.8, f"parameter {first}"
    )
