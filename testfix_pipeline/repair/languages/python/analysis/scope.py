"""Scopes: locals, parameters and module names in reach of a statement, likeliest first."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterator, Mapping

from testfix_pipeline.core.code_view import called, last_name, snake_case
from testfix_pipeline.core.python_bindings import bindings, names_bound_by
from testfix_pipeline.core.python_code import FunctionNode, own_nodes
from testfix_pipeline.repair.languages.python.analysis.edit import PythonEditSite
from testfix_pipeline.repair.languages.python.source import PythonFunction, SourceFile, header_end
from testfix_pipeline.repair.model.source_cache import cached_per_search


@cached_per_search(4096)
def bound_names(node: ast.AST) -> Mapping[str, int]:
    """The names that a function or module itself binds, with the first line of each; nested functions are left out."""
    found: dict[str, int] = {}
    for name, line in (*_parameters(node), *bindings(walk_scope(node))):
        found[name] = min(line, found.get(name, line))
    return found


def _parameters(node: ast.AST) -> Iterator[tuple[str, int]]:
    return bindings(ast.iter_child_nodes(node.args) if isinstance(node, FunctionNode) else ())


_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def walk_scope(node: ast.AST) -> Iterator[ast.AST]:
    """Yields the nodes of a function's or module's own body, without those of nested functions and classes."""
    yield from own_nodes(getattr(node, "body", []))


def inner_names(node: ast.AST) -> set[str]:
    """The names that lambdas and comprehensions in a node bind."""
    inner = [part for part in ast.walk(node) if isinstance(part, (ast.Lambda, ast.comprehension))]
    bound = [one.args if isinstance(one, ast.Lambda) else one.target for one in inner]
    names = [part for one in bound for part in ast.walk(one) if isinstance(part, (ast.Name, ast.arg))]
    return {part.arg if isinstance(part, ast.arg) else part.id for part in names}


@cached_per_search(1024)
def is_generator(function: PythonFunction) -> bool:
    """Whether the function itself yields (nested functions aside)."""
    return yields(function.node)


def yields(function: FunctionNode) -> bool:
    """Whether the body of a function node yields (nested functions aside)."""
    return any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in walk_scope(function))


def local_names(target: PythonEditSite) -> list[str]:
    """The names of the function and its enclosing functions that are bound at the statement's line."""
    return [name for name in _bound_at_site(target) if name not in ("self", "cls", "_")]


def names_in_scope(target: PythonEditSite) -> set[str]:
    """The names bound at the statement's line, `self` and `cls` included."""
    return set(_bound_at_site(target))


def _bound_at_site(target: PythonEditSite) -> tuple[str, ...]:
    if target.function is None:
        return ()
    return _bound_at(target.source, target.stmt, target.function.node)


@cached_per_search(4096)
def _bound_at(source: SourceFile, stmt: ast.stmt, function: ast.AST) -> tuple[str, ...]:
    line_of_stmt, known = header_end(stmt), _scope_names(source, function)
    stored = (n.id for n in source.own(stmt) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
    own_names = dict.fromkeys(name for name in stored if name not in known)
    return (*(name for name, line in known.items() if line <= line_of_stmt), *own_names)


@cached_per_search(1024)
def _comprehension_names(function: ast.AST) -> frozenset[str]:
    """Names that only comprehensions of a function bind."""
    nodes = list(walk_scope(function))
    inner = [part for one in nodes if isinstance(one, ast.comprehension) for part in ast.walk(one.target)]
    inner_ids = set(map(id, inner))
    outer = names_bound_by(one for one in nodes if id(one) not in inner_ids)
    parameters = {name for name, _ in _parameters(function)}
    return frozenset(part.id for part in inner if isinstance(part, ast.Name)) - outer - parameters


def root_of(place: str) -> str:
    """The first name of a dotted or subscripted text: `self` of `self.tables[key]`."""
    return place.partition(".")[0].partition("[")[0]


@cached_per_search(1024)
def _scope_names(source: SourceFile, function: ast.AST) -> Mapping[str, int]:
    """Names of a function and its enclosing functions, the innermost first, with the line that binds each."""
    found: dict[str, int] = {}
    for scope in [function, *source.ancestors(function)]:
        if isinstance(scope, FunctionNode):
            inner = _comprehension_names(scope)
            for name, line in bound_names(scope).items():
                if name not in inner:
                    found.setdefault(name, line)
    return found


@cached_per_search(256)
def module_names(source: SourceFile) -> tuple[list[str], list[str]]:
    """(values, functions and classes) that the module defines."""
    values: list[str] = []
    callables: list[str] = []
    for stmt in source.tree.body:
        if isinstance(stmt, _DEFINITIONS):
            callables.append(stmt.name)
        elif isinstance(stmt, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            values += bound_names(ast.Module([stmt], []))
    return values, callables


def module_constants(source: SourceFile) -> list[str]:
    """The values of the module whose names are in capitals."""
    return [name for name in module_names(source)[0] if name.isupper()]


def without_defaults(args: ast.arguments) -> list[ast.arg]:
    """The positional parameters without a default."""
    plain = [*args.posonlyargs, *args.args]
    return plain[: len(plain) - len(args.defaults)]


def self_attributes(target: PythonEditSite) -> tuple[list[str], list[str]]:
    """(data attributes, methods) of the statement's class and its bases in the same file."""
    data, methods = class_attributes(target.source, target.function.self_class if target.function else None)
    return list(data), list(methods)


def own_attribute(node: ast.AST | None) -> str:
    """The name in `self.name`; "" for any other node."""
    is_own = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    return node.attr if is_own else ""  # type: ignore[union-attr]


@cached_per_search(512)
def class_attributes(source: SourceFile, owner: ast.ClassDef | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(data attributes, methods) of a class and its bases in the same file; properties are data."""
    data: dict[str, None] = {}
    methods: dict[str, None] = {}
    for cls in _with_bases(source, owner):
        for child in cls.body:
            if isinstance(child, FunctionNode):
                decorators = {d.id for d in child.decorator_list if isinstance(d, ast.Name)}
                (data if decorators & {"property", "cached_property"} else methods).setdefault(child.name)
            elif isinstance(child, (ast.Assign, ast.AnnAssign)):
                data.update(dict.fromkeys(bound_names(ast.Module([child], []))))
        for node in ast.walk(cls):
            if name := own_attribute(node):
                data.setdefault(name)
    return tuple(name for name in data if name not in methods), tuple(methods)


@cached_per_search(64)
def undecorated_methods(source: SourceFile) -> list[FunctionNode]:
    """The methods of a file's classes that have no decorator."""
    members = (one for owner in ast.walk(source.tree) if isinstance(owner, ast.ClassDef) for one in owner.body)
    return [one for one in members if isinstance(one, FunctionNode) and not one.decorator_list]


@cached_per_search(64)
def attributes_by_name(source: SourceFile) -> Mapping[str, list[str]]:
    """The data attributes that the file reads from or sets on each variable or attribute name.

    Includes those of the file's classes that have all of these, or whose name matches: `space` may be a `Space`.
    """
    found: dict[str, dict[str, None]] = {}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Attribute) and not source.is_called(node) and (name := last_name(node.value)):
            found.setdefault(name, {}).setdefault(node.attr)
    classes = {one: class_attributes(source, one)[0] for one in source.tree.body if isinstance(one, ast.ClassDef)}
    for used in found.values():
        for known in classes.values():
            if len(known) > len(used) and set(used) <= set(known):
                used.update(dict.fromkeys(known))
    for one, known in classes.items():
        found.setdefault(snake_case(one.name), {}).update(dict.fromkeys(known))
    for name, maker in _bound_by_calls(source):
        of_value = [found.get(one, {}) for one in _returned_names(source).get(maker, ())]
        of_value += [dict.fromkeys(known) for one, known in classes.items() if one.name == maker]
        for attributes in of_value:
            found.setdefault(name, {}).update(attributes)
    return {name: list(attributes) for name, attributes in found.items()}


def _bound_by_calls(source: SourceFile) -> Iterator[tuple[str, str]]:
    """Yields (variable or attribute, name of the function whose value it gets)."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.value, ast.Call):
            yield last_name(node.targets[0]), called(node.value)


@cached_per_search(64)
def _returned_names(source: SourceFile) -> Mapping[str, list[str]]:
    """The variables that the functions of each name return."""
    found: dict[str, list[str]] = {}
    for function in source.functions:
        values = (node.value for node in walk_scope(function.node) if isinstance(node, ast.Return))
        found.setdefault(function.name, []).extend(one.id for one in values if isinstance(one, ast.Name))
    return found


@cached_per_search(4096)
def declared_fields(owner: ast.ClassDef) -> list[str]:
    """The fields of an instance: annotated names of the class body and attributes that `__init__` sets."""
    found: dict[str, None] = {}
    for stmt in owner.body:
        if isinstance(stmt, ast.AnnAssign) and isinstance(stmt.target, ast.Name):
            found[stmt.target.id] = None
        elif isinstance(stmt, ast.FunctionDef) and stmt.name == "__init__":
            found.update(dict.fromkeys(_attributes_set(stmt)))
    return list(found)


def _attributes_set(method: ast.FunctionDef) -> Iterator[str]:
    stored = (node for node in ast.walk(method) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store))
    yield from filter(None, map(own_attribute, stored))


FACTORIES = {"list": "[]", "dict": "{}", "set": "set()", "tuple": "()", "deque": "deque()", "Counter": "Counter()"}


def fields_of(source: SourceFile, owner: ast.ClassDef | None) -> Mapping[str, str]:
    """The fields of a dataclass with their simple default values, as text."""
    found: dict[str, str] = {}
    for stmt in owner.body if owner is not None else ():
        if isinstance(stmt, ast.AnnAssign) and isinstance(stmt.target, ast.Name) and stmt.value is not None:
            value = _default_text(source, stmt.value)
            if value:
                found[stmt.target.id] = value
    return found


def _default_text(source: SourceFile, value: ast.expr) -> str:
    if isinstance(value, ast.Constant):
        return source.segment(value)
    keywords = {one.arg: one.value for one in value.keywords} if isinstance(value, ast.Call) else {}
    if isinstance(keywords.get("default"), ast.Constant):
        return source.segment(keywords["default"])
    return FACTORIES.get(getattr(keywords.get("default_factory"), "id", ""), "")


def _with_bases(source: SourceFile, owner: ast.ClassDef | None) -> Iterator[ast.ClassDef]:
    seen: set[str] = set()
    queue = [owner] if owner else []
    while queue:
        cls = queue.pop(0)
        if cls.name not in seen:
            seen.add(cls.name)
            yield cls
            bases = [source.classes.get(getattr(base, "id", "")) for base in cls.bases]
            queue += [base for base in bases if base]


@cached_per_search(1 << 16)
def similarity(one: str, other: str) -> float:
    """The similarity of two names, 0..1: shared words count most."""
    own_words, other_words = set(one.lower().split("_")), set(other.lower().split("_"))
    shared = len(own_words & other_words) / max(len(own_words | other_words), 1)
    return max(shared, difflib.SequenceMatcher(None, one.lower(), other.lower()).ratio())


def by_similarity(name: str, others: list[str]) -> list[str]:
    """The other names, the most similar first."""
    return sorted((o for o in others if o != name), key=lambda other: (-similarity(name, other), other))


@cached_per_search(256)
def attributes_read(source: SourceFile) -> Mapping[str, Mapping[str, None]]:
    """The attributes that the file reads from each variable."""
    seen: dict[str, dict[str, None]] = {}
    for other in ast.walk(source.tree):
        if isinstance(other, ast.Attribute) and isinstance(other.value, ast.Name):
            seen.setdefault(other.value.id, {}).setdefault(other.attr)
    return seen
