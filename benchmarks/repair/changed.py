"""Mutations that change tokens: a wrong operator, constant, name, attribute, argument, bound, type, jump."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from benchmarks.repair.mutation import Mutation, Place
from testfix_pipeline.core.python_code import argument_names

COMPARISONS = {"<": ("<=", ">"), "<=": ("<", ">="), ">": (">=", "<"), ">=": (">", "<="), "==": ("!=",), "!=": ("==",),
               "in": ("not in",), "not in": ("in",), "is": ("is not",), "is not": ("is",)}  # fmt: skip
SIGNS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
    ast.In: "in", ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not",
}  # fmt: skip
OPERATORS: dict[type[ast.operator], tuple[str, tuple[str, ...]]] = {
    ast.Add: ("+", ("-",)), ast.Sub: ("-", ("+",)), ast.Mult: ("*", ("+", "/")), ast.Div: ("/", ("//", "*")),
    ast.FloorDiv: ("//", ("/",)), ast.Mod: ("%", ("//",)), ast.BitAnd: ("&", ("|",)), ast.BitOr: ("|", ("&",)),
    ast.LShift: ("<<", (">>",)), ast.RShift: (">>", ("<<",)), ast.Pow: ("**", ("*",)),
}  # fmt: skip
ALIKE = (
    ("append", "extend"), ("startswith", "endswith"), ("lower", "upper"), ("lstrip", "rstrip"), ("strip", "lstrip"),
    ("min", "max"), ("any", "all"), ("find", "rfind"), ("index", "rindex"), ("split", "rsplit"), ("keys", "values"),
    ("values", "items"), ("add", "discard"), ("partition", "rpartition"), ("isdigit", "isalpha"), ("ljust", "rjust"),
    ("setdefault", "get"), ("update", "setdefault"), ("match", "search"), ("popleft", "pop"), ("union", "intersection"),
    ("floor", "ceil"), ("list", "set"), ("tuple", "list"), ("int", "float"), ("str", "repr"), ("sorted", "list"),
    ("issubclass", "isinstance"), ("hasattr", "getattr"), ("get", "pop"), ("title", "capitalize"), ("sum", "max"),
)  # fmt: skip
ERRORS = ("KeyError", "IndexError", "ValueError", "TypeError", "AttributeError")


def changes(place: Place) -> Iterator[Mutation]:
    """All token changes at one node."""
    node = place.node
    for kind, propose in PROPOSALS:
        if isinstance(node, kind):
            yield from propose(place, node)


def _between(place: Place, left: ast.AST, right: ast.AST, old: str, new: str, kind: str) -> Iterator[Mutation]:
    """The operator that stands between two nodes, replaced."""
    start, end = place.source.span(left)[1], place.source.span(right)[0]
    gap = place.source.text[start:end]
    if gap.count(old) == 1 and "#" not in gap:
        at = start + gap.index(old)
        yield place.cut(at, at + len(old), new, kind)


def _compare(place: Place, node: ast.Compare) -> Iterator[Mutation]:
    sides = [node.left, *node.comparators]
    for position, operator in enumerate(node.ops):
        old = SIGNS[type(operator)]
        for new in COMPARISONS[old]:
            yield from _between(place, sides[position], sides[position + 1], old, new, "compare operator")


def _arithmetic(place: Place, node: ast.BinOp) -> Iterator[Mutation]:
    old, others = OPERATORS.get(type(node.op), ("", ()))
    text = isinstance(node.op, ast.Mod) and isinstance(node.left, (ast.Constant, ast.JoinedStr))
    for new in () if text else others:
        yield from _between(place, node.left, node.right, old, new, "arithmetic operator")


def _augmented(place: Place, node: ast.AugAssign) -> Iterator[Mutation]:
    old, others = OPERATORS.get(type(node.op), ("", ()))
    for new in (*(f"{other}=" for other in others), "="):
        yield from _between(place, node.target, node.value, f"{old}=", new, "augmented assignment")


def _boolean(place: Place, node: ast.BoolOp) -> Iterator[Mutation]:
    old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
    for left, right in zip(node.values, node.values[1:], strict=False):
        yield from _between(place, left, right, old, new, "boolean operator")


def _negation(place: Place, node: ast.UnaryOp) -> Iterator[Mutation]:
    if isinstance(node.op, ast.Not):
        yield place.replace(node, place.text(node.operand), "negation")
    elif isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
        yield place.replace(node, place.text(node.operand), "sign")


def _condition(place: Place, node: ast.If | ast.While | ast.IfExp) -> Iterator[Mutation]:
    simple = isinstance(node.test, (ast.Name, ast.Attribute, ast.Call, ast.Subscript))
    if simple:
        yield place.replace(node.test, f"not {place.text(node.test)}", "negation")


def _branches(place: Place, node: ast.IfExp) -> Iterator[Mutation]:
    start, end = place.source.span(node)
    test, body, other = place.text(node.test), place.text(node.body), place.text(node.orelse)
    yield place.cut(start, end, f"{other} if {test} else {body}", "branches swapped")


def _constant(place: Place, node: ast.Constant) -> Iterator[Mutation]:
    value = node.value
    if isinstance(value, bool):
        yield place.replace(node, str(not value), "constant flag")
    elif isinstance(value, int):
        for new in (value + 1, value - 1):
            yield place.replace(node, str(new), "constant number")
    elif isinstance(value, float):
        yield place.replace(node, repr(value * 10), "constant number")
    elif isinstance(value, str) and place.text(node) in (f"'{value}'", f'"{value}"'):
        yield from _string(place, node, value)


def _string(place: Place, node: ast.Constant, value: str) -> Iterator[Mutation]:
    quote = place.text(node)[0]
    others = [value[:-1], value[1:], value.swapcase(), value + " "] if value else [" "]
    for new in others:
        if new != value:
            yield place.replace(node, f"{quote}{new}{quote}", "constant text")


def _name(place: Place, node: ast.Name) -> Iterator[Mutation]:
    """Another variable of the same function; a function that is easily mixed up with this one."""
    if not isinstance(node.ctx, ast.Load):
        return
    yield from (place.replace(node, new, "function name") for new in _alike(node.id))
    if place.function is None or node.id in ("self", "cls"):
        return
    known = _variables(place.function, place.stmt)
    if node.id in known:
        for other in sorted(known - {node.id, "self", "cls", "_"}):
            yield place.replace(node, other, "variable name")


def _alike(name: str) -> Iterator[str]:
    for one, other in ALIKE:
        if name in (one, other):
            yield other if name == one else one


def _variables(function: ast.FunctionDef | ast.AsyncFunctionDef, stmt: ast.stmt) -> set[str]:
    """Parameters and variables that are bound above a statement."""
    names = argument_names(function.args)
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.lineno < stmt.lineno:
            names.add(node.id)
    return names


def _attribute(place: Place, node: ast.Attribute) -> Iterator[Mutation]:
    """Another attribute that the same object has elsewhere in the class or file; a method that is easily mixed up."""
    end = place.source.span(node)[1]
    start = end - len(node.attr)
    for new in _alike(node.attr):
        yield place.cut(start, end, new, "method name")
    owner = ast.unparse(node.value)
    others = set()
    for other in ast.walk(place.source.tree):
        if isinstance(other, ast.Attribute) and other.attr != node.attr and type(other.ctx) is type(node.ctx):
            called = place.source.is_called(other) == place.source.is_called(node)
            if called and isinstance(other.value, ast.Name) and other.value.id == owner:
                others.add(other.attr)
    for new in sorted(others):
        yield place.cut(start, end, new, "attribute name")


def _call(place: Place, node: ast.Call) -> Iterator[Mutation]:
    plain = [argument for argument in node.args if not isinstance(argument, ast.Starred)]
    if len(plain) == len(node.args):
        for left, right in zip(node.args, node.args[1:], strict=False):
            start, end = place.source.span(left)[0], place.source.span(right)[1]
            gap = place.source.text[place.source.span(left)[1] : place.source.span(right)[0]]
            if place.text(left) != place.text(right):
                new = f"{place.text(right)}{gap}{place.text(left)}"
                yield place.cut(start, end, new, "arguments swapped")
    if isinstance(node.func, ast.Name) and node.func.id in ("len", "range") and node.args:
        last = node.args[0] if node.func.id == "len" else node.args[-1]
        whole = node if node.func.id == "len" else last
        yield place.replace(whole, f"{place.text(whole)} - 1", "off by one")
        yield place.replace(whole, f"{place.text(whole)} + 1", "off by one")


def _slice(place: Place, node: ast.Subscript) -> Iterator[Mutation]:
    part = node.slice
    if isinstance(part, ast.Slice) and part.step is None:
        lower, upper = (place.text(side) if side else "" for side in (part.lower, part.upper))
        for new_lower, new_upper in (
            (upper, lower),
            (lower and f"{lower} + 1", upper),
            (lower, upper and f"{upper} - 1"),
        ):
            if (new_lower, new_upper) != (lower, upper):
                yield place.replace(part, f"{new_lower}:{new_upper}", "slice bounds")
    elif isinstance(part, (ast.Name, ast.BinOp)) and isinstance(node.ctx, ast.Load):
        yield place.replace(part, f"{place.text(part)} - 1", "off by one")


def _jump(place: Place, node: ast.Break | ast.Continue) -> Iterator[Mutation]:
    new = "continue" if isinstance(node, ast.Break) else "break"
    yield place.replace(node, new, "jump")


def _handler(place: Place, node: ast.ExceptHandler) -> Iterator[Mutation]:
    if isinstance(node.type, ast.Name) and node.type.id in ERRORS:
        for other in ERRORS:
            if other != node.type.id:
                yield place.replace(node.type, other, "exception type")


def _returned(place: Place, node: ast.Return) -> Iterator[Mutation]:
    if isinstance(node.value, ast.Constant) and node.value.value is None:
        yield place.replace(node.value, "False", "constant flag")


PROPOSALS: tuple[tuple[type[ast.AST] | tuple[type[ast.AST], ...], Callable[..., Iterator[Mutation]]], ...] = (
    (ast.Compare, _compare), (ast.BinOp, _arithmetic), (ast.AugAssign, _augmented), (ast.BoolOp, _boolean),
    (ast.UnaryOp, _negation), ((ast.If, ast.While, ast.IfExp), _condition), (ast.IfExp, _branches),
    (ast.Constant, _constant), (ast.Name, _name), (ast.Attribute, _attribute), (ast.Call, _call),
    (ast.Subscript, _slice), ((ast.Break, ast.Continue), _jump), (ast.ExceptHandler, _handler),
    (ast.Return, _returned),
)  # fmt: skip
