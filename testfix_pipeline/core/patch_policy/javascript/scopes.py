"""The names that a JavaScript file binds, their scopes and values; an unbound name is global."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import SyntaxNodes, field, text

FUNCTIONS = frozenset(
    {
        *("function_declaration", "function_expression", "arrow_function", "method_definition"),
        *("generator_function", "generator_function_declaration"),
    }
)
_BLOCKS = frozenset(
    {
        *("program", "statement_block", "for_statement", "for_in_statement", "catch_clause", "switch_body"),
        *("class_static_block", "class_declaration", "class", "internal_module"),
    }
)
_DECLARED = frozenset(
    {
        *("function_declaration", "generator_function_declaration", "class_declaration", "abstract_class_declaration"),
        *("enum_declaration", "internal_module"),
    }
)


@dataclass(frozen=True)
class BoundValue:
    """What a name may be bound to: an expression, or a member of one by `keys`. `module`: instead of the expression."""

    node: Node | None
    keys: tuple[str, ...] = ()
    module: str = ""
    parameter: int = -1


class Scopes:
    """The scopes and bindings of a file."""

    def __init__(self, tree: SyntaxNodes) -> None:
        self.tree = tree
        self._names: dict[int, dict[str, list[BoundValue]]] = {}
        for node in tree.nodes:
            self._learn(node)
        for node in tree.of_type("assignment_expression"):
            self._learn_assignment(node)

    def values(self, name: Node) -> list[BoundValue] | None:
        """What an identifier may be bound to; None if no scope of the file binds it."""
        wanted = text(name)
        for scope in (name, *self.tree.above(name)):
            found = self._names.get(scope.id, {}).get(wanted)
            if found is not None:
                return found
        return None

    def _bind(self, scope: Node, name: Node, value: BoundValue) -> None:
        self._names.setdefault(scope.id, {}).setdefault(text(name), []).append(value)

    def _scope(self, node: Node, functions_only: bool = False) -> Node:
        kinds = FUNCTIONS | {"program"} if functions_only else FUNCTIONS | _BLOCKS
        return next((one for one in self.tree.above(node) if one.type in kinds), self.tree.root)

    def _learn(self, node: Node) -> None:
        if node.type == "variable_declarator":
            self._learn_variable(node)
        elif node.type in FUNCTIONS:
            self._learn_parameters(node)
        elif node.type == "catch_clause":
            self._bind_pattern(node, field(node, "parameter"), None)
        elif node.type == "for_in_statement" and field(node, "kind") is not None:
            of = any(one.type == "of" for one in node.children)
            for target, keys in _pattern_names(field(node, "left")):
                self._bind(node, target, BoundValue(field(node, "right") if of else None, ("*", *keys)))
        elif node.type == "import_statement":
            self._learn_import(node)
        elif node.type in ("function_expression", "class") and (own := field(node, "name")) is not None:
            self._bind(node, own, BoundValue(node))
        if node.type in _DECLARED and not self._is_ambient(node) and (name := field(node, "name")) is not None:
            self._bind(self._scope(node), name, BoundValue(node))

    def _learn_variable(self, node: Node) -> None:
        declaration = self.tree.parent(node)
        if declaration is None or self._is_ambient(node):
            return
        scope = self._scope(node, functions_only=declaration.type == "variable_declaration")
        self._bind_pattern(scope, field(node, "name"), field(node, "value"))

    def _is_ambient(self, node: Node) -> bool:
        """Whether a name is only declared for TypeScript, and therefore still global."""
        return any(one.type == "ambient_declaration" for one in self.tree.above(node))

    def _learn_parameters(self, node: Node) -> None:
        single = field(node, "parameter")
        listed = field(node, "parameters")
        patterns = [single] if single is not None else list(listed.named_children) if listed is not None else []
        for number, one in enumerate(patterns):
            inner = field(one, "pattern") if one.type.endswith("_parameter") else one
            default = field(one, "value") or field(one, "right")
            for name, keys in _pattern_names(inner):
                self._bind(node, name, BoundValue(None, keys, parameter=number))
                if default is not None:
                    self._bind(node, name, BoundValue(default, keys))

    def _bind_pattern(self, scope: Node, pattern: Node | None, value: Node | None) -> None:
        for name, keys in _pattern_names(pattern):
            self._bind(scope, name, BoundValue(value, keys))

    def _learn_import(self, node: Node) -> None:
        module = _string(field(node, "source"))
        for clause in (one for one in node.named_children if one.type == "import_clause"):
            for part in clause.named_children:
                if part.type == "identifier":
                    self._bind(self.tree.root, part, BoundValue(None, ("default",), module))
                elif part.type == "namespace_import":
                    self._bind(self.tree.root, part.named_children[0], BoundValue(None, (), module))
                elif part.type == "named_imports":
                    self._learn_specifiers(part, module)
        for clause in (one for one in node.named_children if one.type == "import_require_clause"):
            self._bind(self.tree.root, clause.named_children[0], BoundValue(None, (), _string(field(clause, "source"))))

    def _learn_specifiers(self, node: Node, module: str) -> None:
        for one in node.named_children:
            name, alias = field(one, "name"), field(one, "alias")
            if name is not None:
                self._bind(self.tree.root, alias or name, BoundValue(None, (text(name).strip("\"'"),), module))

    def _learn_assignment(self, node: Node) -> None:
        """Bind another value to a variable: `x = y` or `({a: x} = y)`."""
        for name, keys in _pattern_names(field(node, "left")):
            values = self.values(name)
            if values is not None:
                values.append(BoundValue(field(node, "right"), keys))


def _pattern_names(pattern: Node | None, keys: tuple[str, ...] = ()) -> Iterator[tuple[Node, tuple[str, ...]]]:
    """Yield the names in a pattern, each with the keys by which it is extracted from the value."""
    if pattern is None:
        return
    if pattern.type in ("identifier", "shorthand_property_identifier_pattern"):
        own = (text(pattern),) if pattern.type != "identifier" else ()
        yield pattern, (*keys, *own)
    elif pattern.type == "pair_pattern":
        yield from _pattern_names(field(pattern, "value"), (*keys, _key(field(pattern, "key"))))
    elif pattern.type in ("assignment_pattern", "object_assignment_pattern"):
        yield from _pattern_names(field(pattern, "left"), keys)
    elif pattern.type == "array_pattern":
        for one in pattern.named_children:
            yield from _pattern_names(one, (*keys, "*"))
    elif pattern.type in ("object_pattern", "rest_pattern"):
        for one in pattern.named_children:
            yield from _pattern_names(one, keys)


def _key(node: Node | None) -> str:
    if node is None or node.type == "computed_property_name":
        inner = node.named_children[0] if node is not None and node.named_children else None
        return _string(inner) or "*"
    return _string(node) or text(node)


def _string(node: Node | None) -> str:
    return text(node)[1:-1] if node is not None and node.type == "string" else ""
