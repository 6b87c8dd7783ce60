"""Whether a patch changes what the program checks or returns, instead of what it asks a library for.

Tests seldom run both sides of a check: they pass where a patch widens, narrows or turns it round, too.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.repair.languages.python.overfitting.changed_trees import all_nodes, changed_trees
from testfix_pipeline.repair.languages.python.overfitting.ignored_parameters import ignored_parameters
from testfix_pipeline.repair.languages.python.overfitting.lost_calls import loses_argument
from testfix_pipeline.repair.languages.python.overfitting.special_cases import is_literal_expression
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline.repair.model.source_cache import cached_per_search

_CHECKS = (ast.If, ast.While, ast.IfExp, ast.Assert)
_NONE = {"Eq": "Is", "NotEq": "IsNot"}
"""An array has to be asked so whether it is None: the same check."""
_NO_DTYPES = frozenset({"array", "asarray", "dict", "list", "matrix", "ndarray", "recarray", "set", "tuple"})
"""Which numpy takes for `object`: the elements are no numbers any more, and any repr of them is another one."""


def signs_since_update(candidate: Candidate, failure_evidence: FailureEvidence) -> dict[str, bool]:
    """The signs, by name, of a patch of what an update may have broken; an undo has none of them."""
    changed = list(_since_update(candidate, failure_evidence))
    return {
        "changes_check": any(_changes_check(old, new) for old, new in changed),
        "changes_literal": any(_changes_literal(old, new) for old, new in changed),
        "swaps_attribute": any(_swaps_attribute(old, new) for old, new in changed),
        "ignores_parameter": any(True for old, new in changed for _ in ignored_parameters(old, new)),
        "loses_argument": any(loses_argument(old, new, failure_evidence.refused_calls) for old, new in changed),
        "repeats_element": any(_repeated(new) - _repeated(old) for old, new in changed),
        "loses_use": any(_loses_use(old, new, failure_evidence.newer_modules) for old, new in changed),
    }


def _changes_check(old: ast.Module, new: ast.Module) -> bool:
    """Whether there are other checks: more, fewer, joined, negated, or comparing otherwise. Names and values in them
    may change."""
    return _checks(old) != _checks(new) or _attributes_asked(old) > _attributes_asked(new)


def _changes_literal(old: ast.Module, new: ast.Module) -> bool:
    """Whether a function returns another literal in the place of one."""
    before, after = _returned_literals(old), _returned_literals(new)
    return bool(before - after) and bool(after - before)


def _repeated(tree: ast.Module) -> Counter[str]:
    """The elements that lists, tuples and sets hold twice, other than numbers."""
    found = Counter[str]()
    for node in all_nodes(tree):
        if isinstance(node, ast.List | ast.Tuple | ast.Set) and isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
            held = Counter(ast.unparse(one) for one in node.elts if not _is_number(one))
            found.update(name for name, count in held.items() if count > 1)
    return found


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float | None)


def _swaps_attribute(old: ast.Module, new: ast.Module) -> bool:
    """Whether an object is asked for something else: `is_json` for `is_xhr`, not `is_alive` for `isAlive`. What took
    the place of an attribute the library knows, not the rest of the program."""
    before, after = _attributes(old), _attributes(new)
    return _are_unlike(before - after, after - before)


def _since_update(candidate: Candidate, failure_evidence: FailureEvidence) -> Iterator[tuple[ast.Module, ast.Module]]:
    """Yields the old and the new tree of each file that an update may have broken: all where one is behind a failure,
    else those whose changed functions use a library that is newer than what the project required."""
    if candidate.kind.startswith("history"):
        return
    for old, new in changed_trees(candidate):
        if failure_evidence.follows_update or _changes_use(old, new, failure_evidence.newer_modules):
            yield old, new


def _changes_use(old: ast.Module, new: ast.Module, modules: frozenset[str]) -> bool:
    """Whether a changed function, or statement outside of functions, has names of one of these top-level modules."""
    names = _names_of(old, modules) if modules else set()
    kept = {ast.dump(node) for node in flat_statements(new)} if names else set()
    changed = (node for node in flat_statements(old) if ast.dump(node) not in kept) if names else ()
    return any(isinstance(one, ast.Name) and one.id in names for node in changed for one in ast.walk(node))


def _loses_use(old: ast.Module, new: ast.Module, modules: frozenset[str]) -> bool:
    """Whether fewer places name what is imported from these top-level modules."""
    names = _names_of(old, modules) | _names_of(new, modules) if modules else set()
    before, after = (
        sum(isinstance(one, ast.Name) and one.id in names for one in all_nodes(tree)) for tree in (old, new)
    )
    return after < before


def _names_of(tree: ast.Module, modules: frozenset[str]) -> set[str]:
    """What a file imports from these top-level modules, by the names that it has there."""
    return {one.name for one in imported_names(all_nodes(tree)) if one.top in modules and not one.level}


def flat_statements(tree: ast.Module | ast.ClassDef) -> Iterator[ast.stmt]:
    """The statements of a module; of a class, its methods and the rest of its statements."""
    for node in tree.body:
        yield from flat_statements(node) if isinstance(node, ast.ClassDef) else [node]


def _returned_literals(tree: ast.Module) -> Counter[str]:
    values = (node.value for node in all_nodes(tree) if isinstance(node, ast.Return) and node.value is not None)
    return Counter(ast.unparse(value) for value in values if is_literal_expression(value))


def _attributes(tree: ast.Module) -> Counter[str]:
    """How often each attribute is read, as one would say it."""
    nodes = (node for node in all_nodes(tree) if isinstance(node, ast.Attribute))
    return Counter(node.attr.replace("_", "").lower() for node in nodes if isinstance(node.ctx, ast.Load))


def _are_unlike(gone: Counter[str], fresh: Counter[str]) -> bool:
    """Whether attributes took the place of others, of which none is a part of the other."""
    return bool(gone) and bool(fresh) and not all(any(a in b or b in a for b in fresh) for a in gone)


@cached_per_search(512)
def accepts_parts(candidate: Candidate) -> bool:
    """Whether a patch takes any part of a text for the text: `x == '-'` becomes `x in '-'`, which is true of ''."""
    return any(_of_text(new, ast.In) & _of_text(old, ast.Eq) for old, new in changed_trees(candidate))


@cached_per_search(512)
def makes_objects(candidate: Candidate) -> bool:
    """Whether a patch gives a `dtype` that is none, such as the class of arrays."""
    return any(_no_dtypes(new) - _no_dtypes(old) for old, new in changed_trees(candidate))


def _checks(tree: ast.Module) -> Counter[str]:
    """How often there is each kind of check, comparison, and connective of conditions."""
    found = Counter[str]()
    for node in all_nodes(tree):
        found.update(map(_comparison, *_sides(node)) if isinstance(node, ast.Compare) else ())
        found.update([type(node).__name__] if isinstance(node, (*_CHECKS, ast.BoolOp)) else ())
        found.update(name for test in _tests(node) for name in _connectives(test))
    return found


def _sides(node: ast.Compare) -> tuple[list[ast.cmpop], list[ast.expr], list[ast.expr]]:
    return node.ops, [node.left, *node.comparators[:-1]], node.comparators


def _comparison(operator: ast.cmpop, left: ast.expr, right: ast.expr) -> str:
    name = type(operator).__name__
    is_with_none = any(isinstance(side, ast.Constant) and side.value is None for side in (left, right))
    return _NONE.get(name, name) if is_with_none else name


def _tests(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, _CHECKS):
        yield node.test
    elif isinstance(node, ast.comprehension):
        yield from node.ifs


def _attributes_asked(tree: ast.Module) -> int:
    """How many attributes decide something."""
    tests = (test for node in all_nodes(tree) for test in _tests(node))
    return sum(isinstance(node, ast.Attribute) for test in tests for node in ast.walk(test))


def _connectives(test: ast.expr) -> Iterator[str]:
    """Yields one name for each condition of a test, and for each that is negated."""
    yield "constant" if isinstance(test, ast.Constant) else "condition"
    for node in ast.walk(test):
        if isinstance(node, ast.BoolOp):
            yield from [type(node.op).__name__] * (len(node.values) - 1)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield "Not"


def _of_text(tree: ast.Module, operator: type[ast.cmpop]) -> set[tuple[str, str]]:
    """What is compared so with each text of the program."""
    pairs = (
        (left, right)
        for node in all_nodes(tree)
        if isinstance(node, ast.Compare)
        for one, left, right in zip(*_sides(node), strict=True)
        if isinstance(one, operator)
    )
    return {
        (ast.unparse(left), right.value)
        for left, right in pairs
        if isinstance(right, ast.Constant) and isinstance(right.value, str)
    }


def _no_dtypes(tree: ast.Module) -> Counter[str]:
    """How often each class that is no `dtype` is given as one."""
    given = (node.value for node in all_nodes(tree) if isinstance(node, ast.keyword) and node.arg == "dtype")
    return Counter(name for name in map(last_name, given) if name in _NO_DTYPES)
