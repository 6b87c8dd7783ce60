"""A JavaScript file as the rules on tampering see it: what it reaches, writes to, and imports."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.javascript.constants import constant, constant_text
from testfix_pipeline.core.patch_policy.javascript.grammar import parse
from testfix_pipeline.core.patch_policy.javascript.origins import LOADERS, Origins, Path
from testfix_pipeline.core.patch_policy.syntax_nodes import SyntaxNodes, field, text

EXPRESSIONS = frozenset({"identifier", "member_expression", "subscript_expression", "shorthand_property_identifier"})
_MUTATORS = {
    ("Object", "assign"): 0,
    ("Object", "defineProperty"): 1,
    ("Object", "defineProperties"): 0,
    ("Object", "setPrototypeOf"): 0,
    ("Object", "freeze"): 0,
    ("Object", "seal"): 0,
    ("Reflect", "set"): 1,
    ("Reflect", "defineProperty"): 1,
    ("Reflect", "deleteProperty"): 1,
    ("Reflect", "setPrototypeOf"): 0,
}
"""Calls that change their first argument: 1, in the member that the second one names."""
_LEGACY_MUTATORS = frozenset({"__defineGetter__", "__defineSetter__"})


class Code:
    """The rules' view of one file at `path`, relative to the project."""

    def __init__(self, path: str, source: str | bytes) -> None:
        self.path = path
        self.tree: SyntaxNodes = parse(path, source)
        self.origins = Origins(self.tree)

    @cached_property
    def reached(self) -> list[tuple[Node, frozenset[Path]]]:
        """The names and members in the file that reach something outside of it, each with its paths."""
        used = (node for node in self.tree.nodes if node.type in EXPRESSIONS and not self._is_declared(node))
        found = [(node, self.origins.of(node)) for node in used]
        return [(node, paths) for node, paths in (*found, *self._destructured()) if paths]

    @cached_property
    def paths(self) -> list[tuple[Node, str]]:
        """The imports, and what the file reaches outside of it, as texts: `import vm`, `process.env.CI`."""
        used = [(node, ".".join(path)) for node, paths in self.reached for path in paths]
        return [*((node, f"import {name}") for node, name in self.imports), *used]

    @cached_property
    def constants(self) -> list[tuple[Node, str | float]]:
        """The texts and numbers in the file."""
        found = ((node, constant(node)) for node in self.tree.of_type("string", "number", "template_string"))
        return [(node, value) for node, value in found if isinstance(value, str | float)]

    def _is_declared(self, node: Node) -> bool:
        parent = self.tree.parent(node)
        return parent is not None and field(parent, "name") == node

    def _destructured(self) -> Iterator[tuple[Node, frozenset[Path]]]:
        """Yield what patterns extract from something: `{exit} = process`."""
        for node in self.tree.of_type("shorthand_property_identifier_pattern", "pair_pattern"):
            name = field(node, "value") if node.type == "pair_pattern" else node
            if name is not None and name.type != "object_pattern":
                yield node, self.origins.of(_as_reference(name))

    def text(self, node: Node | None) -> str:
        """The constant text of an expression, "" if it is not constant."""
        return constant_text(node, self.origins.scopes)

    def text_prefix(self, node: Node) -> str:
        """The constant beginning of a concatenated text."""
        if node.type == "binary_expression":
            return self.text(field(node, "left")) or self.text_prefix(field(node, "left") or node.children[-1])
        said = ""
        for one in node.named_children if node.type == "template_string" else ():
            part = self.text(one.named_children[0]) if one.type == "template_substitution" else text(one)
            if not part:
                break
            said += part
        return said

    def arguments(self, call: Node) -> list[Node]:
        """The arguments of a call."""
        listed = field(call, "arguments")
        return list(listed.named_children) if listed is not None and listed.type == "arguments" else []

    def called(self, call: Node) -> frozenset[Path]:
        """The paths of the called function; `call`, `apply` and `Reflect.apply` are resolved."""
        found = self.origins.of(field(call, "function"))
        return frozenset(path[:-1] if path[-1] in ("call", "apply") else path for path in found)

    @cached_property
    def calls(self) -> list[Node]:
        """All calls in the file."""
        return self.tree.of_type("call_expression")

    @cached_property
    def imports(self) -> list[tuple[Node, str]]:
        """The imported modules, without `node:` except for `node:test`; "" for a name that is computed."""
        declared = self.tree.of_type("import_statement", "export_statement")
        named = [(node, _module_of(node)) for node in declared if _is_value_import(node)]
        loads = [(node, self.text(next(iter(self.arguments(node)), None))) for node in self.calls if self._loads(node)]
        return [(node, name if name == "node:test" else name.removeprefix("node:")) for node, name in (*named, *loads)]

    def _loads(self, call: Node) -> bool:
        function = field(call, "function")
        return function is not None and (function.type == "import" or not self.called(call).isdisjoint(LOADERS))

    @cached_property
    def written(self) -> list[tuple[Node, Path]]:
        """The places outside of the file that it writes to, each with its path."""
        targets = [(node, target) for node, target in self._targets() if not self._is_variable(target)]
        found = [(node, path) for node, target in targets for path in self.origins.of(target)]
        return [*found, *self._mutated()]

    def _is_variable(self, target: Node) -> bool:
        return "identifier" in target.type and self.origins.scopes.values(target) is not None

    def _targets(self) -> Iterator[tuple[Node, Node]]:
        for node in self.tree.of_type("assignment_expression", "augmented_assignment_expression", "for_in_statement"):
            left = field(node, "left")
            if left is not None and (node.type != "for_in_statement" or field(node, "kind") is None):
                yield from ((node, target) for target in _assignment_targets(left))
        for node in self.tree.of_type("update_expression"):
            yield from ((node, one) for one in [field(node, "argument")] if one is not None)
        for node in self.tree.of_type("unary_expression"):
            argument = field(node, "argument")
            if text(field(node, "operator")) == "delete" and argument is not None:
                yield node, argument

    def _mutated(self) -> Iterator[tuple[Node, Path]]:
        for call in self.calls:
            arguments = self.arguments(call)
            for path in self.called(call):
                if path in _MUTATORS and arguments:
                    named = (self.text(arguments[1]) or "*",) if _MUTATORS[path] and len(arguments) > 1 else ("*",)
                    yield from ((call, (*one, *named)) for one in self.origins.of(arguments[0]))
                elif path[-1] in _LEGACY_MUTATORS:
                    yield call, (*path[:-1], "*")


def _is_value_import(node: Node) -> bool:
    """Whether an import or export loads a module and not only its types."""
    return bool(_module_of(node)) and not any(one.type == "type" for one in node.children)


def _module_of(node: Node) -> str:
    clauses = (field(one, "source") for one in node.named_children if one.type == "import_require_clause")
    return text(field(node, "source") or next(clauses, None))[1:-1]


def _as_reference(name: Node) -> Node:
    return field(name, "left") or name if name.type.endswith("assignment_pattern") else name


def _assignment_targets(left: Node) -> Iterator[Node]:
    """Yield the targets of an assignment, including those in patterns."""
    if left.type in ("identifier", "member_expression", "subscript_expression"):
        yield left
    elif left.type in ("parenthesized_expression", "non_null_expression", "as_expression", "rest_pattern"):
        yield from _assignment_targets(left.named_children[0])
    elif left.type == "pair_pattern":
        yield from _assignment_targets(field(left, "value") or left.named_children[-1])
    elif left.type in ("array_pattern", "object_pattern"):
        for one in left.named_children:
            yield from _assignment_targets(one)
    elif left.type in ("assignment_pattern", "object_assignment_pattern"):
        yield from _assignment_targets(field(left, "left") or left.named_children[0])
    elif left.type == "shorthand_property_identifier_pattern":
        yield left
