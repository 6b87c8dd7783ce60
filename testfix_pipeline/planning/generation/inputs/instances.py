"""Makes instances of simple classes, own and imported, calls that change their state, and expressions that read it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from pathlib import Path

from testfix_pipeline.core.python_code import FunctionNode, names_in
from testfix_pipeline.planning.generation.inputs.arguments import Parameter, argument_lists, parameters_of
from testfix_pipeline.planning.generation.inputs.parameter_shapes import (
    Shape,
    compared_values,
    quoted_texts,
    shape_of_annotation,
)
from testfix_pipeline.planning.generation.inputs.recorded_calls import RecordedCalls
from testfix_pipeline.planning.generation.inputs.value_pools import LIBRARY, Pools
from testfix_pipeline.planning.generation.subjects.fixtures import Supplies
from testfix_pipeline.planning.generation.subjects.side_effects import reaches_files as uses_files
from testfix_pipeline.planning.generation.subjects.side_effects import side_effect
from testfix_pipeline.planning.generation.subjects.subject import is_abstract, methods_of, why_unsuitable
from testfix_pipeline.planning.python_code.module_source import ModuleSource, module_file, read_module
from testfix_pipeline.planning.python_code.mutating_methods import MOVES, MUTATORS
from testfix_pipeline.planning.python_code.source_file import decorators

_MOST_HOPS = 4
"""How often a class may be imported on: packages hand their classes through `__init__`."""


class Library:
    """The modules of one project, each read once."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._modules: dict[str, ModuleSource | None] = {}

    def find_class(self, module: ModuleSource, name: str) -> tuple[ModuleSource, ast.ClassDef] | None:
        """The class that `name` means in a module, with the module that defines it.

        None if the project does not define it.

        `name` may be dotted: a class of a module that is imported as a whole.
        """
        first, _, rest = name.partition(".")
        if rest:
            place = self._imported_module(module, first)
            return self.find_class(place, rest) if place is not None else None
        for _ in range(_MOST_HOPS):
            for node in module.tree.body:
                if isinstance(node, ast.ClassDef) and node.name == name:
                    return module, node
            words = module.origins.get(name, "").split()
            other = self.module(words[1]) if words[:1] == ["from"] else None
            if other is None or other.file == module.file:
                return None
            module, name = other, words[3]
        return None

    def _imported_module(self, module: ModuleSource, name: str) -> ModuleSource | None:
        words = module.origins.get(name, "").split()
        if words[:1] == ["from"]:
            return self.module(f"{words[1]}.{words[3]}") if words[1] != "." else None
        return self.module(words[1]) if words[:1] == ["import"] else None

    def module(self, name: str) -> ModuleSource | None:
        """The project's module of a dotted name; None if there is none."""
        if name not in self._modules:
            self._modules[name] = self._read_module(name)
        return self._modules[name]

    def _read_module(self, name: str) -> ModuleSource | None:
        file = module_file(self._root, name)
        return read_module(self._root, file) if file else None


_FIELD_DECORATORS = {"dataclass", "define", "frozen", "mutable", "attrs"}
_FIELD_BASES = {"NamedTuple", "BaseModel"}
_ENUM_BASES = {"Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"}
_BUILTIN_BASES = {"str": "str", "int": "int", "float": "float", "bytes": "bytes", "dict": "dict", "list": "list",
                  "tuple": "list", "set": "set", "frozenset": "set", "OrderedDict": "dict", "UserDict": "dict",
                  "UserList": "list", "UserString": "str", "Exception": "str", "ValueError": "str", "TypeError": "str",
                  "KeyError": "str", "RuntimeError": "str"}  # fmt: skip
_MOST_WAYS = 4
_MOST_MADE = 6
_MOST_CHANGES = 2
_MOST = 3


class Classes:
    """The classes that one module defines or imports. `supplies` is what its tests may use, `recorded` the calls that
    the project's tests make."""

    def __init__(
        self,
        module: ModuleSource,
        library: Library,
        supplies: Supplies | None = None,
        recorded: RecordedCalls | None = None,
    ) -> None:
        self.recorded = recorded or RecordedCalls()
        self.supplies = supplies or Supplies()
        self._module = module
        self._library = library
        self._open: set[str] = set()

    def constructions(self, name: str, *, telling: bool = False) -> list[str]:
        """A few expressions that make an instance of a class, the simplest first; empty if there is no simple one.

        The plainest first; with `telling` those first that are given something, for the instance a test is about.
        """
        found = self._library.find_class(self._module, name)
        if found is None or name in self._open:
            return []
        module, node = found
        if _bases(node) & _ENUM_BASES:
            return [f"{name}.{member}" for member in _members_of(node)][:_MOST_WAYS]
        if is_abstract(node):
            return []
        parameters = self._parameters(module, node, frozenset())
        self._open.add(name)
        try:
            reaches = any(side_effect(module, one) == "files" for one in node.body if isinstance(one, FunctionNode))
            pools = self.pools(_constructor(node), reaches_files=reaches)
            lists = argument_lists(parameters, pools, most=_MOST_WAYS)
        finally:
            self._open.discard(name)
        if telling:
            lists.sort(key=lambda one: (not one.given, one.is_guessed))
        recorded = self.recorded.made.get(name, []) if parameters else []
        others = [one.text for one in lists if not (recorded and one.is_guessed)]
        given = dict.fromkeys([*recorded[:_MOST_WAYS], *others])
        made = [f"{name}({arguments})" for arguments in given][:_MOST_MADE]
        return [*self.supplies.fixtures.of_class(name), *made]

    def pools(self, function: FunctionNode | None, *, reaches_files: bool = False) -> Pools:
        """The pools of values for the parameters of a function."""
        reaches = reaches_files or (function is not None and uses_files(self._module, function))
        return Pools(
            function,
            self.constructions,
            lambda name: self.recorded.values.get(name, ()),
            self.supplies,
            reaches_files=reaches,
            texts=quoted_texts(function) if function is not None else (),
            compared=compared_values(self._module, function) if function is not None else {},
            classes=self._named_classes,
        )

    @cached_property
    def _named_classes(self) -> list[str]:
        """A few public classes that the module defines, or imports; no exceptions."""
        own = (one.name for one in self._module.tree.body if isinstance(one, ast.ClassDef))
        used = names_in(self._module.tree)
        names = dict.fromkeys([*own, *(name for name in self._module.origins if name in used)])
        return list(islice((one for one in names if not one.startswith("_") and self._is_made(one)), _MOST))

    def _is_made(self, name: str) -> bool:
        found = self._library.find_class(self._module, name)
        return name in LIBRARY if found is None else not any(_is_error(base) for base in _base_names(found[1]))

    def changes(self, owner: ast.ClassDef, besides: str) -> list[str]:
        """Calls of methods that change an instance's state, as `add('abc', 3)`."""
        return self._method_calls(owner, besides, changing=True, most=_MOST_CHANGES)

    def _method_calls(self, owner: ast.ClassDef, besides: str, *, changing: bool, most: int) -> list[str]:
        found: list[str] = []
        for subject in methods_of(self._module, owner):
            name = subject.node.name
            own = subject.kind == "method" and name != besides and not name.startswith("_")
            if (
                own
                and not subject.is_async
                and changes_state(subject.node, owner) is changing
                and not why_unsuitable(subject, with_fixtures=self.supplies.has_files)
            ):
                pools = self.pools(subject.node)
                lists = argument_lists(parameters_of(subject.node, bound=True), pools, most=1)
                found += [f"{name}({one.text})" for one in lists if not one.is_guessed]
        return found[:most]

    def observers(self) -> dict[str, list[str]]:
        """The calls of the methods that only read the state, by class of the module."""
        nodes = [one for one in self._module.tree.body if isinstance(one, ast.ClassDef)]
        found = {node.name: observing_calls(node) for node in nodes}
        return {name: calls for name, calls in found.items() if calls}

    def _parameters(self, module: ModuleSource, node: ast.ClassDef, seen: frozenset[str]) -> list[Parameter]:
        """The parameters of a class's constructor; empty if it has none or they are not known."""
        initialiser = _constructor(node)
        if initialiser is not None:
            return parameters_of(initialiser, bound=True)
        if decorators(node) & _FIELD_DECORATORS or _bases(node) & _FIELD_BASES:
            nodes = {one.name: one for one in module.tree.body if isinstance(one, ast.ClassDef)}
            return _inherited_fields(node, nodes)
        for base in _base_names(node):
            if base in _BUILTIN_BASES:
                return [Parameter("value", Shape(_BUILTIN_BASES[base]), optional=True)]
            above = self._library.find_class(module, base) if base not in seen else None
            if above is not None:
                return self._parameters(*above, seen | {base})
        return []


def _base_names(node: ast.ClassDef) -> list[str]:
    return [ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in node.bases]


def _bases(node: ast.ClassDef) -> set[str]:
    return set(_base_names(node))


def _is_error(base: str) -> bool:
    return base.endswith(("Exception", "Error", "Warning"))


def _constructor(node: ast.ClassDef) -> FunctionNode | None:
    """The method that takes the arguments of the class: `__init__`, or `__new__` where there is only that."""
    named = {one.name: one for one in node.body if isinstance(one, FunctionNode)}
    return named.get("__init__") or named.get("__new__")


def _members_of(node: ast.ClassDef) -> Iterator[str]:
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
                shape = shape_of_annotation(one.annotation)
                yield Parameter(one.target.id, shape, optional=one.value is not None, keyword=True)


_CHANGES = MUTATORS | MOVES


def changes_state(function: FunctionNode, owner: ast.ClassDef | None = None) -> bool:
    """Whether a method changes its instance, directly or by other methods of its class."""
    methods = {one.name: one for one in owner.body if isinstance(one, FunctionNode)} if owner is not None else {}
    waiting, known = [function], {function.name}
    while waiting:
        current = waiting.pop()
        if _changes_itself(current):
            return True
        for node in ast.walk(current):
            name = node.func.attr if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else ""
            if name in methods and name not in known and ast.unparse(node).startswith("self."):
                known.add(name)
                waiting.append(methods[name])
    return False


def _changes_itself(function: FunctionNode) -> bool:
    for node in ast.walk(function):
        if (
            isinstance(node, ast.Attribute | ast.Subscript)
            and not isinstance(node.ctx, ast.Load)
            and _belongs_to_self(node)
        ):
            return True
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Attribute) and called.attr in _CHANGES and _belongs_to_self(called.value):
            return True
    return False


def _belongs_to_self(node: ast.AST) -> bool:
    """Whether an expression is an attribute or item of `self`, at any depth."""
    if not isinstance(node, ast.Attribute | ast.Subscript):
        return False
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return isinstance(node, ast.Name) and node.id == "self"


def observing_calls(owner: ast.ClassDef) -> list[str]:
    """The calls without arguments of public methods that only read the state: `size()`."""
    return [f"{one.name}()" for one in owner.body if isinstance(one, ast.FunctionDef) and _only_observes(one, owner)]


def _only_observes(function: ast.FunctionDef, owner: ast.ClassDef) -> bool:
    spec = function.args
    required = len(spec.posonlyargs) + len(spec.args) - len(spec.defaults) - 1
    named = function.name.startswith("_") or function.decorator_list or function.name in ("copy", "close", "next")
    if named or required > 0 or None in spec.kw_defaults or changes_state(function, owner):
        return False
    nodes = list(ast.walk(function))
    answers = any(isinstance(node, ast.Return) and node.value is not None for node in nodes)
    moves = any(isinstance(node, ast.Yield | ast.YieldFrom | ast.Global) for node in nodes) or any(
        isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("next", "open", "print", "input", "setattr")
        for node in nodes
    )
    return answers and not moves and not any(isinstance(node, ast.Return) and _is_self(node.value) for node in nodes)


def _is_self(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"
