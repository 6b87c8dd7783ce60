"""Counts conditions in a patch that look guessed: fitted to a failing test.

Many conditions tell one failing execution from the passing ones. Those that compare with a constant, and those that
share no name with the code under them, are seldom the missing ones.
"""

from __future__ import annotations

import ast
import itertools
from collections import Counter
from collections.abc import Iterator, Mapping

from testfix_pipeline.core.code_view import called, last_name
from testfix_pipeline.core.python_code import names_in, stored_names
from testfix_pipeline.repair.languages.python.source import SourceFile, blocks, functions
from testfix_pipeline.repair.model.source_cache import cached_per_search

RECEIVERS = frozenset({"self", "cls"})
LOOKUPS = frozenset({"get", "getattr", "pop", "setdefault"})
ADDING = frozenset({"add", "append"})
ORDERING = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
CONTAINERS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
KINDS = {
    "int": "number", "float": "number", "str": "text", "list": "container", "dict": "container", "set": "container",
    "List": "container", "Dict": "container", "deque": "container",
}  # fmt: skip


def count_constant_conditions(old: ast.AST, new: ast.AST) -> int:
    """The number of new conditions that compare with a number or a text.

    None if the patch only replaces conditions. Not counted: a condition that differs from another branch of its chain
    only in constants, and one whose texts all occur in earlier conditions.
    """
    before, after = list(_conditions(old)), list(_conditions(new))
    if len(after) <= len(before):
        return 0
    old_counts, known_texts = Counter(map(ast.dump, before)), {text for one in before for text in _texts(one)}
    like_siblings = {
        id(part)
        for test, others in _chained_conditions(new)
        if _condition_form(test) in map(_condition_form, others)
        for part in _atoms(test)
    }
    found = 0
    for condition in after:
        dump = ast.dump(condition)
        guessed = _has_constant(condition) and not (_texts(condition) and _texts(condition) <= known_texts)
        found += old_counts[dump] <= 0 and guessed and id(condition) not in like_siblings
        old_counts[dump] -= 1
    return found


def count_unrelated_conditions(old: ast.AST, new: ast.AST) -> int:
    """The number of new `if` statements with new code that share no name with that code nor with other conditions of
    their chain. Names in `raise` statements do not count: an error has names of its own."""
    like_siblings = {
        id(test) for test, others in _chained_conditions(new) if any(_names(test) & _names(other) for other in others)
    }
    known = {ast.dump(node) for node in ast.walk(old) if isinstance(node, ast.stmt)}
    old_tests = Counter(ast.dump(node.test) for node in ast.walk(old) if isinstance(node, ast.If))
    found = 0
    for node in ast.walk(new):
        if isinstance(node, ast.If):
            dump = ast.dump(node.test)
            old_tests[dump] -= 1
            if old_tests[dump] < 0 and ast.dump(node.body[0]) not in known:
                body_names = set().union(*(_names(stmt) for stmt in node.body if not isinstance(stmt, ast.Raise)))
                found += bool(body_names) and not body_names & _names(node.test) and id(node.test) not in like_siblings
    return found


def count_mismatched_keys(tree: ast.AST) -> int:
    """The number of membership tests whose key is never the one that the function puts into the container:
    `name.lower() in taken` with `taken.add(name)`."""
    found = 0
    for function in functions(tree):
        nodes = list(ast.walk(function))
        stored: dict[str, set[str]] = {}
        for container, key in filter(None, map(_stored_key, nodes)):
            stored.setdefault(ast.unparse(container), set()).add(ast.unparse(key))
        for node in nodes if stored else ():
            if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)):
                keys = stored.get(ast.unparse(node.comparators[0]), set())
                plain = isinstance(node.left, (ast.Name, ast.Attribute, ast.Call))
                found += plain and bool(keys) and ast.unparse(node.left) not in keys
    return found


def _stored_key(node: ast.AST) -> tuple[ast.expr, ast.expr] | None:
    """(container, key) where a node stores something or adds an element."""
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
        return node.value, node.slice
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ADDING and node.args:
        return node.func.value, node.args[0]
    return None


def count_mixed_comparisons(tree: ast.AST, source: SourceFile) -> int:
    """The number of comparisons with a container on one side and a number or a text on the other.

    Types come from the annotations and first values of the attributes in the file; a variable has the type of the
    attribute with its name.
    """
    found = 0
    own = stored_names(ast.walk(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], ORDERING):
            sides = {
                _kind(side, _attribute_kinds(source))
                for side in (node.left, node.comparators[0])
                if not isinstance(side, ast.Name) or side.id not in own
            }
            found += "container" in sides and bool(sides & {"number", "text"})
    return found


def _kind(node: ast.expr, kinds: Mapping[str, str]) -> str:
    """The kind of an expression: "number", "text", "container", or "" if unknown."""
    if isinstance(node, ast.Constant):
        return KINDS.get(type(node.value).__name__, "")
    return kinds.get(last_name(node), "") if isinstance(node, (ast.Name, ast.Attribute)) else ""


@cached_per_search(64)
def _attribute_kinds(source: SourceFile) -> Mapping[str, str]:
    """The kind of each attribute by its annotations and first values in the file; without those whose kinds differ."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.AnnAssign):
            head = node.annotation.value if isinstance(node.annotation, ast.Subscript) else node.annotation
            found.setdefault(last_name(node.target), set()).add(KINDS.get(last_name(head), ""))
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute):
            found.setdefault(node.targets[0].attr, set()).add(_kind_of_value(node.value))
    return {name: next(iter(kinds)) for name, kinds in found.items() if name and len(kinds) == 1 and "" not in kinds}


def _kind_of_value(value: ast.expr) -> str:
    """The kind of a value, as far as its syntax shows it."""
    if isinstance(value, ast.Constant):
        return KINDS.get(type(value.value).__name__, "")
    is_container_call = isinstance(value, ast.Call) and called(value) in KINDS and KINDS[called(value)] == "container"
    return "container" if is_container_call or isinstance(value, CONTAINERS) else ""


def _chained_conditions(tree: ast.AST) -> Iterator[tuple[ast.expr, list[ast.expr]]]:
    """Yields every condition of a chain of `if` and `elif`, or of consecutive `if` statements, with the chain's other
    conditions."""
    inner: set[int] = set()
    for block in (block for node in ast.walk(tree) for block in blocks(node)):
        for is_if, run in itertools.groupby(block, lambda stmt: isinstance(stmt, ast.If) and id(stmt) not in inner):
            tests = [test for one in run for test in _chain_tests(one, inner)] if is_if else []  # type: ignore[arg-type]
            yield from ((test, [other for other in tests if other is not test]) for test in tests)


def _chain_tests(node: ast.If, inner: set[int]) -> Iterator[ast.expr]:
    """Yields the conditions of an `if` and its `elif` branches, and adds the branches to `inner`."""
    yield node.test
    while len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
        node = node.orelse[0]
        inner.add(id(node))
        yield node.test


def _condition_form(test: ast.expr) -> list[str]:
    """The nodes of a condition as text, with "" for each constant."""
    return ["" if isinstance(node, ast.Constant) else _node_label(node) for node in ast.walk(test)]


def condition_form_text(test: ast.expr) -> str:
    """The nodes of a condition as one text, without its constants."""
    return " ".join(filter(None, _condition_form(test)))


def _node_label(node: ast.AST) -> str:
    """The type of a node with its name."""
    return f"{type(node).__name__} {getattr(node, 'id', getattr(node, 'attr', ''))}"


def _conditions(tree: ast.AST) -> Iterator[ast.expr]:
    """Yields the conditions of a piece of code; operands of `and` and `or` one by one."""
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
    """Whether a condition compares with a number or a text or passes one to a call; indices, lookups and operands of
    arithmetic do not count."""
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
    names = names_in(node)
    return (names | {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}) - RECEIVERS
