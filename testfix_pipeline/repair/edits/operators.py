"""Wrong operators: comparison, arithmetic, bits, augmented, and/or, negation, swapped or dropped operands."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator

from testfix_pipeline.core.code_view import called, last_name
from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.edits.traces import empty_kind
from testfix_pipeline.repair.source import own_nodes

ORDERINGS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
EITHER = 0.3
"""How likely `a < 0 or b < 0` asks whether just one of both is."""
COMPARE: dict[type[ast.AST], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.Is: "is",
    ast.IsNot: "is not",
}
# What an operator is most often mistaken for, with the prior of putting it right.
COMPARE_SWAPS: dict[str, list[tuple[str, float]]] = {
    "<": [("<=", 0.95), (">", 0.7), (">=", 0.5), ("!=", 0.3), ("==", 0.25)],
    "<=": [("<", 0.95), (">=", 0.7), (">", 0.5), ("==", 0.3), ("!=", 0.25)],
    ">": [(">=", 0.95), ("<", 0.7), ("<=", 0.5), ("!=", 0.3), ("==", 0.25)],
    ">=": [(">", 0.95), ("<=", 0.7), ("<", 0.5), ("==", 0.3), ("!=", 0.25)],
    "==": [("!=", 0.8), ("is", 0.3), ("in", 0.35), ("<=", 0.35), (">=", 0.35), ("<", 0.3), (">", 0.3)],
    "!=": [("==", 0.8), ("is not", 0.3), ("not in", 0.35), (">", 0.3), ("<", 0.3), (">=", 0.25), ("<=", 0.25)],
    "in": [("not in", 0.8), ("==", 0.35)],
    "not in": [("in", 0.8), ("!=", 0.35)],
    "is": [("is not", 0.8), ("==", 0.45)],
    "is not": [("is", 0.8), ("!=", 0.45)],
}
BINARY: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.MatMult: "@",
}
BINARY_SWAPS: dict[str, list[tuple[str, float]]] = {
    "+": [("-", 0.85), ("*", 0.4), ("/", 0.15), ("|", 0.15)],
    "-": [("+", 0.85), ("*", 0.25), ("%", 0.2), ("/", 0.25)],
    "*": [("/", 0.5), ("+", 0.5), ("**", 0.35), ("//", 0.3), ("-", 0.25), ("%", 0.15)],
    "/": [("//", 0.7), ("*", 0.55), ("%", 0.35), ("-", 0.25)],
    "//": [("/", 0.7), ("%", 0.6), ("*", 0.35)],
    "%": [("//", 0.6), ("/", 0.4), ("*", 0.25), ("+", 0.2), ("-", 0.2)],
    "**": [("*", 0.6), ("+", 0.25)],
    "<<": [(">>", 0.8)],
    ">>": [("<<", 0.8)],
    "&": [("|", 0.8), ("^", 0.5), ("-", 0.35), ("+", 0.1)],
    "|": [("&", 0.8), ("^", 0.5), ("+", 0.25), ("-", 0.25)],
    "^": [("|", 0.5), ("&", 0.5), ("**", 0.4), ("-", 0.15)],
    "@": [("*", 0.5)],
}


def find_token(text: str, start: int, end: int, pattern: str) -> tuple[int, int] | None:
    """Where the pattern stands between two operands, comments left out."""
    plain = re.sub(r"#[^\n]*", lambda m: " " * len(m.group()), text[start:end])
    match = re.search(pattern, plain)
    return (start + match.start(), start + match.end()) if match else None


def _operator(target: Target, left: ast.expr, right: ast.expr, symbol: str) -> tuple[int, int] | None:
    start, end = target.source.span(left)[1], target.source.span(right)[0]
    pattern = r"\s+".join(re.escape(word) for word in symbol.split())
    return find_token(target.source.text, start, end, rf"\b{pattern}\b" if symbol[0].isalpha() else pattern)


def compare(target: Target) -> Iterator[Edit]:
    for node in target.expressions(ast.Compare):
        assert isinstance(node, ast.Compare)
        for left, op, right in zip([node.left, *node.comparators], node.ops, node.comparators, strict=False):
            symbol = COMPARE[type(op)]
            where = _operator(target, left, right, symbol)
            for new, prior in COMPARE_SWAPS[symbol]:
                if where is not None:
                    yield target.splice(*where, new, "compare.operator", prior, f"`{symbol}` -> `{new}`")


OF_TEXT = ("+", "*")


def arithmetic(target: Target) -> Iterator[Edit]:
    for node in target.expressions(ast.BinOp):
        assert isinstance(node, ast.BinOp)
        symbol = BINARY[type(node.op)]
        where = _operator(target, node.left, node.right, symbol)
        if where is None or (symbol == "%" and _is_text(node.left)):
            continue
        text = _is_text(node.left) or _is_text(node.right)
        of_sets = symbol == "-" and (_is_set(node.left) or _is_set(node.right))
        for new, prior in SET_SWAPS if of_sets else BINARY_SWAPS[symbol]:
            if not text or new in OF_TEXT:
                yield target.splice(*where, new, "arithmetic.operator", prior, f"`{symbol}` -> `{new}`")


def roundings(target: Target) -> Iterator[Edit]:
    """A division rounded the other way: up instead of down, to the nearest instead of towards zero."""
    for node in target.expressions(ast.BinOp):
        assert isinstance(node, ast.BinOp)
        one_more = isinstance(node.op, ast.Add) and getattr(node.right, "value", None) == 1
        if one_more and isinstance(node.left, ast.BinOp) and isinstance(node.left.op, ast.FloorDiv):
            left, right = wrapped(target, node.left.left), wrapped(target, node.left.right)
            yield target.replace(node, f"-(-{left} // {right})", "rounding", 0.25, "rounded up, where there is a rest")
        if isinstance(node.op, ast.FloorDiv):
            left, right = wrapped(target, node.left), wrapped(target, node.right)
            yield target.replace(node, f"-(-{left} // {right})", "rounding", 0.25, "rounded up")
            yield target.replace(node, f"round({left} / {right})", "rounding", 0.2, "rounded to the nearest")
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        if getattr(node.func, "id", "") == "int" and len(node.args) == 1 and isinstance(node.args[0], ast.BinOp):
            yield target.replace(node.func, "round", "rounding", 0.3, "rounded to the nearest")


SET_SWAPS = [("&", 0.6), ("|", 0.5), ("^", 0.4)]


def _is_set(node: ast.expr) -> bool:
    kinds = isinstance(node, (ast.Set, ast.SetComp))
    return kinds or (isinstance(node, ast.Call) and last_name(node.func) in ("set", "frozenset", "keys"))


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes)))


def augmented(target: Target) -> Iterator[Edit]:
    stmt = target.stmt
    if isinstance(stmt, ast.AugAssign):
        symbol = BINARY[type(stmt.op)]
        start, end = target.source.span(stmt.target)[1], target.source.span(stmt.value)[0]
        where = find_token(target.source.text, start, end, re.escape(symbol) + "=")
        if where:
            for new, prior in BINARY_SWAPS[symbol]:
                yield target.splice(*where, new + "=", "augmented.operator", prior, f"`{symbol}=` -> `{new}=`")
            yield target.splice(*where, "=", "augmented.operator", 0.45, f"`{symbol}=` -> `=`")
    elif isinstance(stmt, ast.Assign) and len(stmt.targets) == 1:
        start, end = target.source.span(stmt.targets[0])[1], target.source.span(stmt.value)[0]
        where = find_token(target.source.text, start, end, "=")
        known = isinstance(stmt.targets[0], (ast.Name, ast.Attribute, ast.Subscript))
        usual = GATHERED.get(_begun_as(target, stmt), "")
        if not known or where is None:
            return
        share = OF_CONDITION if is_boolean(stmt.value) else 1.0
        for new, prior in (("+=", 0.3), ("-=", 0.12), ("*=", 0.08), ("|=", 0.08)):
            prior = LIKELY_GATHERED if new == usual else share * prior
            yield target.splice(*where, new, "augmented.operator", prior, f"`=` -> `{new}`")


def is_boolean(node: ast.expr) -> bool:
    """Whether an expression can give nothing but True or False, by its form. (`asks` minds what is meant as a
    condition: one part that asks is enough there.)"""
    if isinstance(node, ast.BoolOp):
        return all(is_boolean(part) for part in node.values)
    if isinstance(node, ast.Call):
        return getattr(node.func, "id", "") in ("any", "all", "isinstance", "bool")
    negated = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    return negated or isinstance(node, ast.Compare) or (isinstance(node, ast.Constant) and type(node.value) is bool)


ASKING = {"isinstance", "issubclass", "hasattr", "callable", "any", "all", "bool"}
ASKING_METHODS = re.compile(
    r"(start|end)swith|is_[a-z_]+|has_[a-z_]+|is(alnum|alpha|digit|lower|upper|space|subset|superset|disjoint)"
)


def asks(node: ast.expr) -> bool:
    """Whether an expression is a condition by itself: True or False is what comes out."""
    if isinstance(node, ast.BoolOp):
        return any(asks(value) for value in node.values)
    if isinstance(node, ast.Call):
        named = isinstance(node.func, ast.Name)
        return called(node) in ASKING if named else bool(ASKING_METHODS.fullmatch(called(node)))
    return isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))


OF_CONDITION = 0.3
"""How much less a condition is added up, where nothing says that it is counted."""


GATHERED = {"list": "+=", "str": "+=", "int": "+=", "float": "+=", "set": "|=", "dict": "|="}
LIKELY_GATHERED = 0.6
"""How likely a variable is to be added to that the function set to nothing, or to a number, before."""


def _begun_as(target: Target, stmt: ast.Assign) -> str:
    """What else the function sets the variable to: an empty container, a set or a constant; the name of its type."""
    place = ast.dump(stmt.targets[0])
    for node in ast.walk(target.function.node) if target.function else ():
        if not isinstance(node, (ast.Assign, ast.AnnAssign)) or node is stmt or node.value is None:
            continue
        if ast.dump(node.targets[0] if isinstance(node, ast.Assign) else node.target) == place:
            value = node.value
            kind = type(value.value).__name__ if isinstance(value, ast.Constant) else empty_kind(value)
            kind = "set" if isinstance(value, (ast.Set, ast.SetComp)) else kind
            if kind in GATHERED:
                return kind
    return ""


def boolean(target: Target) -> Iterator[Edit]:
    for node in target.expressions(ast.BoolOp):
        assert isinstance(node, ast.BoolOp)
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        spans = [_operator(target, a, b, old) for a, b in zip(node.values, node.values[1:], strict=False)]
        found = [span for span in spans if span]
        for number, (start, end) in enumerate(found):
            prior = 0.85 if len(found) == 1 else 0.5
            yield target.splice(start, end, new, "boolean.operator", prior, f"`{old}` -> `{new}` ({number + 1})")
        if len(found) > 1:
            more = tuple((start, end, new) for start, end in found[1:])
            yield Edit(target.source.path, *found[0], new, "boolean.operator", 0.6, node.lineno, "all", more)
        yield from _either(target, node)


def _either(target: Target, node: ast.BoolOp) -> Iterator[Edit]:
    """One of two comparisons and not the other for one or both; one as the other for both."""
    if len(node.values) == 2 and all(isinstance(value, ast.Compare) for value in node.values):
        sign = "!=" if isinstance(node.op, ast.Or) else "=="
        text = f" {sign} ".join(f"({target.text(value)})" for value in node.values)
        inside = isinstance(target.source.parents[node], (ast.BoolOp, ast.UnaryOp, ast.Compare))
        yield target.replace(node, f"({text})" if inside else text, "boolean.operator", EITHER, f"`{sign}` of both")


def negation(target: Target) -> Iterator[Edit]:
    for node in target.expressions(ast.UnaryOp):
        assert isinstance(node, ast.UnaryOp)
        inner = wrapped(target, node.operand)
        if isinstance(node.op, ast.Not):
            yield target.replace(node, inner, "negation", 0.75, "`not` removed")
        elif isinstance(node.op, (ast.USub, ast.Invert)):
            yield target.replace(node, inner, "sign", 0.6, "sign removed")
        elif isinstance(node.op, ast.UAdd):
            yield target.replace(node, f"-{inner}", "sign", 0.5, "sign turned")
    for node in _conditions(target):
        if not isinstance(node, (ast.Compare, ast.UnaryOp)) or _is_chain(node):
            prior = 0.35 if isinstance(node, ast.BoolOp) else 0.6
            yield target.replace(node, f"not {wrapped(target, node)}", "negation", prior, "`not` added")
    for node in target.expressions(ast.Name, ast.Attribute, ast.Subscript, ast.Call):
        if _of_each(target, node) or (isinstance(target.source.parents[node], KEEPING) and asks(node)):
            yield target.replace(node, f"not {target.text(node)}", "negation", 0.5, "`not` added")


KEEPING = (ast.Assign, ast.AnnAssign, ast.Call, ast.keyword, ast.Lambda, ast.ListComp, ast.Tuple, ast.Dict)
"""Where a truth value may stand that is kept, handed on, or answered for each."""


def _of_each(target: Target, node: ast.expr) -> bool:
    """Whether it is what `any` or `all` asks of each element."""
    made = target.source.parents[node]
    if not isinstance(made, (ast.GeneratorExp, ast.ListComp)) or made.elt is not node:
        return False
    call = target.source.parents[made]
    return isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("any", "all")


def _is_chain(node: ast.expr) -> bool:
    return isinstance(node, ast.Compare) and len(node.ops) > 1


def _conditions(target: Target) -> Iterator[ast.expr]:
    """Every expression that is asked whether it is true: tests, operands of and/or, filters, boolean returns."""
    stmt = target.stmt
    for node in own_conditions(stmt):
        if target.source.is_real(node):
            yield node
            if isinstance(node, ast.BoolOp):
                yield from (value for value in node.values if target.source.is_real(value))


def own_conditions(stmt: ast.stmt) -> Iterator[ast.expr]:
    """Tests of the statement itself and of conditional expressions and comprehensions in it."""
    for node in own_nodes(stmt):
        if isinstance(node, (ast.If, ast.While, ast.IfExp, ast.Assert)):
            yield node.test
        elif isinstance(node, ast.comprehension):
            yield from node.ifs
        elif isinstance(node, ast.Return) and isinstance(node.value, (ast.Call, ast.BoolOp, ast.Name, ast.Attribute)):
            yield node.value
        elif isinstance(node, ast.match_case) and node.guard:
            yield node.guard


def parts_asked(stmt: ast.stmt) -> list[ast.expr]:
    """The conditions of a statement and a comparison that it binds or answers, those joined by `and` or `or` one by
    one."""
    value = getattr(stmt, "value", None)
    asked = [*own_conditions(stmt), *([value] if isinstance(value, ast.Compare) else [])]
    return list(dict.fromkeys(part for one in asked for part in (one.values if isinstance(one, ast.BoolOp) else [one])))


BOUNDED_BELOW = 0.3
"""How likely a bound lacks its minus: `balance < -limit`."""


def minus(target: Target) -> Iterator[Edit]:
    """A missing minus sign before an operand, an argument or a returned value."""
    for node in target.expressions(ast.Name, ast.Attribute, ast.Call, ast.Subscript):
        parent = target.source.parents[node]
        if isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del)):
            continue
        if isinstance(parent, (ast.Return, ast.BinOp, ast.Compare, ast.Slice)) or _is_key(parent):
            prior = BOUNDED_BELOW if _is_bound(parent, node) else 0.14
            yield target.replace(node, f"-{target.text(node)}", "sign", prior, "minus added")
        elif isinstance(node, (ast.Name, ast.Attribute)) and _is_handed_on(parent, node):
            yield target.replace(node, f"-{target.text(node)}", "sign", 0.1, "minus added")


def _is_bound(parent: ast.AST, node: ast.expr) -> bool:
    """Whether it is a variable that something has to be greater or less than."""
    ordered = isinstance(parent, ast.Compare) and isinstance(parent.ops[-1], ORDERINGS)
    return ordered and parent.comparators[-1] is node and isinstance(node, (ast.Name, ast.Attribute))  # type: ignore[attr-defined]


def _is_handed_on(parent: ast.AST, node: ast.expr) -> bool:
    """Whether it is an argument of a call, those of Python's own functions left out."""
    return isinstance(parent, ast.Call) and node in parent.args and getattr(parent.func, "id", "") not in vars(builtins)


def _is_key(parent: ast.AST) -> bool:
    return isinstance(parent, (ast.Lambda, ast.Tuple, ast.keyword))


def operands(target: Target) -> Iterator[Edit]:
    """Operands swapped, where the order matters and no other operator says the same, or one of them dropped."""
    for node in target.expressions(ast.BinOp, ast.Compare):
        left, right = (node.left, node.right) if isinstance(node, ast.BinOp) else _pair(node)
        if right is None:
            continue
        commutes = isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Mult, ast.BitAnd, ast.BitOr, ast.BitXor))
        mirrored = isinstance(node, ast.Compare) and not isinstance(node.ops[0], (ast.In, ast.NotIn))
        if not commutes and not mirrored and ast.dump(left) != ast.dump(right):
            yield swap(target, left, right, "operands.swapped", 0.4)
        if isinstance(node, ast.BinOp):
            yield target.replace(node, wrapped(target, left), "operand.dropped", 0.22, "right operand dropped")
            yield target.replace(node, wrapped(target, right), "operand.dropped", 0.16, "left operand dropped")


def _pair(node: ast.expr) -> tuple[ast.expr, ast.expr | None]:
    assert isinstance(node, ast.Compare)
    return node.left, node.comparators[0] if len(node.comparators) == 1 else None


def swap(target: Target, left: ast.expr, right: ast.expr, kind: str, prior: float) -> Edit:
    """Two expressions of one statement change places; what stands between them stays."""
    start, end = target.source.span(right)
    more = ((start, end, wrapped(target, left)),)
    first, last = target.source.span(left)
    note = f"`{target.text(left)[:30]}` <-> `{target.text(right)[:30]}`"
    return Edit(target.source.path, first, last, wrapped(target, right), kind, prior, left.lineno, note, more)


def condition_parts(target: Target) -> Iterator[Edit]:
    """One operand of and/or dropped."""
    for node in target.expressions(ast.BoolOp):
        assert isinstance(node, ast.BoolOp)
        word = " and " if isinstance(node.op, ast.And) else " or "
        for position in range(len(node.values)):
            rest = [wrapped_operand(target, v) for i, v in enumerate(node.values) if i != position]
            note = f"`{target.text(node.values[position])[:40]}` dropped"
            yield target.replace(node, word.join(rest), "condition.dropped", 0.3, note)


def wrapped_operand(target: Target, node: ast.expr) -> str:
    """An operand as it can stand between and/or: only or, lambda and conditional expressions need parentheses."""
    loose = isinstance(node, (ast.BoolOp, ast.IfExp, ast.Lambda, ast.NamedExpr))
    return f"({target.text(node)})" if loose else target.text(node)
