"""A suspicious statement of a Go file with what producers look at: what is in scope, and its type where it is said."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.go.source import FUNCTIONS, GoSource
from testfix_pipeline.repair.languages.go.types import NUMBERS, Types, declared_by, results_of
from testfix_pipeline.repair.languages.tree_sitter.target import TreeTarget
from testfix_pipeline.repair.model.source_cache import cached_per_search

_MOST_CALLEES, _MOST_ERRORS = 8, 6
_MAKE_ERRORS = ("errors.New", "fmt.Errorf")
_ZEROS = {"string": '""', "bool": "false", "error": "nil", "any": "nil", "interface{}": "nil"}


@dataclass(frozen=True)
class GoTarget(TreeTarget):
    """See `EditSite` of the language seam."""

    @cached_property
    def package(self) -> list[GoSource]:
        """The files of the package, this one first."""
        folder = posixpath.dirname(self.source.path)
        others = [one for one in self.project if posixpath.dirname(one.path) == folder and one.path != self.source.path]
        own = [self.source, *others]
        return [one for one in own if isinstance(one, GoSource) and not one.path.endswith("_test.go")]

    @property
    def imported(self) -> frozenset[str]:
        """The names of the packages that the file imports."""
        return self.package[0].imported

    @cached_property
    def known(self) -> Types:
        """What the package declares."""
        return _types(tuple(self.package))

    def bound_names(self, scope: Node, skip_functions: bool = False) -> list[str]:
        return list(_bound(scope, skip_functions, self.known))

    @cached_property
    def types(self) -> Mapping[str, str]:
        """The types of variables as far as they are known, "" else."""
        found: dict[str, str] = {}
        for scope in (self.source.syntax.root, *reversed(self._functions)):
            found.update(_bound(scope, scope is self.source.syntax.root, self.known, found))
        return found

    def kind(self, node: Node | None) -> str:
        """The type of an expression, "" where it is not known."""
        return self.known.plain(self.known.of(node, self.types))

    def may_count(self, node: Node) -> bool:
        """Whether an expression may be a number."""
        return self.kind(node) in ("", *NUMBERS) and text(node) not in self.imported

    def asks(self, node: Node) -> tuple[str, ...]:
        return questions_of(self.kind(node))

    def alike(self, old: str) -> list[str]:
        """Variables in scope that may stand for one, those of its type first; known other types are left out."""
        wanted = self.types.get(old, "")
        known = [(name, self.types.get(name, "")) for name in self.names if name != old and name != "_"]
        fitting = [name for name, kind in known if kind and kind == wanted]
        unsure = [name for name, kind in known if not (kind and wanted)]
        return [*fitting, *unsure]

    @property
    def fields(self) -> Mapping[str, Mapping[str, str]]:
        """The fields of the package's structs with their types, by the name of the struct."""
        return self.known.fields

    def fields_beside(self, name: str) -> list[str]:
        """The other fields of the structs that have a field of this name, those of the same type first."""
        own = [one for one in self.fields.values() if name in one]
        same = [other for one in own for other, kind in one.items() if kind == one[name]]
        return [one for one in dict.fromkeys((*same, *(other for one in own for other in one))) if one != name]

    @cached_property
    def own_errors(self) -> list[str]:
        """The errors that the package declares or makes, the nearest first."""
        declared = [name for name in self.names if name.lower().startswith("err") and name not in self.local_names]
        made = [text(one) for one in self.nearest("call_expression") if text(field(one, "function")) in _MAKE_ERRORS]
        return list(dict.fromkeys((*declared, *made)))[:_MOST_ERRORS]

    @cached_property
    def methods(self) -> list[str]:
        """The methods of the package, the most frequently called first."""
        declared = [text(field(one, "name")) for source in self.package for one in _methods(source)]
        counts = Counter(text(one) for one in self.source.syntax.of_type("field_identifier"))
        return sorted(dict.fromkeys(declared), key=lambda name: -counts[name])

    @cached_property
    def functions(self) -> list[str]:
        """The functions of the package."""
        nodes = [one for source in self.package for one in source.syntax.of_type("function_declaration")]
        return [name for name in dict.fromkeys(text(field(one, "name")) for one in nodes) if name not in _STARTED]

    @cached_property
    def callees(self) -> list[str]:
        """Functions that the file calls with one argument, and those of the package that take one."""
        counts: Counter[str] = Counter()
        for node in self.source.syntax.of_type("call_expression"):
            function, arguments = field(node, "function"), field(node, "arguments")
            if function is not None and arguments is not None and arguments.named_child_count == 1:
                counts[text(function)] += "(" not in text(function) and function.type != "func_literal"
        own = [
            text(field(one, "name"))
            for source in self.package
            for one in source.syntax.of_type("function_declaration")
            if len(_parameters(one)) == 1
        ]
        found = dict.fromkeys((*sorted(counts, key=lambda name: -counts[name]), *own))
        return [name for name in found if name not in _PLAIN][:_MOST_CALLEES]

    @cached_property
    def parameters(self) -> list[str]:
        """The parameters of the innermost function that have a name, its receiver included."""
        return [one for one in _parameters(self.function) if one != "_"] if self.function is not None else []

    @cached_property
    def parameter_fields(self) -> Mapping[str, str]:
        """The fields of the parameters, such as `s.count`, with their types."""
        owners = {name: self.fields.get(self.types[name].lstrip("*"), {}) for name in self.parameters}
        return {f"{name}.{one}": kind for name, own in owners.items() for one, kind in own.items()}

    @cached_property
    def results(self) -> list[str]:
        """The types that the innermost function returns."""
        return results_of(self.function)

    def zero(self, kind: str) -> str:
        """The zero value of a type, as code."""
        if self.known.plain(kind) in NUMBERS or kind.startswith("time.Duration"):
            return "0"
        if kind in _ZEROS or kind.startswith(("*", "[]", "map[", "chan ", "func(", "<-")):
            return _ZEROS.get(kind, "nil")
        if kind in self.fields and (self.fields[kind] or "[" in kind):
            return f"{kind}{{}}"
        return f"*new({kind})" if kind not in self.fields else f"{kind}{{}}"

    def exit(self, error: str = "nil") -> str:
        """The statement that leaves the function with zero values, and this error where it returns one."""
        values = [error if kind == "error" else self.zero(kind) for kind in self.results]
        return f"return {', '.join(values)}".rstrip()


_PLAIN = frozenset({"len", "cap", "append", "make", "new", "panic", "delete", "copy", "close", "print", "println"})
_STARTED = frozenset({"init", "main"})


def _methods(source: GoSource) -> list[Node]:
    return source.syntax.of_type("method_declaration")


def _parameters(function: Node) -> dict[str, str]:
    found: dict[str, str] = {}
    for name in ("receiver", "parameters"):
        for one in descendants(field(function, name) or function) if field(function, name) is not None else ():
            if one.type in ("parameter_declaration", "variadic_parameter_declaration"):
                kind = ("[]" if one.type.startswith("variadic") else "") + text(field(one, "type"))
                found.update({text(each): kind for each in one.children_by_field_name("name")})
    return found


@cached_per_search(8)
def _types(package: tuple[GoSource, ...]) -> Types:
    return Types(package)


def questions_of(kind: str) -> tuple[str, ...]:
    """What a condition may ask of a value of a type, behind it."""
    if kind in NUMBERS:
        return (" > 0", " == 0", " >= 0", " < 0")
    if kind == "string":
        return (' != ""', ' == ""')
    if kind == "bool":
        return ("",)
    if kind.startswith(("[]", "map[", "*", "chan ", "func(")) or kind in ("error", "any"):
        return (" == nil", " != nil")
    return ("", " > 0", " == 0", " == nil", " != nil", ' != ""', ' == ""') if not kind else ()


def _bound(
    scope: Node, skip_functions: bool, known: Types, around: Mapping[str, str] = MappingProxyType({})
) -> dict[str, str]:
    """The variables that a scope declares, with their types where these are known, "" else."""
    found: dict[str, str] = _parameters(scope) if scope.type in FUNCTIONS else {}
    result = field(scope, "result") if scope.type in FUNCTIONS else None
    for one in result.named_children if result is not None and result.type == "parameter_list" else ():
        found.update({text(name): text(field(one, "type")) for name in one.children_by_field_name("name")})
    pending = list(reversed(scope.children))
    while pending:
        node = pending.pop()
        for name, kind in declared_by(node, known, {**around, **found}):
            found[name] = found.get(name) or kind
        if node.type not in FUNCTIONS:
            pending.extend(reversed(node.children))
    found.pop("_", None)
    return found
