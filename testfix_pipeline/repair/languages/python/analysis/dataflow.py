"""Finds unused definitions, which a removal leaves behind: unread names, unfilled containers, counters that never
change, uncalled helpers, attributes that are read and never stored.

They indicate where code is missing, and which names the missing code uses.
"""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from testfix_pipeline.core.code_view import called
from testfix_pipeline.core.python_bindings import names_bound_by
from testfix_pipeline.core.python_code import FunctionNode, argument_names, read_names
from testfix_pipeline.repair.languages.python.analysis.scope import bound_names
from testfix_pipeline.repair.languages.python.source import PythonFunction, SourceFile
from testfix_pipeline.repair.model.source_cache import cached_per_search

FILLING = {"append", "appendleft", "extend", "insert", "add", "update", "setdefault", "push", "put", "subtract"}
EMPTY_CALLS = {"list": "list", "dict": "dict", "set": "set", "deque": "list", "Counter": "dict", "OrderedDict": "dict"}
LOCALS_READ = re.compile(r"\b(?:locals|vars|eval|exec)\(")
WORD = re.compile(r"[^\W\d]\w*")
Nodes = Sequence[ast.AST]


@dataclass(frozen=True)
class UnusedDefinitions:
    """The unused definitions of one function.

    unread: names that it binds and does not read, with the rarity of that in correct code (0..1). unfilled: containers
    created empty that nothing fills, with their type. unmoved: names bound once, to a constant, with its text. unbound:
    names read that nothing binds.
    """

    unread: Mapping[str, float]
    unfilled: Mapping[str, str]
    unmoved: Mapping[str, str]
    unbound: frozenset[str]

    def __bool__(self) -> bool:
        return bool(self.unread or self.unfilled or self.unbound)


@cached_per_search(2048)
def unused_definitions(source: SourceFile, function: PythonFunction) -> UnusedDefinitions:
    """The unused definitions of a function; nested functions count as its own code."""
    if LOCALS_READ.search(source.segment(function.node)):
        return UnusedDefinitions({}, {}, {}, frozenset())
    nodes = [part for stmt in function.node.body for part in ast.walk(stmt)]
    names = [part for part in nodes if isinstance(part, ast.Name)]
    read = read_names(names)
    stored = Counter(n.id for n in names if isinstance(n.ctx, ast.Store))
    elsewhere = {name for n in nodes if isinstance(n, (ast.Global, ast.Nonlocal)) for name in n.names}
    values = _single_values(nodes, stored)
    handled = _possibly_filled(nodes)
    empty = {name: kind for name, value in values.items() if (kind := empty_kind(value)) and name not in handled}
    unmoved = {name: source.segment(value) for name, value in values.items() if isinstance(value, ast.Constant)}
    unread = {n: s for n, s in _rarities(source, function, nodes) if n not in read | elsewhere and n[0] != "_"}
    return UnusedDefinitions(
        unread=unread,
        unfilled={name: kind for name, kind in empty.items() if name not in elsewhere},
        unmoved={name: text for name, text in unmoved.items() if name in read - elsewhere},
        unbound=frozenset(read - set(stored)) - _defined_names(source, function, nodes),
    )


@cached_per_search(256)
def _overridden(source: SourceFile) -> frozenset[str]:
    """Names of methods that several classes of the file define: an interface prescribes their parameters."""
    counts = Counter(function.name for function in source.functions if function.owner is not None)
    return frozenset(name for name, count in counts.items() if count > 1 and name != "__init__")


def _rarities(source: SourceFile, function: PythonFunction, nodes: Nodes) -> Iterator[tuple[str, float]]:
    """Yields (name that the function binds, rarity of such a name being unread in correct code)."""
    node = function.node
    loops = {n.id for loop in nodes if isinstance(loop, (ast.For, ast.comprehension)) for n in _targets(loop)}
    unpacked = {n.id for part in nodes if isinstance(part, ast.Tuple) for n in part.elts if _is_store(n)}  # type: ignore[attr-defined]
    parameters = {argument.arg for argument in function.arguments}
    parameters |= {a.arg for a in (node.args.vararg, node.args.kwarg) if a is not None}
    chooses_parameters = function.name == "__init__" or (function.name not in _overridden(source) and _is_no_stub(node))
    for name in bound_names(node):
        if name in ("self", "cls"):
            continue
        if name in parameters:
            yield name, 0.6 if chooses_parameters else 0.15
        else:
            yield name, 0.5 if name in loops | unpacked else 1.0
    for inner in nodes:
        if isinstance(inner, ast.comprehension):
            yield from ((n.id, 0.4) for n in _targets(inner))


def _is_no_stub(node: FunctionNode) -> bool:
    """Whether a function has more than one statement, or its only one reads an argument: a stub does not."""
    stmts = [one for one in node.body if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))]
    arguments = argument_names(node.args) - {"self", "cls"}
    read = {part.id for stmt in stmts for part in ast.walk(stmt) if isinstance(part, ast.Name)}
    return len(stmts) > 1 or bool(stmts and read & arguments)


def _targets(loop: ast.For | ast.comprehension) -> Iterator[ast.Name]:
    yield from (n for n in ast.walk(loop.target) if isinstance(n, ast.Name))


def _is_store(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def _single_values(nodes: Nodes, stored: Mapping[str, int]) -> dict[str, ast.expr]:
    """The values of names that the function binds exactly once, by a plain assignment."""
    found: dict[str, ast.expr] = {}
    for stmt in nodes:
        if isinstance(stmt, ast.Assign) and len(stmt.targets) == 1:
            pairs = assigned_pairs(stmt.targets[0], stmt.value)
        elif isinstance(stmt, ast.AnnAssign) and stmt.value is not None:
            pairs = [(stmt.target, stmt.value)]
        else:
            continue
        found.update({t.id: value for t, value in pairs if isinstance(t, ast.Name) and stored[t.id] == 1})
    return found


def assigned_pairs(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """(target, value) pairs of an assignment: `a, b = 0, 1` has two."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        return list(zip(target.elts, value.elts, strict=True))
    return [(target, value)]


def kind_of_start(value: ast.expr) -> str:
    """The type of a constant or of an empty container that a variable begins with; "" for any other value."""
    return type(value.value).__name__ if isinstance(value, ast.Constant) else empty_kind(value)


def empty_kind(value: ast.expr) -> str:
    """ "list", "dict" or "set" if the expression creates an empty container, else ""."""
    for kind, types in (("list", ast.List), ("dict", ast.Dict), ("set", ast.Set)):
        if isinstance(value, types):
            return kind if not getattr(value, "elts", getattr(value, "keys", ())) else ""
    if isinstance(value, ast.Call) and not value.args and not value.keywords:
        name = called(value)
        return EMPTY_CALLS.get(name) or next((k for k in ("dict", "list", "set") if f"{k}_class" in name), "")
    if isinstance(value, ast.Call) and getattr(value.func, "id", "") == "defaultdict":
        return "dict"
    return ""


def _possibly_filled(nodes: Nodes) -> set[str]:
    """Names that are filled in place, or passed to calls that may fill them."""
    found: set[str] = set()
    for part in nodes:
        if isinstance(part, (ast.Attribute, ast.Subscript)) and isinstance(part.value, ast.Name):
            stored = isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Store)
            found |= {part.value.id} if stored or getattr(part, "attr", "") in FILLING else set()
        elif isinstance(part, ast.Call):
            found |= {a.id for a in (*part.args, *(k.value for k in part.keywords)) if isinstance(a, ast.Name)}
    return found


@cached_per_search(256)
def _module_names(source: SourceFile) -> frozenset[str]:
    """The names that the file binds at module or class level, and the builtins."""
    found = set(vars(__builtins__) if not isinstance(__builtins__, dict) else __builtins__)
    nodes = list(ast.walk(source.tree))
    found |= names_bound_by(node for node in nodes if isinstance(node, ast.stmt))
    found |= {name for node in nodes if isinstance(node, ast.Global) for name in node.names}
    found |= set(bound_names(source.tree))
    return frozenset(found | {"__file__", "__name__", "__doc__", "__class__", "__path__", "__spec__", "__package__"})


def _defined_names(source: SourceFile, function: PythonFunction, nodes: Nodes) -> frozenset[str]:
    """The names that are defined in the function."""
    module = _module_names(source)
    found = set(module)
    for scope in (function.node, *source.ancestors(function.node)):
        if isinstance(scope, FunctionNode):
            found |= set(bound_names(scope))
    found |= names_bound_by(nodes)
    if "*" in module:
        found |= {n.id for n in nodes if isinstance(n, ast.Name)}
    return frozenset(found)


@cached_per_search(4)
def words_of(sources: tuple[SourceFile, ...]) -> Mapping[str, int]:
    """The number of times each word occurs in the files, strings and comments included."""
    return Counter(word for source in sources for word in WORD.findall(source.text))


@cached_per_search(4)
def uncalled_functions(sources: tuple[SourceFile, ...]) -> Mapping[SourceFile, tuple[PythonFunction, ...]]:
    """Functions and methods whose name occurs only in their definition; without methods that are found by a name
    prefix."""
    words = words_of(sources)
    found: dict[SourceFile, list[PythonFunction]] = defaultdict(list)
    prefixes: Counter[str] = Counter()
    for source in sources:
        for function in source.functions:
            if words[function.name] == 1 and not function.name.startswith("__") and not function.node.decorator_list:
                found[source].append(function)
                prefixes[_prefix(function.name)] += 1
    return {
        source: tuple(f for f in functions if prefixes[_prefix(f.name)] < 4 or f.name.startswith("_"))
        for source, functions in found.items()
    }


def _prefix(name: str) -> str:
    return name.split("_")[0] if not name.startswith("_") else "_" + name[1:].split("_")[0]


@dataclass(frozen=True)
class Attribute:
    """The project's use of attributes of one name: number of reads and stores, stored constants, and whether it
    changes."""

    reads: int
    stores: int
    values: tuple[str, ...]
    moved: bool

    @property
    def constant(self) -> str:
        """The text of the only constant that is ever stored; "" if there is none."""
        is_only_value = len(set(self.values)) == 1 and self.stores == len(self.values)
        return self.values[0] if is_only_value and not self.moved else ""


@cached_per_search(4)
def attribute_uses(sources: tuple[SourceFile, ...]) -> Mapping[str, Attribute]:
    """The use of each attribute name on any object; class-level assignments count as stores."""
    reads: Counter[str] = Counter()
    stores: Counter[str] = Counter()
    values: dict[str, list[str]] = defaultdict(list)
    moved: set[str] = set()
    for source in sources:
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Attribute):
                _count_attribute(source, node, reads, stores, values, moved)
            elif isinstance(node, ast.ClassDef):
                for stmt in node.body:
                    for name in bound_names(ast.Module([stmt], [])):
                        stores[name] += 1
                        values[name].append(_constant_text(source, stmt))
    return {n: Attribute(reads[n], stores[n], tuple(values[n]), n in moved) for n in {*reads, *stores}}


def _count_attribute(
    source: SourceFile,
    node: ast.Attribute,
    reads: Counter[str],
    stores: Counter[str],
    values: dict[str, list[str]],
    moved: set[str],
) -> None:
    parent = source.parents[node]
    if isinstance(node.ctx, ast.Load):
        reads[node.attr] += 1
        outer = parent.attr if isinstance(parent, ast.Attribute) else ""
        subscript = isinstance(parent, ast.Subscript) and not isinstance(parent.ctx, ast.Load)
        if outer in FILLING or subscript:
            moved.add(node.attr)
        return
    stores[node.attr] += 1
    if isinstance(parent, (ast.Assign, ast.AnnAssign)) and parent.value is not None:
        values[node.attr].append(_constant_text(source, parent))
    else:
        moved.add(node.attr)


def _constant_text(source: SourceFile, stmt: ast.stmt) -> str:
    """The text of an assigned constant or empty container, else ""."""
    value = getattr(stmt, "value", None)
    plain = isinstance(value, ast.Constant) or (isinstance(value, ast.expr) and empty_kind(value))
    return source.segment(value) if plain and isinstance(value, ast.expr) else ""
