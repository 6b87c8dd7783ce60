"""What a class keeps, taken as it is where a method of its own gives it in order, only what counts, or all together."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.imports import imported
from testfix_pipeline.repair.edits.scope import (
    class_attributes,
    own_attribute,
    walk_scope,
    without_defaults,
)
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import FunctionNode, SourceFile

KIND = "own-view"
PRIOR, FURTHER = 0.5, 0.8


def instead(target: Target) -> Iterator[Edit]:
    """`self.ordered()` for `self.entries.values()` where something is gone over or made a list."""
    function = target.function
    if function is None or function.owner is None:
        return
    views = _views(function.owner)
    for node in target.expressions(ast.Attribute, ast.Call) if views else ():
        parent = target.source.parents[node]
        gone_over = isinstance(parent, (ast.For, ast.comprehension)) and parent.iter is node
        if not gone_over and not (isinstance(parent, ast.Call) and parent.args[:1] == [node]):
            continue
        kept = _kept(node)
        fitting = [name for name, told in views.items() if kept in told and name != function.name]
        for rank, name in enumerate(fitting):
            yield target.replace(node, f"self.{name}()", KIND, PRIOR * FURTHER**rank, f"self.{name}()")


def of_others(target: Target) -> Iterator[Edit]:
    """`thing.total_weight()` for `thing.weight`: a method or property that makes something of the attribute."""
    if target.function is None:
        return
    modules = imported(target.source)
    for node in target.expressions(ast.Attribute):
        assert isinstance(node, ast.Attribute)
        if not isinstance(node.ctx, ast.Load) or target.source.is_called(node) or not isinstance(node.value, ast.Name):
            continue
        own, root = target.function.owner, node.value.id
        keepers = _keepers(target.project).get(node.attr, ()) if root not in modules else ()
        if root in ("self", "cls"):
            keepers = [one for one in keepers if own and one.name in (own.name, *map(last_name, own.bases))]
        for owner in keepers:
            told = [name for name, read in _views(owner).items() if node.attr in read and name != target.function.name]
            for rank, name in enumerate(told):
                text = f"{node.value.id}.{name}()"
                yield target.replace(node, text, KIND, PRIOR * FURTHER**rank, text)
            for name in (one for one in _properties(owner, node.attr) if one != target.function.name):
                yield target.replace(node, f"{node.value.id}.{name}", KIND, PRIOR, name)


@remembered(4)
def _keepers(project: tuple[SourceFile, ...]) -> Mapping[str, Sequence[ast.ClassDef]]:
    """By data attribute, the classes at the head of modules that have it."""
    found: dict[str, list[ast.ClassDef]] = {}
    for source in project:
        for owner in (one for one in source.tree.body if isinstance(one, ast.ClassDef)):
            for name in class_attributes(source, owner)[0]:
                found.setdefault(name, []).append(owner)
    return found


@remembered(256)
def _properties(owner: ast.ClassDef, read: str) -> list[str]:
    """The properties of a class that read an attribute."""
    methods = [one for one in owner.body if isinstance(one, FunctionNode)]
    given = [one for one in methods if "property" in {last_name(by) for by in one.decorator_list}]
    return [one.name for one in given if read in map(own_attribute, walk_scope(one))]


def _kept(node: ast.expr) -> str:
    """The attribute of `self` that is gone over, by itself or by a view of a mapping; "" for anything else."""
    if isinstance(node, ast.Call) and not node.args and isinstance(node.func, ast.Attribute):
        return _kept(node.func.value) if node.func.attr in ("values", "keys", "items", "copy") else ""
    return own_attribute(node)


@remembered(64)
def _views(owner: ast.ClassDef) -> dict[str, set[str]]:
    """Methods that need no arguments and answer something, with the attributes of the object that they read."""
    found: dict[str, set[str]] = {}
    for method in (one for one in owner.body if isinstance(one, FunctionNode) and not one.decorator_list):
        nodes = list(walk_scope(method))
        answers = any((isinstance(n, ast.Return) and n.value is not None) or isinstance(n, ast.Yield) for n in nodes)
        if answers and len(without_defaults(method.args)) == 1 and not method.name.startswith("__"):
            found[method.name] = set(filter(None, map(own_attribute, nodes)))
    return found
