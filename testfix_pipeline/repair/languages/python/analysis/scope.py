"""Which names could stand where: locals, parameters and module names in reach of a statement, likeliest first."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterator, Mapping

from testfix_pipeline.core.code_view import called, last_name, snake_case
from testfix_pipeline.repair.languages.python.analysis.edit import PythonEditSite
from testfix_pipeline.repair.languages.python.source import FunctionNode, PythonFunction, SourceFile, header_end
from testfix_pipeline.repair.model.source_cache import remembered


@remembered(4096)
def bound_names(node: ast.AST) -> Mapping[str, int]:
    """Names a function or module binds itself, with the first line where each is bound; nested functions left out."""
    found: dict[str, int] = {}
    for name, line in (*_parameters(node), *_bindings(node)):
        found[name] = min(line, found.get(name, line))
    return found


def _parameters(node: ast.AST) -> Iterator[tuple[str, int]]:
    if isinstance(node, FunctionNode):
        args = node.args
        for arg in (*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg):
            if arg is not None:
                yield arg.arg, arg.lineno


def _bindings(node: ast.AST) -> Iterator[tuple[str, int]]:
    for child in walk_scope(node):
        if isinstance(child, ast.Name) and isinstance(child.ctx, ast.Store):
            yield child.id, child.lineno
        elif isinstance(child, (*_DEFINITIONS, ast.ExceptHandler, ast.MatchAs, ast.MatchStar)):
            yield (child.name or "_"), child.lineno
        elif isinstance(child, ast.MatchMapping):
            yield (child.rest or "_"), child.lineno
        elif isinstance(child, (ast.Import, ast.ImportFrom)):
            for alias in child.names:
                yield (alias.asname or alias.name.split(".")[0]), child.lineno


_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def walk_scope(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function's or module's own body, without those of functions and classes in it."""
    stack = list(getattr(node, "body", []))
    while stack:
        child = stack.pop()
        if not isinstance(child, ast.AST):
            continue
        yield child
        if not isinstance(child, (*_DEFINITIONS, ast.Lambda)):
            stack.extend(ast.iter_child_nodes(child))


def stored_names(node: ast.AST) -> set[str]:
    """The variables that are bound anywhere in a node."""
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}


def inner_names(node: ast.AST) -> set[str]:
    """What the lambdas and comprehensions in a node bind for themselves."""
    inner = [part for part in ast.walk(node) if isinstance(part, (ast.Lambda, ast.comprehension))]
    bound = [one.args if isinstance(one, ast.Lambda) else one.target for one in inner]
    names = [part for one in bound for part in ast.walk(one) if isinstance(part, (ast.Name, ast.arg))]
    return {part.arg if isinstance(part, ast.arg) else part.id for part in names}


@remembered(1024)
def is_generator(function: PythonFunction) -> bool:
    """Whether a call gives an iterator: the function itself yields, whatever those in it do."""
    return yields(function.node)


def yields(function: FunctionNode) -> bool:
    """The same of a function that is not, or not yet, one of a file."""
    return any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in walk_scope(function))


def local_names(target: PythonEditSite) -> list[str]:
    """Names of the function (and those around it) that are bound by the statement's line."""
    return [name for name in _bound_by_now(target) if name not in ("self", "cls", "_")]


def reach_of(target: PythonEditSite) -> set[str]:
    """The same with `self` and its like, where there is one."""
    return set(_bound_by_now(target))


def _bound_by_now(target: PythonEditSite) -> tuple[str, ...]:
    if target.function is None:
        return ()
    return _bound_at(target.source, target.stmt, target.function.node)


@remembered(4096)
def _bound_at(source: SourceFile, stmt: ast.stmt, function: ast.AST) -> tuple[str, ...]:
    here, known = header_end(stmt), _scope_names(source, function)
    stored = (n.id for n in source.own(stmt) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
    own = dict.fromkeys(name for name in stored if name not in known)
    return (*(name for name, line in known.items() if line <= here), *own)


@remembered(1024)
def _of_comprehensions(function: ast.AST) -> frozenset[str]:
    """Names that only comprehensions of a function bind, each for itself."""
    nodes = list(walk_scope(function))
    inner = [part for one in nodes if isinstance(one, ast.comprehension) for part in ast.walk(one.target)]
    apart = set(map(id, inner))
    outer = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store) and id(n) not in apart}
    named = (*_DEFINITIONS, ast.ExceptHandler, ast.MatchAs, ast.MatchStar)
    outer |= {n.name for n in nodes if isinstance(n, named) and n.name}
    outer |= {n.rest for n in nodes if isinstance(n, ast.MatchMapping) and n.rest}
    brought = [one for n in nodes if isinstance(n, (ast.Import, ast.ImportFrom)) for one in n.names]
    outer |= {one.asname or one.name.split(".")[0] for one in brought}
    given = {name for name, _ in _parameters(function)}
    return frozenset(part.id for part in inner if isinstance(part, ast.Name)) - outer - given


def root_of(place: str) -> str:
    """The name that the text of a place begins with: `self` of `self.tables[key]`."""
    return place.partition(".")[0].partition("[")[0]


@remembered(1024)
def _scope_names(source: SourceFile, function: ast.AST) -> Mapping[str, int]:
    """Names of a function and those around it, the innermost first, with the line that binds each."""
    found: dict[str, int] = {}
    for scope in [function, *source.ancestors(function)]:
        if isinstance(scope, FunctionNode):
            inner = _of_comprehensions(scope)
            for name, line in bound_names(scope).items():
                if name not in inner:
                    found.setdefault(name, line)
    return found


@remembered(256)
def module_names(source: SourceFile) -> tuple[list[str], list[str]]:
    """(values, functions and classes) that the module defines itself."""
    values: list[str] = []
    callables: list[str] = []
    for stmt in source.tree.body:
        if isinstance(stmt, _DEFINITIONS):
            callables.append(stmt.name)
        elif isinstance(stmt, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            values += bound_names(ast.Module([stmt], []))
    return values, callables


def module_constants(source: SourceFile) -> list[str]:
    """The values of the module that are written in capitals."""
    return [name for name in module_names(source)[0] if name.isupper()]


def with_defaults(args: ast.arguments) -> list[tuple[ast.arg, ast.expr]]:
    """The parameters that have a default, each with it; those by keyword only come last."""
    plain = [*args.posonlyargs, *args.args]
    pairs = [*zip(plain[len(plain) - len(args.defaults) :], args.defaults, strict=True)]
    named = zip(args.kwonlyargs, args.kw_defaults, strict=True)
    return pairs + [(one, value) for one, value in named if value is not None]


def without_defaults(args: ast.arguments) -> list[ast.arg]:
    """The parameters that must be given and may be without their names."""
    plain = [*args.posonlyargs, *args.args]
    return plain[: len(plain) - len(args.defaults)]


def self_attributes(target: PythonEditSite) -> tuple[list[str], list[str]]:
    """(data attributes, methods) seen in the class around the statement and in its bases in the same file."""
    data, methods = class_attributes(target.source, target.function.owner if target.function else None)
    return list(data), list(methods)


def own_attribute(node: ast.AST | None) -> str:
    """The name in `self.name`; "" for anything else."""
    own = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    return node.attr if own else ""  # type: ignore[union-attr]


@remembered(512)
def class_attributes(source: SourceFile, owner: ast.ClassDef | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(data attributes, methods) of a class and of its bases in the same file; properties are data."""
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


@remembered(64)
def attributes_of_namesakes(source: SourceFile) -> Mapping[str, list[str]]:
    """By the name of a variable or attribute, the data attributes that the file asks such a one for, or sets on it.

    With those of the file's classes that have all of these, or that the name is made of: `space` may be a `Space`.
    """
    found: dict[str, dict[str, None]] = {}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Attribute) and not source.is_called(node) and (name := last_name(node.value)):
            found.setdefault(name, {}).setdefault(node.attr)
    classes = {one: class_attributes(source, one)[0] for one in source.tree.body if isinstance(one, ast.ClassDef)}
    for asked in found.values():
        for known in classes.values():
            if len(known) > len(asked) and set(asked) <= set(known):
                asked.update(dict.fromkeys(known))
    for one, known in classes.items():
        found.setdefault(snake_case(one.name), {}).update(dict.fromkeys(known))
    for name, maker in _bound_by_calls(source):
        made = [found.get(one, {}) for one in _answered_names(source).get(maker, ())]
        made += [dict.fromkeys(known) for one, known in classes.items() if one.name == maker]
        for attributes in made:
            found.setdefault(name, {}).update(attributes)
    return {name: list(attributes) for name, attributes in found.items()}


def _bound_by_calls(source: SourceFile) -> Iterator[tuple[str, str]]:
    """(variable or attribute, name of what was called for its value)."""
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.value, ast.Call):
            yield last_name(node.targets[0]), called(node.value)


@remembered(64)
def _answered_names(source: SourceFile) -> Mapping[str, list[str]]:
    """By the name of a function, the variables that those of this name answer."""
    found: dict[str, list[str]] = {}
    for function in source.functions:
        answers = (node.value for node in walk_scope(function.node) if isinstance(node, ast.Return))
        found.setdefault(function.name, []).extend(one.id for one in answers if isinstance(one, ast.Name))
    return found


@remembered(4096)
def declared_fields(owner: ast.ClassDef) -> list[str]:
    """What an instance has by the annotated names of the class body and by what `__init__` sets."""
    found: dict[str, None] = {}
    for stmt in owner.body:
        if isinstance(stmt, ast.AnnAssign) and isinstance(stmt.target, ast.Name):
            found[stmt.target.id] = None
        elif isinstance(stmt, ast.FunctionDef) and stmt.name == "__init__":
            found.update(dict.fromkeys(_set_on_self(stmt)))
    return list(found)


def _set_on_self(method: ast.FunctionDef) -> Iterator[str]:
    stored = (node for node in ast.walk(method) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store))
    yield from filter(None, map(own_attribute, stored))


FACTORIES = {"list": "[]", "dict": "{}", "set": "set()", "tuple": "()", "deque": "deque()", "Counter": "Counter()"}


def fields_of(source: SourceFile, owner: ast.ClassDef | None) -> Mapping[str, str]:
    """The fields of a dataclass with the plain values that they begin with, as text."""
    found: dict[str, str] = {}
    for stmt in owner.body if owner is not None else ():
        if isinstance(stmt, ast.AnnAssign) and isinstance(stmt.target, ast.Name) and stmt.value is not None:
            value = _default_of(source, stmt.value)
            if value:
                found[stmt.target.id] = value
    return found


def _default_of(source: SourceFile, value: ast.expr) -> str:
    if isinstance(value, ast.Constant):
        return source.segment(value)
    given = {one.arg: one.value for one in value.keywords} if isinstance(value, ast.Call) else {}
    if isinstance(given.get("default"), ast.Constant):
        return source.segment(given["default"])
    return FACTORIES.get(getattr(given.get("default_factory"), "id", ""), "")


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


@remembered(1 << 16)
def similarity(one: str, other: str) -> float:
    """How alike two names are, 0..1: shared words count most."""
    words, others = set(one.lower().split("_")), set(other.lower().split("_"))
    shared = len(words & others) / max(len(words | others), 1)
    return max(shared, difflib.SequenceMatcher(None, one.lower(), other.lower()).ratio())


def by_similarity(name: str, others: list[str]) -> list[str]:
    """The other names, the most similar first."""
    return sorted((o for o in others if o != name), key=lambda other: (-similarity(name, other), other))


@remembered(256)
def attributes_read(source: SourceFile) -> Mapping[str, Mapping[str, None]]:
    """By variable, the attributes that the file reads from it."""
    seen: dict[str, dict[str, None]] = {}
    for other in ast.walk(source.tree):
        if isinstance(other, ast.Attribute) and isinstance(other.value, ast.Name):
            seen.setdefault(other.value.id, {}).setdefault(other.attr)
    return seen
