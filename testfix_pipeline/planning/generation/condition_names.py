"""Names the condition under which a call runs a branch, as part of a test's name: `if_cents_at_least_limit`."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection

from testfix_pipeline.core.python_code import FunctionNode

_LONGEST = 40
_WORDS: dict[type[ast.cmpop], str] = {
    ast.Eq: "is", ast.Is: "is", ast.NotEq: "is_not", ast.IsNot: "is_not", ast.Lt: "below", ast.LtE: "at_most",
    ast.Gt: "above", ast.GtE: "at_least", ast.In: "in", ast.NotIn: "not_in",
}  # fmt: skip


def condition_of(function: FunctionNode, lines: Collection[int]) -> str:
    """The innermost condition that held on the last branch which these lines run; "" without one in a few words."""
    held = [node for node in ast.walk(function) if isinstance(node, ast.If) and node.body[0].lineno in lines]
    last = max(held, key=lambda node: node.lineno, default=None)
    words = re.sub(r"_+", "_", _words(last.test)).strip("_").lower() if last is not None else ""
    return f"if_{words}" if 0 < len(words) <= _LONGEST and "?" not in words else ""


def _words(node: ast.expr) -> str:
    if isinstance(node, ast.Compare):
        pairs = zip(node.ops, node.comparators, strict=True)
        return "_".join([_words(node.left), *(f"{_WORDS[type(op)]}_{_words(other)}" for op, other in pairs)])
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return f"not_{_words(node.operand)}"
    if isinstance(node, ast.Attribute):
        return node.attr if ast.unparse(node.value) == "self" else f"{_words(node.value)}_{node.attr}"
    if isinstance(node, ast.BoolOp):
        return ("_and_" if isinstance(node.op, ast.And) else "_or_").join(map(_words, node.values))
    if isinstance(node, ast.Call):
        return "_".join([_words(node.func), *map(_words, node.args)])
    text = re.sub(r"-(?=\d)", "minus_", ast.unparse(node))
    return re.sub(r"[^A-Za-z0-9]+", "_", text) if re.search("[A-Za-z0-9]", text) else "empty" if text == "''" else "?"
