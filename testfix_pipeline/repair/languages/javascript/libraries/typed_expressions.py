"""The types that expressions of a file have by the declarations of a package: what it makes, returns and is given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.repair.languages.javascript.libraries.declared_shapes import DeclaredShapes, type_name
from testfix_pipeline.repair.languages.javascript.libraries.package_uses import PackageUse
from testfix_pipeline.repair.languages.javascript.source import FUNCTIONS, JsSource

_DEEPEST = 12
_PASSED_ON = frozenset({"map", "forEach", "filter", "find", "some", "every", "flatMap", "findIndex"})


@dataclass(frozen=True)
class TypedFile:
    """A file with what it uses of one package."""

    source: JsSource
    uses: Sequence[PackageUse]
    shapes: DeclaredShapes

    def type_of(self, node: Node | None, depth: int = 0) -> str:
        """The declared type of an expression; "" where it is not known."""
        if node is None or depth > _DEEPEST:
            return ""
        if node.type in ("await_expression", "parenthesized_expression", "non_null_expression", "as_expression"):
            return self.type_of(node.named_children[0], depth + 1)
        if node.type == "binary_expression":
            return self.type_of(field(node, "left"), depth + 1)
        if node.type == "new_expression":
            return self.exported(field(node, "constructor"))
        if node.type == "call_expression":
            return self._called(field(node, "function"), depth + 1)
        if node.type == "member_expression":
            return self._member(node, depth + 1)
        return self._variable(node, depth + 1) if node.type == "identifier" else ""

    def exported(self, node: Node | None) -> str:
        """The export of the package that a name, or a member of all of it, stands for; "" if none."""
        if node is None:
            return ""
        if node.type == "member_expression":
            is_whole = any(
                one.name in ("", "default") and one.variable == text(field(node, "object")) for one in self.uses
            )
            return text(field(node, "property")) if is_whole else ""
        return self._export(text(node))

    def _export(self, variable: str) -> str:
        use = next((one for one in self.uses if one.variable == variable), None)
        return "" if use is None else variable if use.name in ("", "default") else use.name

    def _called(self, function: Node | None, depth: int) -> str:
        if function is not None and function.type == "member_expression" and not self.exported(function):
            owner = self.type_of(field(function, "object"), depth)
            return self.shapes.returned(self.shapes.members(owner).get(text(field(function, "property")), ()), owner)
        return self.shapes.returned(self.shapes.signatures(self.exported(function)))

    def _member(self, node: Node, depth: int) -> str:
        owner, name = field(node, "object"), text(field(node, "property"))
        if owner is not None and owner.type == "this":
            return next((kind for one in self._assigned(name) if (kind := self.type_of(one, depth))), "")
        known = self.shapes.members(self.type_of(owner, depth))
        return self.shapes.returned(known.get(name, ()))

    def _assigned(self, name: str) -> Iterator[Node]:
        """What is assigned to a field of `this`, or initialises it."""
        for one in self.source.syntax.of_type("assignment_expression", "public_field_definition", "field_definition"):
            target = field(one, "left") or field(one, "name") or field(one, "property")
            value = field(one, "right") or field(one, "value")
            if text(target) in (name, f"this.{name}") and value is not None:
                yield value

    def _variable(self, node: Node, depth: int) -> str:
        """By what binds it nearest above: its annotation, its value, or the list whose elements it is given."""
        name, above = text(node), [*self.source.syntax.above(node)]
        for scope in (one for one in above if one.type in (*FUNCTIONS, "program")):
            for one in self._bindings(scope, name):
                given = field(one, "type")
                if given is not None:
                    return self._export(type_name(given))
                if one.type == "variable_declarator":
                    return self.type_of(field(one, "value"), depth)
                return self._element(scope, depth)
        return ""

    def _bindings(self, scope: Node, name: str) -> Iterator[Node]:
        listed, alone = field(scope, "parameters"), field(scope, "parameter")
        for one in [*(listed.named_children if listed is not None else ()), *filter(None, [alone])]:
            if text(field(one, "pattern") or one) == name:
                yield one
        for one in self.source.syntax.of_type("variable_declarator"):
            inside = next((up for up in self.source.syntax.above(one) if up.type in (*FUNCTIONS, "program")), None)
            if text(field(one, "name")) == name and inside == scope:
                yield one

    def _element(self, function: Node, depth: int) -> str:
        """The type of the elements that a function is called with, as an argument of `map` or the like."""
        call = self.source.syntax.parent(self.source.syntax.parent(function) or function)
        called = field(call, "function") if call is not None and call.type == "call_expression" else None
        if called is None or text(field(called, "property")) not in _PASSED_ON:
            return ""
        kind = self.type_of(field(called, "object"), depth)
        return kind.removesuffix("[]") if kind.endswith("[]") else ""
