"""Values that may be None, empty or not there at all: what releases of packages mend most often with few tokens."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.edits.operators import parts_asked, wrapped_operand
from testfix_pipeline.repair.edits.scope import own_attribute, with_defaults
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import SourceFile, places_of

CRASHES = frozenset({"AttributeError", "TypeError", "IndexError", "KeyError"})
CHAIN = (ast.Attribute, ast.Subscript, ast.Call)
BESIDE = (ast.BinOp, ast.BoolOp, ast.UnaryOp, ast.Compare, ast.Attribute, ast.Subscript, ast.Starred, ast.Await)
KEYS = (ast.Name, ast.Attribute)
_OF_TABLES = frozenset({"get", "setdefault", "items", "keys", "values"})


def _replaced(target: Target, node: ast.expr, text: str, kind: str, prior: float) -> Edit:
    """An operation in the place of an expression, in brackets where they are needed."""
    parent = target.source.parents[node]
    inside = isinstance(parent, BESIDE) or target.source.is_called(node)
    return target.replace(node, f"({text})" if inside else text, kind, prior, text[:50])


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def held(target: Target) -> Iterator[Edit]:
    """`d.get(k)` for `k in d`, `not d.get(k)` for `k not in d`, `k not in d or d[k] is None`: it may hold nothing."""
    known = _tables(target.source)
    for node in target.expressions(ast.Compare):
        assert isinstance(node, ast.Compare)
        if len(node.ops) != 1 or not isinstance(node.ops[0], (ast.In, ast.NotIn)):
            continue
        table, key = target.text(node.comparators[0]), target.text(node.left)
        if table not in known:
            continue
        given = f"({key})" if isinstance(node.left, ast.Tuple) and not key.startswith("(") else key
        if isinstance(node.ops[0], ast.In):
            forms = [(f"{table}.get({given})", 0.3), (f"{table}.get({given}) is not None", 0.25)]
        else:
            forms = [(f"not {table}.get({given})", 0.3), (f"{table}.get({given}) is None", 0.3)]
            forms.append((f"{target.text(node)} or {table}[{key}] is None", 0.2))
            for value in _stored(target, f"{table}[{key}]") if node is getattr(target.stmt, "test", None) else ():
                forms += [(f"{target.text(node)} or {value} {sign} {table}[{key}]", 0.4) for sign in ("<", ">")]
        for text, prior in forms:
            yield _replaced(target, node, text, "value.asked", prior)


def known_first(target: Target) -> Iterator[Edit]:
    """`k in d and d[k] > 1`, `k not in d or d[k] > 1` where a condition takes something from a table."""
    share = 1.0 if target.crash() == "KeyError" else 0.6
    for node in parts_asked(target.stmt):
        lookups = [one for one in ast.walk(node) if isinstance(one, ast.Subscript) and isinstance(one.slice, KEYS)]
        for one in lookups[:2] if target.source.is_real(node) else ():
            place, key, text = target.text(one.value), target.text(one.slice), wrapped_operand(target, node)
            yield _replaced(target, node, f"{key} in {place} and {text}", "condition.added", 0.5 * share)
            yield _replaced(target, node, f"{key} not in {place} or {text}", "condition.added", 0.4 * share)
            within = f"{key} < len({place}) and {text}"
            yield _replaced(target, node, within, "condition.added", 0.5 if target.crash() == "IndexError" else 0.15)


def _stored(target: Target, place: str) -> list[str]:
    """What the block under an `if` stores at a place: the first time, and perhaps whenever it is better."""
    body = target.stmt.body if isinstance(target.stmt, ast.If) else []
    stores = [one for one in body if isinstance(one, ast.Assign) and target.text(one.targets[0]) == place]
    return [wrapped(target, one.value) for one in stores if not isinstance(one.value, (ast.Constant, ast.Tuple))]


@remembered(64)
def _tables(source: SourceFile) -> frozenset[str]:
    """What the file looks up by keys."""
    found = set()
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, (ast.Slice, ast.Constant)):
            found.add(source.segment(node.value))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _OF_TABLES:
            found.add(source.segment(node.func.value))
    return frozenset(found)


def given_calls(target: Target) -> Iterator[Edit]:
    """`key(x) if key else x` and, where it is a condition, `key and key(x)` for what need not be given."""
    function = target.function
    if function is None:
        return
    optional = _none_by_default(function.node) | _set_to_nothing(target.source, function.owner)
    for node in target.expressions(ast.Call) if optional else ():
        assert isinstance(node, ast.Call)
        name = target.text(node.func)
        if name not in optional or isinstance(target.source.parents[node], (ast.Expr, ast.Await)):
            continue
        call = target.text(node)
        yield _replaced(target, node, f"{name} and {call}", "condition.added", 0.4)
        yield _replaced(target, node, f"not {name} or {call}", "condition.added", 0.3)
        if len(node.args) == 1 and not node.keywords and not isinstance(node.args[0], ast.Starred):
            yield _replaced(target, node, f"{call} if {name} else {target.text(node.args[0])}", "condition.added", 0.45)
        yield _replaced(target, node, f"{call} if {name} else None", "condition.added", 0.25)


@remembered(256)
def _set_to_nothing(source: SourceFile, owner: ast.ClassDef | None) -> frozenset[str]:
    """The attributes that a class sets to None, or to a parameter that is None when not given: `self.name`."""
    methods = [one for one in owner.body if isinstance(one, ast.FunctionDef)] if owner is not None else []
    found: set[str] = set()
    for method in methods:
        given = _none_by_default(method)
        for node in ast.walk(method):
            value = node.value if isinstance(node, (ast.Assign, ast.AnnAssign)) else None
            if value is not None and (_is_none(value) or getattr(value, "id", "") in given):
                assert isinstance(node, (ast.Assign, ast.AnnAssign))
                found |= {f"self.{name}" for name in map(own_attribute, places_of(node)) if name}
    return frozenset(found)


def _none_by_default(node: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """The parameters that are None when not given."""
    return {one.arg for one, value in with_defaults(node.args) if _is_none(value)}


def or_nothing(target: Target) -> Iterator[Edit]:
    """`x.y if x is not None else None`, `xs[:-1] if xs else ()`: a value of what may be None or empty."""
    share = 0.5 if target.crash() in CRASHES else 0.08
    for node in dict.fromkeys(target.assigned_or_passed()):
        if not isinstance(node, CHAIN) or not target.source.is_real(node):
            continue
        whole = target.text(node)
        for rank, base in enumerate(_bases(target, node)):
            for text, prior in _forms(node, whole, target.text(base)):
                yield target.replace(node, text, "condition.added", share * prior / (1 + 0.5 * rank), text[:50])


def _forms(node: ast.expr, whole: str, base: str) -> Iterator[tuple[str, float]]:
    yield f"{whole} if {base} is not None else None", 1.0
    yield f"{whole} if {base} else None", 0.8
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        yield from ((f"{whole} if {base} else {empty}", 0.8) for empty in ("()", "[]", '""'))
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        yield f"{whole} if {base} else {base}", 0.8


def _bases(target: Target, node: ast.expr) -> list[ast.expr]:
    """What a value is taken from: names and attributes on the way to its root, and arguments of its call."""
    found: list[ast.expr] = []
    inner = node.func if isinstance(node, ast.Call) else node
    while isinstance(inner, (*CHAIN, ast.Starred)):
        inner = inner.func if isinstance(inner, ast.Call) else inner.value
        if isinstance(inner, (ast.Name, ast.Attribute)) and target.text(inner) not in ("self", "cls"):
            found.append(inner)
    if isinstance(node, ast.Call):
        found += [one for one in node.args[:2] if isinstance(one, (ast.Name, ast.Attribute))]
    return found[:3]


def or_the_other(target: Target) -> Iterator[Edit]:
    """`x.second or x.first` where the project asks for the one or the other elsewhere."""
    others = _one_or_the_other(target.project)
    for node in dict.fromkeys(target.assigned_or_passed()):
        if isinstance(node, (ast.Name, ast.Attribute)) and target.source.is_real(node):
            base = f"{target.text(node.value)}." if isinstance(node, ast.Attribute) else ""
            for rank, other in enumerate(sorted(others.get((bool(base), last_name(node)), ()))[:3]):
                text = f"{target.text(node)} or {base}{other}"
                yield target.replace(node, text, "operand.added", 0.45 / (1 + 0.3 * rank), text[:50])


@remembered(4)
def _one_or_the_other(sources: tuple[SourceFile, ...]) -> dict[tuple[bool, str], set[str]]:
    """By (is an attribute, name), the names that stand beside it in an `or`, of the same object."""
    found: dict[tuple[bool, str], set[str]] = {}
    for source in sources:
        for node in ast.walk(source.tree):
            if not isinstance(node, ast.BoolOp) or not isinstance(node.op, ast.Or):
                continue
            parts = [one for one in node.values if isinstance(one, (ast.Name, ast.Attribute))]
            for one in parts:
                for other in parts:
                    if type(one) is type(other) and _base(one) == _base(other) and last_name(one) != last_name(other):
                        key = (isinstance(one, ast.Attribute), last_name(one))
                        found.setdefault(key, set()).add(last_name(other))
    return found


def _base(node: ast.expr) -> str:
    return ast.unparse(node.value) if isinstance(node, ast.Attribute) else ""
