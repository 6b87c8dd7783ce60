"""Signs that a patch only silences a failure: it catches more, checks less, or puts a literal where a name was lost.

They compare syntax trees. No reference fix of the stored pairs shows one (a test holds that).
"""

from __future__ import annotations

import ast
import difflib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

BROAD = ("", "Exception", "BaseException")
"""What a handler catches that catches nearly everything; "" of a bare `except`."""


def signs(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """What a patch shows, sorted; empty where it shows nothing. The texts are those of the changed files, by path.

    A text that does not compile shows nothing.
    """
    found: set[str] = set()
    for name, text in after.items():
        try:
            old, new = ast.parse(before.get(name, "")), ast.parse(text)
        except SyntaxError:
            continue
        found.update(_signs_of(old, new))
    return sorted(found)


def _signs_of(old: ast.Module, new: ast.Module) -> Iterator[str]:
    if _catches_more(old, new):
        yield "wider except"
    if _count(new, ast.Assert, ast.Raise, ast.If, ast.IfExp) < _count(old, ast.Assert, ast.Raise, ast.If, ast.IfExp):
        yield "dropped check"
    replaced = list(replacements(old, new))
    if any(_is_literal(one) and not _is_literal(was) for was, one in replaced):
        yield "literal in place of a name"
    if any(_is_weaker(was, one) or _is_weaker(one, was) for was, one in replaced):
        yield "changed check"
    if _returns_more(old, new):
        yield "early return"
    if _guards_imports(old, new):
        yield "import under a condition"
    if _statements(new) < _statements(old):
        yield "dropped statement"


def _count(tree: ast.AST, *kinds: type[ast.AST]) -> int:
    return sum(isinstance(node, kinds) for node in ast.walk(tree))


def _caught(tree: ast.AST) -> Counter[str]:
    """How often each exception is caught or suppressed, by its text."""
    found: Counter[str] = Counter()
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler):
            found.update(ast.unparse(one) for one in _types(node.type))
            found[""] += node.type is None
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("suppress", "contextlib.suppress"):
            found.update(ast.unparse(one) for one in node.args)
    return found


def _types(caught: ast.expr | None) -> Sequence[ast.expr]:
    if caught is None:
        return ()
    return caught.elts if isinstance(caught, ast.Tuple) else [caught]


def _catches_more(old: ast.AST, new: ast.AST) -> bool:
    before, now = _caught(old), _caught(new)
    return now.total() > before.total() or any(now[name] > before[name] for name in BROAD)


def _returns_more(old: ast.AST, new: ast.AST) -> bool:
    """Whether a function that was there has more returns; of names with more or fewer functions nobody can say."""
    before, now = _returns(old), _returns(new)
    common = [name for name in before if len(before[name]) == len(now.get(name, ()))]
    return any(sum(now[name]) > sum(before[name]) for name in common)


def _returns(tree: ast.AST) -> dict[str, list[int]]:
    """By name the number of returns of each function."""
    found: dict[str, list[int]] = {}
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found.setdefault(node.name, []).append(_count(node, ast.Return))
    return found


def _guards_imports(old: ast.AST, new: ast.AST) -> bool:
    """Whether more imports have a condition or a `try` of their own, or come to be below one that was there."""
    fresh = {name for guard in _guards(new) for name in _imported(guard)}
    fresh -= {name for guard in _guards(old) for name in _imported(guard)}
    return len(_guards(new)) > len(_guards(old)) or bool(fresh & _imported(old))


def _guards(tree: ast.AST) -> list[ast.AST]:
    """The conditions and `try` statements with imports in them."""
    return [node for node in ast.walk(tree) if isinstance(node, (ast.If, ast.Try)) and _imported(node)]


def _imported(tree: ast.AST) -> set[str]:
    """The names that imports bind."""
    nodes = (node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom)))
    return {one.asname or one.name.partition(".")[0] for node in nodes for one in node.names}


def _statements(tree: ast.AST) -> int:
    """Statements other than imports."""
    return sum(
        isinstance(node, ast.stmt) and not isinstance(node, (ast.Import, ast.ImportFrom)) for node in ast.walk(tree)
    )


def _is_weaker(check: ast.expr, other: ast.expr) -> bool:
    """Whether `other` is the check with another condition beside it, or its contrary."""
    if isinstance(other, ast.UnaryOp) and isinstance(other.op, ast.Not):
        return ast.dump(other.operand) == ast.dump(check)
    return isinstance(other, ast.BoolOp) and ast.dump(check) in map(ast.dump, other.values)


def _is_literal(node: ast.AST) -> bool:
    """Whether a node is a constant, or a container without a name in it."""
    if not isinstance(node, (ast.Constant, ast.List, ast.Dict, ast.Tuple, ast.Set, ast.JoinedStr)):
        return False
    return not any(isinstance(one, (ast.Name, ast.Attribute, ast.Call)) for one in ast.walk(node))


def replacements(old: ast.AST, new: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """The expressions of the old tree in whose place the new one has another kind of expression."""
    if type(old) is not type(new):
        if isinstance(old, ast.expr) and isinstance(new, ast.expr):
            yield old, new
        return
    for name in old._fields:
        was, now = getattr(old, name, None), getattr(new, name, None)
        if isinstance(was, ast.AST) and isinstance(now, ast.AST):
            yield from replacements(was, now)
        elif isinstance(was, list) and isinstance(now, list):
            for left, right in _aligned(was, now):
                yield from replacements(left, right)


def _aligned(old: list[ast.AST], new: list[ast.AST]) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Changed children and those in their place."""
    was, now = ([ast.dump(one) if isinstance(one, ast.AST) else repr(one) for one in side] for side in (old, new))
    matcher = difflib.SequenceMatcher(None, was, now, autojunk=False)
    for tag, start, end, first, last in matcher.get_opcodes():
        if tag == "replace":
            for left, right in zip(old[start:end], new[first:last], strict=False):
                if isinstance(left, ast.AST) and isinstance(right, ast.AST):
                    yield left, right
