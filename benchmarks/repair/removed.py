"""Mutations that remove code: what a hurried author forgets to write."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence

from benchmarks.repair.mutation import Mutation, Place
from testfix_pipeline.core.code_view import called
from testfix_pipeline.core.python_code import FunctionNode, argument_names, assignment_targets
from testfix_pipeline.repair.languages.python.source import blocks

JUMPS = (ast.Return, ast.Raise, ast.Continue, ast.Break)
WRAPPERS = {"str", "int", "float", "bool", "list", "tuple", "set", "dict", "sorted", "reversed", "abs", "iter", "repr",
            "frozenset", "round", "bytes", "copy", "deepcopy", "escape", "enumerate"}  # fmt: skip
CLEANING = {"strip", "lstrip", "rstrip", "lower", "upper", "copy", "encode", "decode", "splitlines", "casefold",
            "items", "title", "capitalize", "keys", "values", "format", "replace"}  # fmt: skip


def removals(place: Place) -> Iterator[Mutation]:
    """All removals at one node."""
    node = place.node
    if isinstance(node, ast.stmt):
        yield from _statement(place, node)
    for kind, propose in PROPOSALS:
        if isinstance(node, kind):
            yield from propose(place, node)


def without(place: Place, stmts: Sequence[ast.stmt], kind: str) -> Iterator[Mutation]:
    """The lines of statements that stand below each other; `pass` where nothing else would be left in the block."""
    source = place.source
    if not all(source.owns_line(stmt) for stmt in stmts):
        return
    start, end = source.block(stmts[0])[0], source.block(stmts[-1])[1]
    block = _block(place, stmts[0])
    new = f"{source.indent(stmts[0])}pass\n" if len(block) == len(stmts) else ""
    yield place.cut(start, end, new, kind)


def _block(place: Place, stmt: ast.stmt) -> list[ast.stmt]:
    parent = place.source.parents[stmt]
    return next((block for block in blocks(parent) if stmt in block), [stmt])


def _statement(place: Place, node: ast.stmt) -> Iterator[Mutation]:
    called = isinstance(node, ast.Expr) and isinstance(node.value, (ast.Call, ast.Await))
    kept = isinstance(node, (ast.Assign, ast.AnnAssign)) and any(
        isinstance(target, (ast.Attribute, ast.Subscript)) for target in assignment_targets(node)
    )
    if place.function is not None and (called or kept or isinstance(node, (ast.AugAssign, ast.Delete))):
        yield from without(place, [node], "removed statement")
    elif _rebinds(place, node):
        yield from without(place, [node], "removed reassignment")
    elif isinstance(node, (ast.Continue, ast.Break)):
        yield from without(place, [node], "removed jump")


def _rebinds(place: Place, node: ast.stmt) -> bool:
    """`x = ...` of a variable that has a value already."""
    if place.function is None or not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
        return False
    name = node.targets[0].id
    before = argument_names(place.function.args)
    for other in ast.walk(place.function):
        if isinstance(other, ast.Name) and isinstance(other.ctx, ast.Store) and other.lineno < node.lineno:
            before.add(other.id)
    return name in before


def _conditional(place: Place, node: ast.If) -> Iterator[Mutation]:
    """Guards, single conditional actions, branches of chains, else branches, and conditions around kept actions."""
    is_elif = _is_elif(place, node)
    short = len(node.body) <= 3
    if not is_elif and not node.orelse and short and place.function is not None:
        kind = "removed guard" if isinstance(node.body[-1], JUMPS) else "removed conditional action"
        yield from without(place, [node], kind)
        yield from _unconditional(place, node)
    if is_elif:
        yield from _chain_branch(place, node)
    elif node.orelse and short:
        yield from _first_branch(place, node)
    if node.orelse and not _has_elif(place, node) and len(node.orelse) <= 3:
        start, end = _line_after(place, node.body[-1]), place.source.block(node.orelse[-1])[1]
        yield place.cut(start, end, "", "removed else branch")


def _unconditional(place: Place, node: ast.If) -> Iterator[Mutation]:
    """The condition forgotten, its single action kept."""
    source, only = place.source, node.body[0]
    if len(node.body) == 1 and source.owns_line(only) and source.owns_line(node) and not isinstance(only, JUMPS):
        start, end = source.block(node)
        text = source.segment(only)
        if "\n" not in text:
            yield place.cut(start, end, f"{source.indent(node)}{text}\n", "removed condition")


def _is_elif(place: Place, node: ast.If) -> bool:
    return place.source.text.startswith("elif", place.source.span(node)[0])


def _has_elif(place: Place, node: ast.If) -> bool:
    return len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If) and _is_elif(place, node.orelse[0])


def _line_after(place: Place, stmt: ast.stmt) -> int:
    return place.source.block(stmt)[1]


def _chain_branch(place: Place, node: ast.If) -> Iterator[Mutation]:
    """An elif with its block; what follows it (another elif, an else) stays."""
    start = place.source.line_starts[node.lineno - 1]
    yield place.cut(start, _line_after(place, node.body[-1]), "", "removed branch")


def _first_branch(place: Place, node: ast.If) -> Iterator[Mutation]:
    """`if A: x elif B: y` without its first branch becomes `if B: y`."""
    if _has_elif(place, node):
        start, then = place.source.span(node)[0], place.source.span(node.orelse[0])[0] + len("el")
        yield place.cut(start, then, "", "removed branch")


def _returned(place: Place, node: ast.Return) -> Iterator[Mutation]:
    if node.value is None or (isinstance(node.value, ast.Constant) and node.value.value is None):
        return
    yield place.replace(node, place.text(node.value), "removed return")
    if len(_block(place, node)) > 1:
        yield from without(place, [node], "removed return value")


def _operand(place: Place, node: ast.BoolOp) -> Iterator[Mutation]:
    yield from _elements(place, node.values, "removed operand", False)


def _term(place: Place, node: ast.BinOp) -> Iterator[Mutation]:
    if isinstance(node.op, (ast.Add, ast.Sub, ast.Mult, ast.BitOr)):
        yield place.replace(node, place.text(node.left), "removed term")
        if not isinstance(node.op, ast.Sub):
            yield place.replace(node, place.text(node.right), "removed term")


def _elements(place: Place, nodes: Sequence[ast.AST], kind: str, only_last: bool) -> Iterator[Mutation]:
    """One of several nodes in a row, with the separator beside it."""
    spans = [place.source.span(node) for node in nodes]
    for position in range(len(nodes)):
        if only_last and position < len(nodes) - 1:
            continue
        if position:
            yield place.cut(spans[position - 1][1], spans[position][1], "", kind)
        elif len(nodes) > 1:
            yield place.cut(spans[0][0], spans[1][0], "", kind)


def _call(place: Place, node: ast.Call) -> Iterator[Mutation]:
    parts: list[ast.AST] = sorted([*node.args, *node.keywords], key=lambda part: place.source.span(part)[0])
    whole = place.source.span(node)
    for position, part in enumerate(parts):
        keyword = isinstance(part, ast.keyword)
        kind = "removed keyword argument" if keyword else "removed argument"
        if not keyword and (part is not node.args[-1] or isinstance(part, ast.Starred)):
            continue
        start, end = place.source.span(part)
        if position:
            yield place.cut(place.source.span(parts[position - 1])[1], end, "", kind)
        elif len(parts) > 1:
            yield place.cut(start, place.source.span(parts[1])[0], "", kind)
        elif keyword:
            yield place.cut(start, whole[1], ")", kind)
    yield from _wrapper(place, node)


def _wrapper(place: Place, node: ast.Call) -> Iterator[Mutation]:
    name = called(node)
    if name in WRAPPERS and len(node.args) == 1 and not node.keywords:
        yield place.replace(node, place.text(node.args[0]), "removed wrapper call")
    elif isinstance(node.func, ast.Attribute) and name in CLEANING:
        yield place.replace(node, place.text(node.func.value), "removed method call")


def _table(place: Place, node: ast.List | ast.Tuple | ast.Set) -> Iterator[Mutation]:
    load = not isinstance(node, (ast.List, ast.Tuple)) or isinstance(node.ctx, ast.Load)
    if load and len(node.elts) >= 3:
        yield from _elements(place, node.elts, "removed table entry", False)


def _entries(place: Place, node: ast.Dict) -> Iterator[Mutation]:
    pairs = [(key, value) for key, value in zip(node.keys, node.values, strict=True) if key is not None]
    if len(pairs) < 2 or len(pairs) < len(node.keys):
        return
    spans = [(place.source.span(key)[0], place.source.span(value)[1]) for key, value in pairs]
    for position, (start, end) in enumerate(spans):
        if position:
            yield place.cut(spans[position - 1][1], end, "", "removed table entry")
        else:
            yield place.cut(start, spans[1][0], "", "removed table entry")


def _definition(place: Place, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Iterator[Mutation]:
    for decorator in node.decorator_list:
        begin = place.source.line_starts[decorator.lineno - 1]
        end = place.source.text.find("\n", place.source.span(decorator)[1]) + 1
        if end > 0 and not ast.unparse(decorator).endswith("overload"):
            yield place.cut(begin, end, "", "removed decorator")
    if isinstance(node, FunctionNode) and node.args.defaults:
        plain = [*node.args.posonlyargs, *node.args.args]
        argument = plain[len(plain) - len(node.args.defaults)]
        start, end = place.source.span(argument)[1], place.source.span(node.args.defaults[0])[1]
        yield place.cut(start, end, "", "removed default")


def _awaited(place: Place, node: ast.Await) -> Iterator[Mutation]:
    yield place.replace(node, place.text(node.value), "removed await")


def _filters(place: Place, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> Iterator[Mutation]:
    for generator in node.generators:
        before: ast.AST = generator.iter
        for condition in generator.ifs:
            start, end = place.source.span(before)[1], place.source.span(condition)[1]
            gap = place.source.text[start : place.source.span(condition)[0]]
            if gap.split() == ["if"]:
                yield place.cut(start, end, "", "removed loop filter")
            before = condition


def _handlers(place: Place, node: ast.ExceptHandler) -> Iterator[Mutation]:
    if isinstance(node.type, ast.Tuple):
        names = [place.text(name) for name in node.type.elts]
        for position in range(len(names)):
            rest = names[:position] + names[position + 1 :]
            new = rest[0] if len(rest) == 1 else f"({', '.join(rest)})"
            yield place.replace(node.type, new, "removed exception type")


def _attempt(place: Place, node: ast.Try) -> Iterator[Mutation]:
    """`try` around a single statement, forgotten."""
    source, only = place.source, node.body[0]
    if len(node.body) == 1 and not node.orelse and not node.finalbody and source.owns_line(only):
        text = source.segment(only)
        if "\n" not in text:
            start, end = source.block(node)
            yield place.cut(start, end, f"{source.indent(node)}{text}\n", "removed exception handler")


PROPOSALS: tuple[tuple[type[ast.AST] | tuple[type[ast.AST], ...], Callable[..., Iterator[Mutation]]], ...] = (
    (ast.If, _conditional), (ast.Return, _returned), (ast.BoolOp, _operand), (ast.BinOp, _term), (ast.Call, _call),
    ((ast.List, ast.Tuple, ast.Set), _table), (ast.Dict, _entries),
    ((ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef), _definition), (ast.Await, _awaited),
    ((ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp), _filters), (ast.ExceptHandler, _handlers),
    (ast.Try, _attempt),
)  # fmt: skip
