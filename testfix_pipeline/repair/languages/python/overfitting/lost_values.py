"""Whether a patch takes away the value that later code reads: what sets an attribute, or what a result is made of."""

from __future__ import annotations

import ast
import itertools
from collections import Counter
from collections.abc import Iterator

from testfix_pipeline.core.python_bindings import names_bound_by
from testfix_pipeline.core.python_code import FunctionNode, read_names, stored_names
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.repair.languages.python.overfitting.changed_trees import all_nodes, changed_trees
from testfix_pipeline.repair.languages.python.overfitting.special_cases import is_literal_expression
from testfix_pipeline.repair.languages.python.source import blocks
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline.repair.model.source_cache import cached_per_search

_EMPTY = frozenset({"bytes()", "dict()", "list()", "set()", "str()", "tuple()"})


@cached_per_search(512)
def leaves_unset(candidate: Candidate) -> bool:
    """Whether a patch drops all that sets an attribute of `self` which the same class still reads.

    Classes that inherit are left out: a base may set it.
    """
    return any(
        (_of_self(before, ast.Store) - _of_self(after, ast.Store)) & _of_self(after, ast.Load) - _defined(after)
        for old, new in changed_trees(candidate)
        for before, after in _same_classes(old, new)
    )


def drops_import(candidate: Candidate, failure_evidence: FailureEvidence) -> bool:
    """Whether a patch imports no more what is read: by the file itself, or, of an `__init__.py`, by users of the
    package."""
    packages = changed_trees(candidate, "__init__.py")
    return _drops_read_import(candidate) or any(_drops_export(old, new, failure_evidence) for old, new in packages)


@cached_per_search(512)
def _drops_read_import(candidate: Candidate) -> bool:
    trees = changed_trees(candidate)
    return any((_imported(old) - _imported(new) - _bound(new)) & read_names(all_nodes(new)) for old, new in trees)


def _drops_export(old: ast.Module, new: ast.Module, failure_evidence: FailureEvidence) -> bool:
    """Whether a package offers a listed name no more, or has fewer imports. It may drop a name that a library lost, and
    one that `__all__` doesn't list where the failure is a circle of imports."""
    before, after = _exports(old), _exports(new)
    dropped = before.keys() - after.keys() - _bound(new)
    unlost = {name for name in dropped if failure_evidence.lost_names.isdisjoint(before[name].split("."))}
    if dropped & _listed(new) or unlost & _listed(old):
        return True
    is_circular = any("partially initialized module" in one for one in failure_evidence.messages)
    return len(after) < len(before) and bool(unlost) and not is_circular


def _exports(tree: ast.Module) -> dict[str, str]:
    """What the imports of a package offer, as `name` or `module.submodule`, with the full name of each."""
    return {one.spelling: one.whole for one in imported_names(all_nodes(tree))}


def _listed(tree: ast.Module) -> set[str]:
    """The names in `__all__`."""
    values = (node.value for node in tree.body if isinstance(node, ast.Assign) and _is_all(node.targets[0]))
    texts = (node for value in values for node in ast.walk(value) if isinstance(node, ast.Constant))
    return {node.value for node in texts if isinstance(node.value, str)}


def _is_all(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "__all__"


def _imported(tree: ast.Module) -> set[str]:
    """The names that the imports of a file bind."""
    return {one.name for one in imported_names(all_nodes(tree))}


def _bound(tree: ast.Module) -> set[str]:
    """The names that anything but an import binds."""
    return names_bound_by(node for node in all_nodes(tree) if not isinstance(node, ast.Import | ast.ImportFrom))


@cached_per_search(512)
def bares_import(candidate: Candidate) -> bool:
    """Whether an imported name of which only attributes were used, such as a module, becomes a value itself."""
    trees = changed_trees(candidate)
    return any((_bare(new) - _bare(old)) & _imported(old) & _receivers(old) for old, new in trees)


def _receivers(tree: ast.Module) -> set[str]:
    nodes = (node.value for node in all_nodes(tree) if isinstance(node, ast.Attribute))
    return {node.id for node in nodes if isinstance(node, ast.Name)}


def _bare(tree: ast.Module) -> set[str]:
    """The names that are read but for their attributes."""
    owners = {id(node.value) for node in all_nodes(tree) if isinstance(node, ast.Attribute)}
    nodes = (node for node in all_nodes(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
    return {node.id for node in nodes if id(node) not in owners}


@cached_per_search(512)
def blanks_result(candidate: Candidate) -> bool:
    """Whether a patch sets to a constant, or to nothing, what the very next statement returns or computes its result
    from."""
    return any(_blanked(new) - _blanked(old) for old, new in changed_trees(candidate))


def _blanked(tree: ast.Module) -> Counter[str]:
    """How often there is each return whose value depends on what the statement before has set to a constant."""
    found = Counter[str]()
    for block in (block for node in all_nodes(tree) for block in blocks(node)):
        for before, after in itertools.pairwise(block):
            if isinstance(before, ast.Assign) and isinstance(after, ast.Return) and is_blank(before.value):
                read = {ast.unparse(one) for one in ast.walk(after) if isinstance(one, (ast.Name, ast.Attribute))}
                found[ast.unparse(after)] += not read.isdisjoint(map(ast.unparse, before.targets))
    return found


def is_blank(value: ast.expr) -> bool:
    """Whether an expression is a literal, or makes an empty object."""
    is_made_empty = isinstance(value, ast.Call) and ast.unparse(value) in _EMPTY
    return is_made_empty or is_literal_expression(value)


def _same_classes(old: ast.Module, new: ast.Module) -> Iterator[tuple[ast.ClassDef, ast.ClassDef]]:
    """The outermost classes without bases that both have."""
    after = {node.name: node for node in new.body if isinstance(node, ast.ClassDef)}
    for node in old.body:
        if isinstance(node, ast.ClassDef) and not node.bases and not node.keywords and node.name in after:
            yield node, after[node.name]


def _of_self(tree: ast.AST, context: type[ast.expr_context]) -> set[str]:
    """The attributes of `self` that are set or read."""
    named = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.ctx, context))
    return {node.attr for node in named if isinstance(node.value, ast.Name) and node.value.id == "self"}


def _defined(node: ast.ClassDef) -> set[str]:
    """The names that the body of a class defines."""
    return stored_names(ast.walk(node)) | {
        one.name for one in node.body if isinstance(one, FunctionNode | ast.ClassDef)
    }
