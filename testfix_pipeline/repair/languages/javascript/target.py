"""A suspicious statement of a JavaScript file with what producers look at."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.javascript.grammar import parse
from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, is_inside, text
from testfix_pipeline.repair.languages.javascript.source import FUNCTIONS, JsSource, is_bound, is_truth
from testfix_pipeline.repair.languages.tree_sitter.target import TreeTarget
from testfix_pipeline.repair.model.edit import Edit

_MOST_CALLEES, _MOST_NEAR = 8, 8
_LONGEST_VALUE, _MOST_READ = 40, 40
_HOLDERS = ("return_statement", "variable_declarator", "assignment_expression", "pair", "arguments")
_BUILT_IN = frozenset({"Math", "Number", "Object", "Array", "JSON", "Date", "String", "Promise", "console", "module"})


def _is_whole_value(node: Node, parent: Node | None) -> bool:
    """Whether an expression stands alone, so that what takes its place needs no brackets."""
    return parent is not None and parent.type in _HOLDERS and node.type != "parenthesized_expression"


def _without_brackets(path: str, code: str) -> str:
    """An expression without brackets around the whole of it; one that they would change has them still."""
    if not (code.startswith("(") and code.endswith(")")):
        return code
    statements = parse(path, code).root.named_children
    whole = statements[0].named_children[0] if len(statements) == 1 and statements[0].named_children else None
    is_one = whole is not None and whole.type == "parenthesized_expression" and len(text(whole)) == len(code)
    inner = whole.named_children[0] if is_one and whole is not None and len(whole.named_children) == 1 else None
    return text(inner) if inner is not None and inner.type not in ("sequence_expression", "ERROR") else code


@dataclass(frozen=True)
class JsTarget(TreeTarget):
    """See `EditSite` of the language seam."""

    source: JsSource

    def bound_names(self, scope: Node, skip_functions: bool = False) -> list[str]:
        return bound_names(scope, skip_functions)

    def may_count(self, node: Node) -> bool:
        return not is_truth(node)

    def edit(self, node: Node, replacement: str, kind: str, prior: float, *more: tuple[Node, str]) -> Edit:
        if _is_whole_value(node, self.source.syntax.parent(node)):
            replacement = _without_brackets(self.source.path, replacement)
        return super().edit(node, replacement, kind, prior, *more)

    def repeats_itself(self, statement: Node) -> bool:
        around = self.source.syntax.above(self.stmt.node)
        method = next((one for one in around if one.type == "method_definition"), None)
        call = statement.named_children[0] if statement.named_children else None
        is_own = text(field(call, "function")) == f"this.{text(field(method, 'name'))}"
        return is_own and not is_inside(statement, method)

    @cached_property
    def class_body(self) -> Node | None:
        """The body of the class around the statement."""
        return next((one for one in self.source.syntax.above(self.stmt.node) if one.type == "class_body"), None)

    @cached_property
    def callees(self) -> list[str]:
        """Functions that the file calls with one argument, the most frequent first."""
        counts: dict[str, int] = {}
        for node in self.source.syntax.of_type("call_expression"):
            function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
            if function is None or arguments is None or arguments.named_child_count != 1:
                continue
            if function.type == "identifier" and text(function) not in ("require", "super", *self.local_names):
                counts[text(function)] = counts.get(text(function), 0) + 1
        found = sorted(counts, key=lambda name: -counts[name])[:_MOST_CALLEES]
        return list(dict.fromkeys((*found, *self.itself(1))))

    def itself(self, arguments: int) -> list[str]:
        """The function around as it calls itself, where it takes as many arguments."""
        function = self.function
        name = text(field(function, "name"))
        if not name or len(self.parameters) != arguments:
            return []
        return [f"this.{name}" if function is not None and function.type == "method_definition" else name]

    @cached_property
    def parameters(self) -> list[str]:
        """The parameters of the innermost function."""
        found: dict[str, None] = {}
        node = self.function
        for name in ("parameters", "parameter"):
            _take(found, node.child_by_field_name(name) if node is not None else None)
        return list(found)

    @cached_property
    def properties(self) -> list[str]:
        """Names of properties in the file: the nearest ones, then the most frequent."""
        nodes = self.source.syntax.of_type("property_identifier", "shorthand_property_identifier")
        counts = Counter(map(text, nodes))
        near = list(dict.fromkeys(map(text, self.by_distance(nodes))))[:_MOST_NEAR]
        return list(dict.fromkeys((*near, *(name for name, _ in counts.most_common()))))

    @cached_property
    def read_in_reach(self) -> list[str]:
        """The values that the function around reads, or the file where there is none, the nearest first."""
        read, function = self.forms.read, self.function
        nodes = (
            [one for one in descendants(function) if one.type in read] if function else self.nearest(*read)[:_MOST_READ]
        )
        return list(dict.fromkeys(text(one) for one in self.by_distance(nodes) if self._is_in_reach(one)))

    def _is_in_reach(self, node: Node) -> bool:
        parent, code = self.source.syntax.parent(node), text(node)
        if parent is None or is_bound(parent, node) or len(code) > _LONGEST_VALUE or "\n" in code:
            return False
        name = root_of(node)
        return name not in _BUILT_IN and (name == "this" or name in self.names)


def root_of(node: Node | None) -> str:
    """The variable that a value is a part of: `a` of `a.b[0].c()`."""
    while node is not None and node.type in ("member_expression", "subscript_expression", "call_expression"):
        node = field(node, "object") or field(node, "function")
    return text(node)


def bound_names(scope: Node, skip_functions: bool = False) -> list[str]:
    """The variables that a scope declares: parameters, declarations, loop variables."""
    found: dict[str, None] = {}
    pending = list(scope.children)
    while pending:
        node = pending.pop(0)
        if node.type in ("variable_declarator", "function_declaration", "class_declaration"):
            _take(found, node.child_by_field_name("name"))
        elif node.type in ("formal_parameters", "catch_clause"):
            _take(found, node.child_by_field_name("parameter") or node)
        elif node.type == "for_in_statement":
            _take(found, node.child_by_field_name("left"))
        elif node.type == "arrow_function":
            _take(found, node.child_by_field_name("parameter"))
        if not (skip_functions and node.type in FUNCTIONS) and node.type not in FUNCTIONS:
            pending.extend(node.children)
    if scope.type == "arrow_function":
        _take(found, scope.child_by_field_name("parameter"))
    return list(found)


def _take(found: dict[str, None], node: Node | None) -> None:
    for one in descendants(node) if node is not None and node.type != "catch_clause" else ():
        if one.type in ("identifier", "shorthand_property_identifier_pattern"):
            found.setdefault(text(one))
