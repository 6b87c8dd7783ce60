"""Edits of what functions take and pass on: defaults, packed arguments, what an overridden method does."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.core.python_code import FunctionNode, names_in
from testfix_pipeline.repair.languages.python.analysis.blocks import after, before, first_code
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import names_in_scope
from testfix_pipeline.repair.languages.python.ingredients.replace import keywords_of_calls
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.source_cache import cached_per_search

_DEFAULTS = ("None", "0", '""', "()", "[]", "{}", "True", "False", "1")
_MOST_CONSTANTS, _MOST_PASSED = 6, 3


def propose_defaults(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes a default for the last parameter that has none: a usual one, one that calls give, one of the file."""
    function = target.stmt if isinstance(target.stmt, FunctionNode) else None
    if function is None and target.function is not None and target.stmt is first_code(target.function.node):
        function = target.function.node
    if function is None:
        return
    for one in _without_default(function.args):
        at = target.source.span(one)[1]
        is_lacking = any(f"'{one.arg}'" in message for message in target.failure_evidence.messages)
        equals = " = " if one.annotation is not None else "="
        calls = keywords_of_calls(target.source).get(function.name, {}).get(one.arg, ())
        for rank, value in enumerate(dict.fromkeys((*_DEFAULTS, *calls, *_constants(target.source, at)))):
            prior = (0.8 if is_lacking else 0.3) / (1 + 0.1 * rank)
            yield target.splice(at, at, equals + value, "parameter.default", prior, f"{one.arg}={value}")


def _without_default(given: ast.arguments) -> list[ast.arg]:
    """The parameters that may get a default: the last positional one without, and those by name alone."""
    positional = [*given.posonlyargs, *given.args]
    bare = positional[: len(positional) - len(given.defaults)]
    named = [one for one, value in zip(given.kwonlyargs, given.kw_defaults, strict=True) if value is None]
    return [one for one in (*bare[-1:], *named) if one.arg not in ("self", "cls")]


def _constants(source: SourceFile, at: int) -> list[str]:
    """The numbers and texts of the file that are nearest to a place."""
    found = [(abs(start - at), text) for start, text in _every_constant(source)]
    return list(dict.fromkeys(text for _, text in sorted(found)))[:_MOST_CONSTANTS]


@cached_per_search(128)
def _every_constant(source: SourceFile) -> tuple[tuple[int, str], ...]:
    constants = [one for one in ast.walk(source.tree) if isinstance(one, ast.Constant) and source.is_real(one)]
    short = ((source.span(one)[0], source.segment(one)) for one in constants if not isinstance(one.value, bytes))
    return tuple((start, text) for start, text in short if len(text) <= 20 and "\n" not in text)


def propose_unpacked(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes to pass packed arguments on one by one: `f(*args)` for `f(args)`."""
    around = [one.args for one in target.source.ancestors(target.stmt) if isinstance(one, FunctionNode)]
    packed = {given.vararg.arg: "*" for given in around if given.vararg is not None}
    packed |= {given.kwarg.arg: "**" for given in around if given.kwarg is not None}
    for node in target.expressions(ast.Call) if packed else ():
        assert isinstance(node, ast.Call)
        for one in node.args:
            if isinstance(one, ast.Name) and one.id in packed:
                yield target.replace(one, packed[one.id] + one.id, "argument.unpacked", 0.7)


def propose_inherited(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes to do first what the overridden method does: `super().__init__(name)`."""
    function = target.function
    owner = function.self_class if function is not None else None
    if function is None or owner is None or not owner.bases or target.stmt is not first_code(function.node):
        return
    name, given = function.name, [one.arg for one in function.node.args.args[1:]][:_MOST_PASSED]
    if "super" in names_in(function.node) or not _is_overridden(target.source, owner, name):
        return
    for rank, count in enumerate(range(len(given), -1, -1)):
        code = f"super().{name}({', '.join(given[:count])})"
        edit = before(target, [code], "member.inherited", 0.7 / (1 + 0.1 * rank), code)
        yield from [edit] if edit is not None else []


def _is_overridden(source: SourceFile, owner: ast.ClassDef, name: str) -> bool:
    """Whether a base class of the file has the method, or one from elsewhere may have it: a constructor."""
    classes = {one.name: one for one in ast.walk(source.tree) if isinstance(one, ast.ClassDef)}
    known = [classes[one.id] for one in owner.bases if isinstance(one, ast.Name) and one.id in classes]
    has = any(isinstance(one, FunctionNode) and one.name == name for base in known for one in base.body)
    return has or (name == "__init__" and len(known) < len(owner.bases))


def propose_chains(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes `return self` at the end of a method that gives nothing back."""
    function = target.function
    is_end = function is not None and target.stmt is function.node.body[-1]
    if function is None or not is_end or function.self_class is None or function.name == "__init__":
        return
    if not any(isinstance(one, ast.Return | ast.Yield | ast.YieldFrom | ast.Raise) for one in ast.walk(function.node)):
        edit = after(target, ["return self"], "return.self", 0.4, "return self")
        yield from [edit] if edit is not None else []


def propose_own_calls(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes `self.step()` for `step()`, and to ask the function itself for parts: `f(a) == f(b)`, `not f(a, b)`."""
    function = target.function
    owner = function.self_class if function is not None else None
    methods = {one.name for one in owner.body if isinstance(one, FunctionNode)} if owner is not None else set()
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        if isinstance(node.func, ast.Name) and node.func.id in methods and node.func.id not in names_in_scope(target):
            yield target.replace(node.func, f"self.{node.func.id}", "member.own", 0.9)
    if function is None:
        return
    given = [one.arg for one in function.node.args.args]
    whole = f"self.{function.name}" if owner is not None and given[:1] == ["self"] else function.name
    if len(given) - (whole != function.name) == 2:
        for node in target.expressions(ast.Compare):
            assert isinstance(node, ast.Compare)
            if len(node.ops) == 1 and isinstance(node.ops[0], ast.Eq | ast.NotEq):
                sign = "not " if isinstance(node.ops[0], ast.NotEq) else ""
                call = f"{sign}{whole}({target.text(node.left)}, {target.text(node.comparators[0])})"
                yield target.replace(node, call, "call.recursive", 0.3)
