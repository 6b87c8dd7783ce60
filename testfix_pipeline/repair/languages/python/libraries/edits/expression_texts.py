"""Texts of expressions in which a part of the program takes the place of a name."""

from __future__ import annotations

import ast
import re

from testfix_pipeline.core.python_code import expression, parse


def with_part(text: str, name: str, part: str) -> str:
    """A statement with a part in the place of a name, in parentheses where it would be read otherwise without.

    `list(name)` becomes a display where the part is a tuple or generator: `[a, b]`.
    """
    if f"list({name})" in text and (display := _as_list(part)):
        return text.replace(f"list({name})", display)
    before, *more = re.split(rf"\b{name}(?!\w)", text)
    if part.isidentifier():
        return part.join([before, *more])
    without, safe = (one.join([before, *more]) for one in (part, f"({part})"))
    try:
        return without if ast.dump(parse(without)) == ast.dump(parse(safe)) else safe
    except SyntaxError:
        return safe


def _as_list(part: str) -> str:
    """The list of what a tuple or generator has, "" of another expression."""
    try:
        value = expression(f"({part})")
    except SyntaxError:
        return ""
    for inner in (part[1:-1], part):
        try:
            made = expression(f"[{inner}]")
        except SyntaxError:
            continue
        if isinstance(value, ast.Tuple) and isinstance(made, ast.List) and _same(made.elts, value.elts):
            return f"[{inner}]"
        if isinstance(value, ast.GeneratorExp) and isinstance(made, ast.ListComp) and _same([made.elt], [value.elt]):
            return f"[{inner}]"
    return ""


def _same(some: list[ast.expr], others: list[ast.expr]) -> bool:
    return [ast.dump(one) for one in some] == [ast.dump(one) for one in others]
