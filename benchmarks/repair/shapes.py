"""What kind of edit a right text is: the smallest differences of two syntax trees, in a few words each."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

WORDS = {
    ast.If: "condition", ast.While: "condition", ast.IfExp: "condition", ast.For: "loop", ast.Return: "returned value",
    ast.Assign: "assigned value", ast.AnnAssign: "assigned value", ast.AugAssign: "update", ast.Expr: "call",
    ast.Raise: "raised value", ast.FunctionDef: "header",
}  # fmt: skip


def shape(old: str, new: str) -> str:
    """The kind of edit that makes `new` of `old`: "two places: ..." where there are several."""
    found = sorted(_of_blocks(_body(ast.parse(old)), _body(ast.parse(new))))
    if len(found) == 2 and {one.split()[0] for one in found} == {"insert", "delete"}:
        inserted, deleted = (" ".join(one.split()[1:]) for one in sorted(found, reverse=True))
        if inserted == deleted:
            return "move " + inserted
    return found[0] if len(found) == 1 else f"{len(found)} places" if found else "nothing"


def _body(node: ast.AST) -> Sequence[ast.stmt]:
    """A block's statements without a docstring."""
    found: list[ast.stmt] = list(getattr(node, "body", ()))
    first = found[0] if found else None
    is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return found[1:] if is_text and not isinstance(node, ast.If) else found


def _of_blocks(old: Sequence[ast.AST], new: Sequence[ast.AST]) -> Iterator[str]:
    matcher = SequenceMatcher(None, [ast.dump(one) for one in old], [ast.dump(one) for one in new], autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "replace":
            yield from _replaced(old[a:b], new[c:d])
        elif tag != "equal":
            word, run = ("insert", new[c:d]) if tag == "insert" else ("delete", old[a:b])
            yield f"{word} {_named(run)}"


def _replaced(old: Sequence[ast.AST], new: Sequence[ast.AST]) -> Iterator[str]:
    if len(old) == len(new) and all(type(one) is type(other) for one, other in zip(old, new, strict=True)):
        for one, other in zip(old, new, strict=True):
            yield from _of_statements(one, other)
    else:
        yield f"replace {_named(old)} by {_named(new)}"


def _of_statements(old: ast.AST, new: ast.AST) -> Iterator[str]:
    for name, one in ast.iter_fields(old):
        other = getattr(new, name)
        if isinstance(one, list) and one and isinstance(one[0], (ast.stmt, ast.excepthandler)):
            is_def = name == "body" and isinstance(old, (ast.FunctionDef, ast.ClassDef))
            yield from _of_blocks(_body(old) if is_def else one, _body(new) if is_def else other)
        elif name in ("body", "orelse") and isinstance(other, list) and other and isinstance(other[0], ast.stmt):
            yield f"insert {_named(other)}"
        elif _dumped(one) != _dumped(other):
            yield _of_expressions(one, other, WORDS.get(type(old), type(old).__name__.lower()))


def _dumped(value: object) -> str:
    if isinstance(value, list):
        return repr([_dumped(one) for one in value])
    return ast.dump(value) if isinstance(value, ast.AST) else repr(value)


def _of_expressions(old: object, new: object, where: str) -> str:
    """The smallest part that differs, with the size of the new one."""
    if isinstance(old, ast.AST) and isinstance(new, ast.AST) and type(old) is type(new):
        differing = [(one, getattr(new, name)) for name, one in ast.iter_fields(old)]
        differing = [(one, other) for one, other in differing if _dumped(one) != _dumped(other)]
        inside = f"argument in {where}" if isinstance(old, ast.Call) and "argument" not in where else where
        if len(differing) == 1:
            return _of_expressions(*differing[0], inside)
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        pairs = [(one, other) for one, other in zip(old, new, strict=True) if _dumped(one) != _dumped(other)]
        if len(pairs) == 1:
            return _of_expressions(*pairs[0], where)
    if isinstance(old, (ast.operator, ast.cmpop, ast.boolop)):
        return f"operator in {where}"
    if isinstance(old, list) and isinstance(new, list) and len(old) != len(new):
        return f"{'one more' if len(new) > len(old) else 'one fewer'} part in {where}"
    return f"expression of {_size(new)} in {where}"


def _size(value: object) -> str:
    nodes = [n for one in (value if isinstance(value, list) else [value]) if isinstance(one, ast.AST)
             for n in ast.walk(one) if isinstance(n, ast.expr)]  # fmt: skip
    return "1 node" if len(nodes) <= 1 else "2-4 nodes" if len(nodes) < 5 else "5-8 nodes" if len(nodes) < 9 else "9+"


def _named(run: Sequence[ast.AST]) -> str:
    return type(run[0]).__name__.lower() if len(run) == 1 else f"{len(run)} statements"
