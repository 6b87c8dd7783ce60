"""Conditions that a patch puts in, and what makes them look guessed: fitted to a failing test instead of meant.

Of conditions that tell one failing execution from the passing ones there are many; those that compare with a constant,
and those that ask about something else than what is done under them, are seldom the ones that were missing.
"""

from __future__ import annotations

import ast
import itertools
from collections import Counter
from collections.abc import Iterator, Mapping

from testfix_pipeline.core.code_view import called, last_name
from testfix_pipeline.repair.languages.python.analysis.scope import stored_names
from testfix_pipeline.repair.languages.python.source import SourceFile, blocks, functions
from testfix_pipeline.repair.model.source_cache import remembered

RECEIVERS = frozenset({"self", "cls"})
LOOKUPS = frozenset({"get", "getattr", "pop", "setdefault"})
ADDING = frozenset({"add", "append"})
ORDERING = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
CONTAINERS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
KINDS = {
    "int": "number", "float": "number", "str": "text", "list": "container", "dict": "container", "set": "container",
    "List": "container", "Dict": "container", "deque": "container",
}  # fmt: skip


def asked(old: ast.AST, new: ast.AST) -> int:
    """How many of the conditions put in compare with a number or a text; none where one only took another's place, and
    not what a chain asks in its other branches as well, of other constants, nor with texts asked for before."""
    before, after = list(_conditions(old)), list(_conditions(new))
    if len(after) <= len(before):
        return 0
    left, known = Counter(map(ast.dump, before)), {text for one in before for text in _texts(one)}
    usual = {id(part) for test, others in _chained(new) if _form(test) in map(_form, others) for part in _atoms(test)}
    found = 0
    for condition in after:
        mark = ast.dump(condition)
        guessed = _has_constant(condition) and not (_texts(condition) and _texts(condition) <= known)
        found += left[mark] <= 0 and guessed and id(condition) not in usual
        left[mark] -= 1
    return found


def strange(old: ast.AST, new: ast.AST) -> int:
    """How many `if` statements put in with new code under them share no name with that code, nor ask about what their
    chain asks about. What is raised has names of its own whatever is asked."""
    usual = {id(test) for test, others in _chained(new) if any(_names(test) & _names(other) for other in others)}
    known = {ast.dump(node) for node in ast.walk(old) if isinstance(node, ast.stmt)}
    asked_before = Counter(ast.dump(node.test) for node in ast.walk(old) if isinstance(node, ast.If))
    found = 0
    for node in ast.walk(new):
        if isinstance(node, ast.If):
            mark = ast.dump(node.test)
            asked_before[mark] -= 1
            if asked_before[mark] < 0 and ast.dump(node.body[0]) not in known:
                inside = set().union(*(_names(stmt) for stmt in node.body if not isinstance(stmt, ast.Raise)))
                found += bool(inside) and not inside & _names(node.test) and id(node.test) not in usual
    return found


def mismatched(tree: ast.AST) -> int:
    """How often a function asks for one key in a container and puts only others into it: `name.lower() in taken` with
    `taken.add(name)`."""
    found = 0
    for function in functions(tree):
        nodes = list(ast.walk(function))
        stored: dict[str, set[str]] = {}
        for place, key in filter(None, map(_put, nodes)):
            stored.setdefault(ast.unparse(place), set()).add(ast.unparse(key))
        for node in nodes if stored else ():
            if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)):
                keys = stored.get(ast.unparse(node.comparators[0]), set())
                plain = isinstance(node.left, (ast.Name, ast.Attribute, ast.Call))
                found += plain and bool(keys) and ast.unparse(node.left) not in keys
    return found


def _put(node: ast.AST) -> tuple[ast.expr, ast.expr] | None:
    """(container, key) where a node stores something or adds an element."""
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
        return node.value, node.slice
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ADDING and node.args:
        return node.func.value, node.args[0]
    return None


def unlike(tree: ast.AST, source: SourceFile) -> int:
    """How many comparisons have a container on one side and a number or a text on the other.

    By the annotations and first values of what the file's classes have; a variable is taken for the attribute that has
    its name.
    """
    found = 0
    own = stored_names(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], ORDERING):
            sides = {
                _kind(side, _kinds(source))
                for side in (node.left, node.comparators[0])
                if not isinstance(side, ast.Name) or side.id not in own
            }
            found += "container" in sides and bool(sides & {"number", "text"})
    return found


def _kind(node: ast.expr, kinds: Mapping[str, str]) -> str:
    if isinstance(node, ast.Constant):
        return KINDS.get(type(node.value).__name__, "")
    return kinds.get(last_name(node), "") if isinstance(node, (ast.Name, ast.Attribute)) else ""


@remembered(64)
def _kinds(source: SourceFile) -> Mapping[str, str]:
    """By attribute, what its annotations and first values in the file say; none where they don't say the same."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.AnnAssign):
            head = node.annotation.value if isinstance(node.annotation, ast.Subscript) else node.annotation
            found.setdefault(last_name(node.target), set()).add(KINDS.get(last_name(head), ""))
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute):
            found.setdefault(node.targets[0].attr, set()).add(_made(node.value))
    return {name: next(iter(kinds)) for name, kinds in found.items() if name and len(kinds) == 1 and "" not in kinds}


def _made(value: ast.expr) -> str:
    """The kind of a first value."""
    if isinstance(value, ast.Constant):
        return KINDS.get(type(value.value).__name__, "")
    made = isinstance(value, ast.Call) and called(value) in KINDS and KINDS[called(value)] == "container"
    return "container" if made or isinstance(value, CONTAINERS) else ""


def _chained(tree: ast.AST) -> Iterator[tuple[ast.expr, list[ast.expr]]]:
    """Every condition of a chain of `if` and `elif`, or of `if` statements in a row, with those of the others."""
    inner: set[int] = set()
    for block in (block for node in ast.walk(tree) for block in blocks(node)):
        for is_if, run in itertools.groupby(block, lambda stmt: isinstance(stmt, ast.If) and id(stmt) not in inner):
            tests = [test for one in run for test in _of_chain(one, inner)] if is_if else []  # type: ignore[arg-type]
            yield from ((test, [other for other in tests if other is not test]) for test in tests)


def _of_chain(node: ast.If, inner: set[int]) -> Iterator[ast.expr]:
    """The conditions of an `if` and its `elif` branches, which `inner` takes in."""
    yield node.test
    while len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
        node = node.orelse[0]
        inner.add(id(node))
        yield node.test


def _form(test: ast.expr) -> list[str]:
    """A condition without its constants."""
    return ["" if isinstance(node, ast.Constant) else _head(node) for node in ast.walk(test)]


def form_of(test: ast.expr) -> str:
    """The same as a text, however many constants there are."""
    return " ".join(filter(None, _form(test)))


def _head(node: ast.AST) -> str:
    """The kind of a node with the name that it has."""
    return f"{type(node).__name__} {getattr(node, 'id', getattr(node, 'attr', ''))}"


def _conditions(tree: ast.AST) -> Iterator[ast.expr]:
    """The conditions of a piece of code, those joined by `and` and `or` one by one."""
    for node in ast.walk(tree):
        for test in _tests(node):
            yield from _atoms(test)


def _tests(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, (ast.If, ast.While, ast.IfExp)):
        yield node.test
    elif isinstance(node, ast.comprehension):
        yield from node.ifs


def _atoms(test: ast.expr) -> Iterator[ast.expr]:
    if isinstance(test, ast.BoolOp):
        for value in test.values:
            yield from _atoms(value)
    else:
        yield test


def _has_constant(test: ast.AST) -> bool:
    """Whether something is compared with a number or a text, or asked with one; no indices, no terms of sums."""
    if isinstance(test, ast.Constant):
        return test.value is not None and not isinstance(test.value, bool)
    if isinstance(test, ast.Subscript):
        return _has_constant(test.value)
    if isinstance(test, ast.Call) and last_name(test.func) in LOOKUPS:
        return _has_constant(test.func)
    return not isinstance(test, ast.BinOp) and any(map(_has_constant, ast.iter_child_nodes(test)))


def _texts(test: ast.expr) -> set[str]:
    return {node.value for node in ast.walk(test) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def _names(node: ast.AST) -> set[str]:
    """The variables and attributes of a piece of code."""
    names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    return (names | {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}) - RECEIVERS
