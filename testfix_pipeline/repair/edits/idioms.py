"""Calls that are nearly what Python has for the purpose: another way to say it, or an argument that is mostly given."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.core.code_view import called, last_name
from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function

FLAGS = ("re.IGNORECASE", "re.MULTILINE", "re.DOTALL")
WITH_FLAGS = {"compile", "match", "search", "fullmatch", "findall", "finditer", "split", "sub", "subn"}
OF_TEXTS = {"split", "rsplit", "partition", "startswith", "endswith", "isdigit", "replace", "splitlines", "isalpha"}
NUMBERS = {"int", "float", "Decimal", "Fraction"}
UNITS = {"hour": 0, "minute": 0, "second": 0, "microsecond": 0, "day": 1, "month": 1}
"""Of a point in time, with what each begins."""
OF_MOMENTS = frozenset({"strptime", "fromisoformat", "now", "fromtimestamp", "today", "utcnow"})
OF_ANGLES, ANGLES = frozenset({"sin", "cos", "tan"}), frozenset({"asin", "acos", "atan", "atan2"})
EXTREMES = {"min": "max", "max": "min"}
READABLE = (ast.Name, ast.Attribute, ast.Subscript, ast.Call)


def calls(target: Target) -> Iterator[Edit]:
    """Another way to say what a call of the statement is for."""
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        for text, kind, prior in _said_otherwise(target, node):
            yield target.replace(node, text, kind, prior, text[:50])


def _said_otherwise(target: Target, node: ast.Call) -> Iterator[tuple[str, str, float]]:
    given = node.args[0] if node.args else None
    if called(node) == "groupby" and given and not (isinstance(given, ast.Call) and called(given) == "sorted"):
        yield _in_order(target, node), "sorted-before", 0.6
        yield from ((text, "sorted-before", 0.35) for text in _by_values(target, node))
    if isinstance(node.func, ast.Attribute):
        yield from _of_method(target, node, node.func)
    elif isinstance(node.func, ast.Name) and node.args:
        yield from _of_function(target, node, node.func.id)


def _is_unpacked(target: Target, node: ast.expr) -> bool:
    parent = target.source.parents[node]
    return isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Tuple)


def _in_order(target: Target, node: ast.Call) -> str:
    """`groupby(sorted(xs, key=f), key=f)`: only what stands side by side is one group."""
    key = next((one.value for one in node.keywords if one.arg == "key"), node.args[1] if len(node.args) > 1 else None)
    given = f", key={target.text(key)}" if key is not None else ""
    if isinstance(node.args[0], ast.GeneratorExp) and len(node.args) + len(node.keywords) == 1:
        return f"{target.text(node.func)}(sorted{target.text(node.args[0])})"
    return target.text_with(node, node.args[0], f"sorted({target.text(node.args[0])}{given})")


def _by_values(target: Target, node: ast.Call) -> Iterator[str]:
    """The same by the value or name of what the key tells, where that may be a member of an enumeration."""
    key = next((one.value for one in node.keywords if one.arg == "key"), None)
    classes = (one for one in ast.walk(target.source.tree) if isinstance(one, ast.ClassDef))
    enumerated = any(last_name(base).endswith("Enum") for one in classes for base in one.bases)
    if enumerated and isinstance(key, ast.Lambda) and isinstance(key.body, ast.Attribute):
        for part in ("value", "name"):
            ordered = f"sorted({target.text(node.args[0])}, key={target.text(key)}.{part})"
            yield target.text_with(node, node.args[0], ordered)


def _of_method(target: Target, node: ast.Call, func: ast.Attribute) -> Iterator[tuple[str, str, float]]:
    on, given = target.text(func.value), [target.text(argument) for argument in node.args]
    used = not isinstance(target.source.parents[node], ast.Expr)
    if func.attr in OF_TEXTS and isinstance(func.value, READABLE):
        rest = target.text(node)[len(on) :]
        cleans = [clean for clean in (".strip()", ".lower()") if not on.endswith(clean)]
        yield from ((f"{on}{clean}{rest}", "conversion.added", 0.25) for clean in cleans)
    if func.attr == "strip" and not given and used:
        yield f'" ".join({on}.split())', "conversion.added", 0.25
    if func.attr in OF_MOMENTS and used:
        yield f"{target.text(node)}.date()", "conversion.added", 0.3
    if on == "math" and func.attr in OF_ANGLES and len(given) == 1:
        yield f"math.{func.attr}(math.radians({given[0]}))", "conversion.added", 0.4
    if on == "math" and func.attr in ANGLES:
        yield f"math.degrees({target.text(node)})", "conversion.added", 0.4
    if func.attr == "most_common":
        rest = f"[:{given[0]}]" if given else ""
        yield f"sorted({on}.items(), key=lambda item: (-item[1], item[0])){rest}", "tie-broken", 0.45
    said = {keyword.arg for keyword in node.keywords}
    if func.attr == "replace" and said and said <= set(UNITS) and not node.args:
        text = target.text(node).rstrip().removesuffix(")")
        more = [f"{unit}={first}" for unit, first in UNITS.items() if unit not in said]
        yield from ((f"{text}, {one})", "argument.added", 0.3) for one in more)
    if func.attr == "sort" and used:
        rest = "".join(f", {target.text(keyword)}" for keyword in node.keywords)
        yield f"sorted({on}{rest})", "sorted-instead", 0.85
    elif func.attr == "reverse" and used:
        yield f"{on}[::-1]", "sorted-instead", 0.85
    elif func.attr == "join" and len(given) == 1:
        yield from _joined_texts(target, on, node.args[0])
    elif func.attr in ("split", "rsplit") and not given and not said and _is_unpacked(target, node):
        yield f"{on}.{func.attr}(None, 1)", "argument.given", 0.35
    elif func.attr in ("split", "rsplit") and len(given) == 1:
        yield f"[one.strip() for one in {target.text(node)}]", "conversion.added", 0.25
        yield f"{on}.split({given[0]}, 1)", "argument.given", 0.35
        yield f"{on}.rsplit({given[0]}, 1)", "argument.given", 0.3
        if given[0] in ('"\\n"', "'\\n'"):
            yield f"{on}.splitlines()", "function", 0.5
    elif on == "re" and func.attr in WITH_FLAGS and "flags" not in {keyword.arg for keyword in node.keywords}:
        text = target.text(node).rstrip().removesuffix(")").rstrip().removesuffix(",")
        yield from ((f"{text}, flags={flag})", "flag-given", 0.3) for flag in FLAGS)


def _joined_texts(target: Target, on: str, what: ast.expr) -> Iterator[tuple[str, str, float]]:
    if isinstance(what, (ast.GeneratorExp, ast.ListComp)):
        texts = target.text_with(what, what.elt, f"str({target.text(what.elt)})")
        yield f"{on}.join({texts})", "conversion.added", 0.4
    else:
        yield f"{on}.join(map(str, {target.text(what)}))", "conversion.added", 0.4


def _of_function(target: Target, node: ast.Call, name: str) -> Iterator[tuple[str, str, float]]:
    given, first = [target.text(argument) for argument in node.args], node.args[0]
    alone = len(given) == 1 and not node.keywords
    if name in ("int", "round") and alone and isinstance(first, ast.BinOp) and isinstance(first.op, ast.Div):
        left, right = wrapped(target, first.left), wrapped(target, first.right)
        whole = isinstance(target.source.parents[node], (ast.BinOp, ast.UnaryOp))
        yield f"({left} // {right})" if whole else f"{left} // {right}", "rounding", 0.4
        yield f"-(-{left} // {right})", "rounding", 0.25
    if name == "round" and alone:
        yield from ((f"round({given[0]}, {digits})", "argument.given", 0.4) for digits in (2, 1))
    elif name == "enumerate" and alone:
        yield f"enumerate({given[0]}, start=1)", "argument.given", 0.5
    elif name in ("max", "min") and alone and isinstance(first, (ast.Name, ast.Attribute)):
        yield f"{name}({given[0]}, key={given[0]}.get)", "argument.given", 0.25
    elif name == "list" and alone and isinstance(first, ast.Call) and target.text(first.func) == "set" and first.args:
        yield f"list(dict.fromkeys({target.text(first.args[0])}))", "order.kept", 0.6
    elif name == "int" and alone and not isinstance(first, ast.Constant):
        yield f"round({given[0]})", "rounding", 0.3
    elif name == "zip" and len(given) == 2:
        yield from _ring(target, *node.args)
    elif name in EXTREMES and len(given) > 1:
        yield from _clamped(target, node, name)
    if name in NUMBERS and alone and isinstance(first, READABLE):
        yield from ((f'{name}({given[0]}.replace(",", "{sign}"))', "number-read", 0.15) for sign in ("", "."))
        if name == "int":
            yield from ((f"int({given[0]}, {base})", "argument.given", 0.12) for base in (16, 2))


def _ring(target: Target, first: ast.expr, second: ast.expr) -> Iterator[tuple[str, str, float]]:
    """`zip(xs, xs[1:])` with the last and the first as one more pair, and without it."""
    one, other = target.text(first), target.text(second)
    if other == f"{one}[1:]":
        yield f"zip({one}, {one}[1:] + {one}[:1])", "round-closed", 0.45
    elif other in (f"{one}[1:] + {one}[:1]", f"{one}[1:] + [{one}[0]]"):
        yield f"zip({one}, {one}[1:])", "round-closed", 0.4


def _clamped(target: Target, node: ast.Call, name: str) -> Iterator[tuple[str, str, float]]:
    """`min(a, max(b, c))` the other way round, outside and inside."""
    text = EXTREMES[name] + target.text(node)[len(name) :]
    inner = [one for one in node.args if isinstance(one, ast.Call) and getattr(one.func, "id", "") == EXTREMES[name]]
    if len(inner) == 1:
        at = target.source.span(inner[0])[0] - target.source.span(node)[0]
        yield text[:at] + name + text[at + len(name) :], "function", 0.4


def distances(target: Target) -> Iterator[Edit]:
    """`abs(a - b)` for a difference that is compared, ordered by, answered, kept or added up; for both differences of a
    sum or an extreme: `abs(dx) + abs(dy)`."""
    known = _differences(target.function) if target.function is not None else frozenset()
    for node in target.expressions(ast.BinOp, ast.Call):
        parts = [node.left, node.right] if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) else []
        parts = node.args if isinstance(node, ast.Call) and getattr(node.func, "id", "") in EXTREMES else parts
        if len(parts) == 2 and all(_is_difference(one) or getattr(one, "id", "") in known for one in parts):
            one, other = (f"abs({target.text(part)})" for part in parts)
            text = f"{one} + {other}" if not isinstance(node, ast.Call) else f"{target.text(node.func)}({one}, {other})"
            yield target.replace(node, text, "distance-taken", 0.4, text[:50])
        parent = target.source.parents[node]
        if not _is_difference(node):
            continue
        if isinstance(parent, (ast.Compare, ast.Lambda, ast.Tuple)):
            yield target.replace(node, f"abs({target.text(node)})", "distance-taken", 0.4, "abs()")
        elif isinstance(parent, KEPT):
            yield target.replace(node, f"abs({target.text(node)})", "distance-taken", 0.25, "abs()")


KEPT = (ast.Return, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr, ast.GeneratorExp, ast.ListComp,
        ast.SetComp, ast.DictComp)  # fmt: skip


def _is_difference(node: ast.AST) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub)


@remembered(512)
def _differences(function: Function) -> frozenset[str]:
    """The variables of a function that a difference is assigned to."""
    kept = (node for node in ast.walk(function.node) if isinstance(node, ast.Assign) and _is_difference(node.value))
    return frozenset(one.id for node in kept for one in node.targets if isinstance(one, ast.Name))
