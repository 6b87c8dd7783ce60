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
    plain_methods,
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


def alike(target: Target) -> Iterator[Edit]:
    """`other.to(self.unit).value` for `other.value`: the other thing of the class first made into one like this."""
    function = target.function
    if function is None or function.owner is None:
        return
    data = class_attributes(target.source, function.owner)[0]
    given = {argument.arg for argument in function.arguments} - {"self", "cls"}
    ways = [one for one in _making(function.owner) if one.name != function.name]
    for node in target.expressions(ast.Attribute) if ways else ():
        assert isinstance(node, ast.Attribute)
        root = node.value
        if not isinstance(root, ast.Name) or root.id not in given or node.attr not in data:
            continue
        for rank, way in enumerate(ways):
            taken = [argument.arg for argument in way.args.args[1:]]
            if all(name in data for name in taken):
                text = f"{root.id}.{way.name}({', '.join(f'self.{name}' for name in taken)})"
                yield target.replace(root, text, KIND, PRIOR / (1 + 0.3 * rank), text)


def looked_up(target: Target) -> Iterator[Edit]:
    """`self.find(item)` for `self._parent[item]`: a method of the class that looks the same up by what it is given."""
    function = target.function
    if function is None or function.owner is None:
        return
    for node in target.expressions(ast.Subscript, ast.Call):
        own, key = _looked_up(node)
        if (
            not own
            or isinstance(key, (ast.Slice, ast.Tuple))
            or not isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
        ):
            continue
        ways = [name for name in _looking_up(function.owner).get(own, ()) if name != function.name]
        for rank, name in enumerate(ways):
            text = f"self.{name}({target.text(key)})"
            yield target.replace(node, text, KIND, PRIOR / (1 + 0.4 * rank), text)


def _looked_up(node: ast.AST) -> tuple[str, ast.expr]:
    """The table of the object and the key of `self.table[key]` and `self.table.get(key)`; "" for anything else."""
    if isinstance(node, ast.Subscript):
        return own_attribute(node.value), node.slice
    func = node.func if isinstance(node, ast.Call) else None
    if isinstance(node, ast.Call) and isinstance(func, ast.Attribute) and func.attr == "get" and node.args:
        return own_attribute(func.value), node.args[0]
    return "", ast.Constant(None)


@remembered(256)
def _looking_up(owner: ast.ClassDef) -> Mapping[str, Sequence[str]]:
    """By table of the object, the methods of one value that look this value up there and answer something."""
    found: dict[str, list[str]] = {}
    for method in plain_methods(owner):
        given = [argument.arg for argument in without_defaults(method.args)]
        answers = any(isinstance(node, ast.Return) and node.value is not None for node in walk_scope(method))
        for node in walk_scope(method) if len(given) == 2 and answers else ():
            table, key = _looked_up(node)
            if table and getattr(key, "id", "") == given[1] and method.name not in found.setdefault(table, []):
                found[table].append(method.name)
    return found


@remembered(256)
def _making(owner: ast.ClassDef) -> list[ast.FunctionDef]:
    """The methods of a class that answer a thing of the class, plainly named."""
    found = []
    for method in plain_methods(owner):
        answers = [node.value for node in walk_scope(method) if isinstance(node, ast.Return)]
        if any(isinstance(one, ast.Call) and last_name(one.func) == owner.name for one in answers):
            found.append(method)
    return found
