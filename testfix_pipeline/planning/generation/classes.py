"""How to make instances of the project's simple classes, and how to change their state."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from testfix_pipeline.planning.generation.arguments import Parameter, argument_lists, parameters_of
from testfix_pipeline.planning.generation.pools import Pools
from testfix_pipeline.planning.generation.shapes import from_annotation
from testfix_pipeline.planning.generation.source import Function, ModuleSource
from testfix_pipeline.planning.generation.subjects import decorators, functions_of, unsuitable

_FIELD_DECORATORS = {"dataclass", "define", "frozen", "mutable", "attrs"}
_FIELD_BASES = {"NamedTuple", "BaseModel"}
_ENUM_BASES = {"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"}
_CHANGES = {"append", "add", "extend", "insert", "update", "pop", "remove", "setdefault", "appendleft"}
_MOST_WAYS = 4
_MOST_CHANGES = 2


class Classes:
    """The classes of one module. `mined` are argument lists seen in the project, by name."""

    def __init__(self, module: ModuleSource, mined: dict[str, list[str]]) -> None:
        self._module = module
        self._mined = mined
        self._nodes = {node.name: node for node in module.tree.body if isinstance(node, ast.ClassDef)}
        self._open: set[str] = set()

    def constructions(self, name: str) -> list[str]:
        """A few expressions that make an instance of a class, [] where there is no simple one."""
        node = self._nodes.get(name)
        if node is None or name in self._open:
            return []
        if _bases(node) & _ENUM_BASES:
            return [f"{name}.{member}" for member in _members(node)][:_MOST_WAYS]
        parameters = self._parameters(node)
        if parameters is None:
            return []
        self._open.add(name)
        try:
            lists = argument_lists(parameters, self.pools(_initialiser(node)), most=_MOST_WAYS)
        finally:
            self._open.discard(name)
        mined = [] if not parameters else self._mined.get(name, [])[:2]
        return [f"{name}({arguments})" for arguments in dict.fromkeys([*mined, *(one.text for one in lists)])]

    def pools(self, function: Function | None) -> Pools:
        return Pools(function, self.constructions)

    def changes(self, owner: ast.ClassDef, besides: str) -> list[str]:
        """Calls of methods that change an instance's state: `add('abc', 3)`."""
        found = []
        for subject in functions_of(self._module):
            name = subject.node.name
            own = subject.owner is owner and subject.kind == "method" and name not in (besides, "__init__")
            if own and not subject.is_async and _changes_state(subject.node) and not unsuitable(subject):
                pools = self.pools(subject.node)
                lists = argument_lists(parameters_of(subject.node, bound=True), pools, most=1)
                found += [f"{name}({one.text})" for one in lists]
        return found[:_MOST_CHANGES]

    def _parameters(self, node: ast.ClassDef) -> list[Parameter] | None:
        """The parameters of the class's constructor; None where they can't be told."""
        initialiser = _initialiser(node)
        if initialiser is not None:
            return parameters_of(initialiser, bound=True)
        if set(decorators(node)) & _FIELD_DECORATORS or _bases(node) & _FIELD_BASES:
            return _inherited_fields(node, self._nodes)
        for base in node.bases:
            name = base.id if isinstance(base, ast.Name) else ""
            if name in self._nodes:
                return self._parameters(self._nodes[name])
            if name != "object":
                return None
        return []


def _bases(node: ast.ClassDef) -> set[str]:
    return {ast.unparse(base).rpartition(".")[2].partition("[")[0] for base in node.bases}


def _initialiser(node: ast.ClassDef) -> Function | None:
    named = (one for one in node.body if isinstance(one, Function) and one.name == "__init__")
    return next(named, None)


def _members(node: ast.ClassDef) -> Iterator[str]:
    for one in node.body:
        name = getattr(one.targets[0], "id", "_") if isinstance(one, ast.Assign) else "_"
        if not name.startswith("_"):
            yield name


def _inherited_fields(node: ast.ClassDef, nodes: dict[str, ast.ClassDef]) -> list[Parameter]:
    above = [nodes[name] for name in _bases(node) if name in nodes]
    inherited = [one for base in above for one in _inherited_fields(base, nodes)]
    return [*inherited, *_fields(node.body)]


def _fields(body: Sequence[ast.stmt]) -> Iterator[Parameter]:
    for one in body:
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
            text = ast.unparse(one.annotation)
            if "ClassVar" not in text and "init=False" not in (ast.unparse(one.value) if one.value else ""):
                shape = from_annotation(one.annotation)
                yield Parameter(one.target.id, shape, optional=one.value is not None, keyword=True)


def _changes_state(function: Function) -> bool:
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store) and _is_own(node):
            return True
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Attribute) and called.attr in _CHANGES and _is_own(called.value):
            return True
    return False


def _is_own(node: ast.AST) -> bool:
    """Whether an expression is `self.x` or lies below it."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return isinstance(node, ast.Name) and node.id == "self"
