"""Recognises patches that only suppress an error and compute nothing.

A patch only silences if what it computes is what was computed before, with parts left out, guarded, caught or replaced
by constants. That alone says nothing against it: honest fixes return early and widen an `except`, too. What tells is
whether the tests assert what comes of it. So for each changed function there is a variant of the patched file, in which
calls that fail with the old code come to another outcome. If the tests still pass, they only wanted no exception.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import called, dotted
from testfix_pipeline.core.code_view import root as root_name
from testfix_pipeline.core.patch_policy.silenced_outcomes import CODE, OTHER, OUTCOME
from testfix_pipeline.core.python_bindings import names_bound_by
from testfix_pipeline.core.python_code import FunctionNode, handled_types, own_nodes, parse_or_none

# Of a patch, each of which costs a run of some tests: a patch that silences more is recognised by the first ones.
MOST_PLACES = 6
_LOGS = frozenset({"log", "logger", "logging", "warnings", "print", "_log", "_logger", "LOG", "LOGGER"})
_LITERALS = (ast.List, ast.Tuple, ast.Set, ast.Dict, ast.UnaryOp, ast.operator, ast.unaryop, ast.expr_context)
_EMPTY = frozenset({"list", "dict", "set", "tuple", "str", "int", "float"})
_EXITS = (ast.Return, ast.Continue, ast.Break)
_UNSAID = (ast.Return, ast.Expr, ast.Assign, ast.arguments, ast.If, ast.Try, ast.With, ast.withitem, ast.ExceptHandler)
_Function = ast.FunctionDef | ast.AsyncFunctionDef
Scope = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Silencing:
    """One place of a patch that suppresses an error. `line`: in the new text. `said`: its effect, for people.

    variant: the new text with another outcome of what failed; "" if it has none that a test could see.
    keywords: arguments that were taken out, and keys that asked for nothing.
    """

    line: int
    said: str
    variant: str
    keywords: frozenset[str] = frozenset()


def silencings(before: str | bytes | None, after: str | bytes | None) -> list[Silencing] | None:
    """The places in a change of a Python file that suppress errors; None if it also changes anything else.

    [] where nothing but comments, imports, documentation and logging changed.
    """
    old, new = parse_or_none(before or ""), parse_or_none(after or "")
    if old is None or new is None:
        return None
    try:
        was, now = dict(_scopes(old)), dict(_scopes(new))
        changed = [name for name, one in now.items() if name in was and _own_text(was[name]) != _own_text(one)]
        if was.keys() != now.keys() or not all(_only_leaves_out(was[name], now[name]) for name in changed):
            return None
        return [_silencing(new, was[name], now[name], name) for name in changed[:MOST_PLACES]]
    except RecursionError:
        return None


def _scopes(node: ast.AST, name: str = "") -> Iterator[tuple[str, Scope]]:
    """Yield the module, its classes, and the functions that are in no function, by their qualified names."""
    if isinstance(node, Scope):
        yield name, node
    if not isinstance(node, FunctionNode):
        for one in ast.iter_child_nodes(node):
            inner = f"{name}.{one.name}" if isinstance(one, FunctionNode | ast.ClassDef) else name
            yield from _scopes(one, inner) if not isinstance(one, ast.expr) else ()


def _own_statements(scope: Scope) -> list[ast.stmt]:
    """The statements of a scope without those of the scopes in it, imports, documentation, `pass` and logging."""
    inner = () if isinstance(scope, FunctionNode) else (FunctionNode, ast.ClassDef)
    return [one for one in scope.body if not isinstance(one, inner) and not _is_neutral(one)]


def _is_neutral(node: ast.AST) -> bool:
    value = node.value if isinstance(node, ast.Expr) else None
    if isinstance(value, ast.Call) and (root_name(value.func) in _LOGS or dotted(value.func).split(".")[-1] in _LOGS):
        return True
    return isinstance(value, ast.Constant) or isinstance(node, ast.Import | ast.ImportFrom | ast.Pass)


def _own_text(scope: Scope) -> str:
    """What a scope does, as a text."""
    statements = copy.deepcopy(_own_statements(scope))
    for node in (inner for one in statements for inner in ast.walk(one)):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                setattr(node, name, [one for one in block if not _is_neutral(one)] or [ast.Pass()])
    heads = [scope.args, *scope.decorator_list] if isinstance(scope, FunctionNode) else []
    heads += [*scope.bases, *scope.decorator_list] if isinstance(scope, ast.ClassDef) else []
    return "\n".join(map(ast.dump, [*heads, *statements]))


def _only_leaves_out(old: Scope, new: Scope) -> bool:
    """Whether a scope computes what it did, in the same order, with parts left out, guarded or caught."""
    if isinstance(old, FunctionNode) and isinstance(new, FunctionNode):
        is_bound = ast.dump(old.args) == ast.dump(new.args)
    else:
        is_bound = names_bound_by(ast.walk(old)) >= names_bound_by(ast.walk(new))
    if not is_bound or _changes_condition(old, new):
        return False
    was, now = ([part for one in _own_statements(scope) for part in _computed(one)] for scope in (old, new))
    known = iter(was)
    sizes = [len([*_plain_statements(_own_statements(scope))]) for scope in (old, new)]
    is_less = len(now) < len(was) or sizes[1] < sizes[0] or bool(Counter(_guards(new)) - Counter(_guards(old)))
    return is_less and all(part in known for part in now)


def _guards(scope: Scope) -> Iterator[str]:
    """Yield the guards, handlers, defaults and exits of a scope, by their kinds."""
    for node in (inner for one in _own_statements(scope) for inner in ast.walk(one)):
        if isinstance(node, ast.ExceptHandler):
            yield from map(ast.unparse, handled_types(node) or [ast.Constant("all")])
        elif isinstance(node, ast.withitem):
            yield from ["suppress"] if _suppresses(node) else ()
        elif isinstance(node, ast.Call):
            yield from ["default"] * _default_arguments(node)
        elif _asks(node) and _is_decided(node):
            yield "decided"
        elif isinstance(node, (ast.If, *_EXITS)) or _without_default(node) is not node:
            yield type(node).__name__


def _default_arguments(call: ast.Call) -> int:
    """The number of constants at the end of a call's arguments, and of its arguments named `default`."""
    return sum(map(_is_constant, call.args)) + sum(one.arg == "default" for one in call.keywords)


def _changes_condition(old: Scope, new: Scope) -> bool:
    """Whether a condition is another one, and no constant decides it."""
    was, now = (
        Counter((_dumps(node.body), ast.dump(node.test)) for node in own_nodes(_own_statements(scope)) if _asks(node))  # type: ignore[attr-defined]
        for scope in (old, new)
    )
    gone = {body for body, _ in was - now}
    decided = {(_dumps(node.body), ast.dump(node.test)) for node in ast.walk(new) if _asks(node) and _is_decided(node)}  # type: ignore[attr-defined]
    return any(one[0] in gone and one not in decided for one in now - was)


def _asks(node: ast.AST) -> bool:
    return isinstance(node, ast.If | ast.While)


def _is_decided(node: ast.AST) -> bool:
    test: ast.expr = node.test  # type: ignore[attr-defined]
    return any(isinstance(part, ast.Constant) for part in (test.values if isinstance(test, ast.BoolOp) else [test]))


def _dumps(nodes: Iterable[ast.AST]) -> str:
    return "\n".join(map(ast.dump, nodes))


def _is_constant(node: ast.AST | None) -> bool:
    """Whether an expression is a constant, or a container of constants."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in _EMPTY and not node.args and not node.keywords
    return node is not None and all(isinstance(part, (ast.Constant, *_LITERALS)) for part in ast.walk(node))


def _computed(node: ast.AST, guarded: bool = False) -> Iterator[str]:
    """Yield what code computes, as texts in its order, without constants, guards and defaults.

    guarded: whether the node is all that a condition or handler does: it may leave with what there is.
    """
    node = _without_default(node)
    value = getattr(node, "value", None)
    if _is_neutral(node) or isinstance(node, (ast.Continue, ast.Break, ast.expr_context)):
        return
    if isinstance(node, ast.Return | ast.Assign | ast.AnnAssign) and _says_nothing(value):
        return
    if isinstance(node, ast.Return) and guarded and isinstance(value, ast.Name | ast.Attribute):
        return
    if _is_constant(node) and (guarded or _says_nothing(node)):
        return
    if isinstance(node, ast.Call):
        yield f"Call {len(node.args) - sum(map(_is_constant, node.args))}"
    elif isinstance(node, ast.comprehension):
        yield f"comprehension {len(node.ifs)}"
    elif not isinstance(node, _UNSAID):
        named = (getattr(node, field, "") for field in ("id", "attr", "arg", "name"))
        yield " ".join([type(node).__name__, *(one for one in named if isinstance(one, str))])
    alone = isinstance(node, ast.If | ast.ExceptHandler) and len(node.body) == 1
    for one in _parts(node):
        yield from _computed(one, alone)


def _says_nothing(node: ast.AST | None) -> bool:
    """Whether a value is absent or a constant, and no container of values that say something."""
    if isinstance(node, ast.Dict | ast.List | ast.Set | ast.Tuple):
        return _is_constant(node) and not any(isinstance(one, ast.Constant) and one.value for one in ast.walk(node))
    return node is None or _is_constant(node)


def _without_default(node: ast.AST) -> ast.AST:
    """The expression that a value is taken from where there is none in some cases: `x[k]` of `x.get(k, 0)`."""
    if isinstance(node, ast.IfExp) and (_is_constant(node.body) or _is_constant(node.orelse)):
        return _without_default(node.orelse if _is_constant(node.body) else node.body)
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or) and _is_constant(node.values[1]):
        return node.values[0]
    name = called(node) if isinstance(node, ast.Call) and node.args and all(map(_is_constant, node.args[1:])) else ""
    if name == "get" and isinstance(node.func, ast.Attribute):  # type: ignore[attr-defined]
        return ast.Subscript(node.func.value, node.args[0], ast.Load())  # type: ignore[attr-defined]
    if name == "getattr" and len(node.args) > 1 and isinstance(node.args[1], ast.Constant):  # type: ignore[attr-defined]
        return ast.Attribute(node.args[0], str(node.args[1].value), ast.Load())  # type: ignore[attr-defined]
    return node


def _parts(node: ast.AST) -> Iterable[ast.AST]:
    """The parts of a node that compute something."""
    if isinstance(node, ast.If):
        return [*node.body, *node.orelse]
    if isinstance(node, ast.ExceptHandler):
        return node.body
    if isinstance(node, ast.With):
        return [*(one for one in node.items if not _suppresses(one)), *node.body]
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        return [node.value, ast.keyword(repr(node.slice.value), node.slice)]
    if isinstance(node, ast.Dict):
        pairs = zip(node.keys, node.values, strict=True)
        return [ast.keyword(ast.unparse(key), one) if key else one for key, one in pairs]
    if isinstance(node, ast.Call):
        return [node.func, *node.args, *(one for one in node.keywords if one.arg != "default")]
    return ast.iter_child_nodes(node)


def _suppresses(item: ast.withitem) -> bool:
    return isinstance(item.context_expr, ast.Call) and called(item.context_expr) == "suppress"


def _silencing(tree: ast.Module, old: Scope, new: Scope, name: str) -> Silencing:
    """What a changed scope silences, with the variant, which is built in a copy of the tree."""
    varied = copy.deepcopy(tree)
    scope = dict(_scopes(varied))[name]
    lost = dict(_lost_keywords(old, new))
    off = frozenset(one for one, is_off in lost.items() if is_off)
    if isinstance(scope, FunctionNode) and isinstance(old, FunctionNode):
        _vary_function(scope, old, frozenset(lost), _leaves_out_calls_alone(old, new))
        return Silencing(*_shown(old, new), _with_code(varied), off)
    before, after = ([*map(ast.dump, _own_statements(one))] for one in (old, new))
    gone = [one for one in _own_statements(old) if ast.dump(one) not in after]
    changed = [one for one in _own_statements(new) if ast.dump(one) not in before]
    bound = sorted(names_bound_by(inner for one in [*gone, *changed] for inner in ast.walk(one)))
    given = names_bound_by(inner for one in new.body for inner in ast.walk(one))
    texts = [f"{one} = {OTHER}({one if one in given else None})" for one in bound]
    scope.body += [one for text in texts for one in python_code.parse(text).body]
    return Silencing(*_shown(old, new), _with_code(varied) if texts else "", off)


def _shown(old: Scope, new: Scope) -> tuple[int, str]:
    """The line of the first statement that is another one, and what it does, as a sentence."""
    was, now = ({_head(one): one for one in _inner_statements(scope)} for scope in (old, new))
    for head, one in now.items():
        if head not in was:
            return one.lineno, f"It goes on where it failed: `{_one_line(one)}`."
    line = getattr(new, "lineno", 1)
    gone = (f"It goes on where it failed, without `{_one_line(one)}`." for head, one in was.items() if head not in now)
    return line, next(gone, "It goes on where it failed.")


def _inner_statements(scope: Scope) -> list[ast.stmt]:
    found = [node for one in _own_statements(scope) for node in ast.walk(one) if isinstance(node, ast.stmt)]
    return sorted(found, key=lambda one: one.lineno)


def _head(stmt: ast.stmt) -> str:
    """What a statement does without the statements in it."""
    parts = (one.type if isinstance(one, ast.ExceptHandler) else one for one in ast.iter_child_nodes(stmt))
    said = (ast.dump(one) if one is not None else "" for one in parts if not isinstance(one, ast.stmt))
    return " ".join([type(stmt).__name__, *said])


def _one_line(stmt: ast.stmt) -> str:
    return " ".join(ast.unparse(stmt).split())[:80]


def _lost_keywords(old: ast.AST, new: ast.AST) -> Iterator[tuple[str, bool]]:
    """The arguments and keys that are gone, each with whether it asked for nothing, as `False` does in a table."""
    was, now = ({one.arg: False for one in ast.walk(scope) if isinstance(one, ast.keyword)} for scope in (old, new))
    yield from ((str(one), True) for one in was if one is not None and one not in now)
    tables = [[one for one in ast.walk(scope) if isinstance(one, ast.Dict)] for scope in (old, new)]
    keys = {ast.unparse(key) for one in tables[1] for key in one.keys if key}
    for key, value in ((key, value) for one in tables[0] for key, value in zip(one.keys, one.values, strict=True)):
        if isinstance(key, ast.Constant) and isinstance(key.value, str) and ast.unparse(key) not in keys:
            yield key.value, isinstance(value, ast.Constant) and not value.value


def _leaves_out_calls_alone(old: Scope, new: Scope) -> bool:
    """Whether all that is gone or newly guarded are calls for their effects."""
    was, now = (Counter(_plain_statements(_own_statements(one))) for one in (old, new))
    return bool(was - now) and all(said.startswith("Expr(value=Call") for said, _ in was - now)


def _plain_statements(body: Iterable[ast.AST], depth: int = 0) -> Iterator[tuple[str, int]]:
    """The statements of a block without blocks of their own, each with the number of blocks around it."""
    for one in body:
        inner = [part for part in ast.iter_child_nodes(one) if isinstance(part, ast.stmt | ast.ExceptHandler)]
        yield from _plain_statements(inner, depth + 1) if inner else [(ast.dump(one), depth)]


def _vary_function(function: _Function, old: _Function, lost: frozenset[str], effects: bool) -> None:
    """Have a function call its old code first, and come to another outcome where that fails."""
    yields = any(isinstance(one, ast.Yield | ast.YieldFrom) for one in own_nodes(function.body))
    waits = isinstance(function, ast.AsyncFunctionDef)
    if yields and waits:
        return
    args = function.args
    plain = [one.arg for one in (*args.posonlyargs, *args.args)]
    given = ", ".join([*plain, *([f"*{args.vararg.arg}"] if args.vararg else [])])
    named = [f"{one.arg!r}: {one.arg}" for one in args.kwonlyargs]
    named += [f"**{args.kwarg.arg}"] if args.kwarg else []
    call = (
        f"{OUTCOME}{'_awaited' * waits}(_testfix_old, _testfix_new, {'list' if yields else '(lambda value: value)'},"
        f" {sorted(lost)}, {effects}, [{given}], {{{', '.join(named)}}})"
    )
    text = f"yield from {call}" if yields else f"return {'await ' * waits}{call}"
    inner = [_inner_function(one, name) for one, name in ((old, "_testfix_old"), (function, "_testfix_new"))]
    spoken = function.body[:1] if ast.get_docstring(function, clean=False) is not None else []
    function.body = [*spoken, *inner, *python_code.parse(f"{'async ' * waits}def f():\n    {text}").body[0].body]  # type: ignore[attr-defined]


def _inner_function(function: _Function, name: str) -> _Function:
    """A function with the parameters and the body of another one, and no defaults: all of them are given."""
    made = copy.deepcopy(function)
    made.name, made.decorator_list, made.returns = name, [], None
    made.args.defaults, made.args.kw_defaults = [], [None] * len(made.args.kwonlyargs)
    for one in ast.walk(made.args):
        if isinstance(one, ast.arg):
            one.annotation = None
    return made


def _with_code(tree: ast.Module) -> str:
    """The text of a module with the helping functions inserted after `__future__` imports."""
    first = 1 if ast.get_docstring(tree, clean=False) is not None else 0
    while first < len(tree.body) and getattr(tree.body[first], "module", "") == "__future__":
        first += 1
    body = [*tree.body[:first], *python_code.parse(CODE).body, *tree.body[first:]]
    return ast.unparse(ast.fix_missing_locations(ast.Module(body, [])))
