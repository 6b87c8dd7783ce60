"""A Go file: its statements and functions, read by tree-sitter."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.go.code import GoCode
from testfix_pipeline.core.patch_policy.syntax_nodes import SyntaxNodes, descendants, field, text
from testfix_pipeline.repair.languages.go.tables import COMPARISONS
from testfix_pipeline.repair.languages.tree_sitter.forms import Forms
from testfix_pipeline.repair.languages.tree_sitter.source import TreeSource

LOOPS = ("for_statement",)
FUNCTIONS = ("function_declaration", "method_declaration", "func_literal")
SWITCHES = ("expression_switch_statement", "type_switch_statement", "select_statement")
CASES = ("expression_case", "default_case", "type_case", "communication_case")
DECLARED = ("function_declaration", "method_declaration", "type_declaration")
SIMPLE = (
    *("expression_statement", "return_statement", "short_var_declaration", "assignment_statement", "inc_statement"),
    *("dec_statement", "var_declaration", "const_spec", "var_spec", "break_statement", "continue_statement"),
    *("go_statement", "defer_statement", "send_statement", "goto_statement", "fallthrough_statement"),
)
COMPOUND = ("if_statement", *LOOPS, *SWITCHES, *CASES, "labeled_statement", "const_declaration", *DECLARED)
_ROLES: Mapping[str, tuple[str, ...]] = {
    "if_statement": ("condition", "branching"),
    **dict.fromkeys((*CASES, *LOOPS), ("branching",)),
    "return_statement": ("return",),
    **dict.fromkeys(DECLARED, ("definition",)),
}
_WRITING = ("short_var_declaration", "assignment_statement", "range_clause")
_BINDING = (
    *("parameter_declaration", "variadic_parameter_declaration", "keyed_element", "labeled_statement"),
    *("var_spec", "const_spec", "expression_statement", "field_declaration", "type_spec", "package_clause"),
    *("inc_statement", "dec_statement"),
)


def is_bound(parent: Node, node: Node) -> bool:
    """Whether a node is written, called or declared by its parent."""
    if parent.type == "expression_list":
        outer = parent.parent
        return outer is not None and outer.type in _WRITING and field(outer, "left") == parent
    if parent.type == "unary_expression":
        return text(field(parent, "operator")) == "&"
    if parent.type == "literal_element" and parent.parent is not None and parent.parent.type == "keyed_element":
        return parent.parent.named_children[0] == parent
    names = ("name", "function", "type", "field", "receiver")
    return parent.type in _BINDING or any(field(parent, name) == node for name in names)


FORMS = Forms(
    simple=SIMPLE,
    compound=COMPOUND,
    functions=FUNCTIONS,
    classes=(),
    loops=LOOPS,
    blocks=("statement_list",),
    bodies=("block",),
    cases=CASES,
    leaving=("return_statement",),
    comparisons=COMPARISONS,
    member="selector_expression",
    member_object="operand",
    subscript="index_expression",
    arguments="argument_list",
    lists=("argument_list", "literal_value"),
    parameters=("parameter_list", "expression_list"),
    conditionals=(),
    narrow=("binary_expression", "unary_expression", "selector_expression"),
    declarations=("short_var_declaration", "var_declaration"),
    is_bound=is_bound,
    stop="",
    questions=(),
    parts=("slice_expression",),
    roles=_ROLES,
)


class GoSource(TreeSource):
    """Raises SyntaxError where the file does not parse."""

    forms = FORMS

    def _parse(self, path: str, raw: bytes) -> SyntaxNodes:
        self.code = GoCode(raw)
        return self.code.tree

    def _name(self, node: Node) -> str:
        """The name of a function, with the type that it is a method of."""
        if node.type == "func_literal":
            return "<function>"
        kinds = [text(one) for one in descendants(field(node, "receiver") or node) if one.type == "type_identifier"]
        name = text(field(node, "name"))
        return f"{kinds[0]}.{name}" if node.type == "method_declaration" and kinds else name

    @cached_property
    def package(self) -> str:
        """The name of the package."""
        return text(next(iter(self.syntax.of_type("package_identifier")), None))

    @cached_property
    def imported(self) -> frozenset[str]:
        """The last parts of the paths that the file imports."""
        return frozenset(
            text(field(one, "path"))[1:-1].rpartition("/")[2] for one in self.syntax.of_type("import_spec")
        )
