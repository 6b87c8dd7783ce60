"""A JavaScript or TypeScript file: its statements and functions, read by tree-sitter."""

from __future__ import annotations

from collections.abc import Mapping

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.javascript.grammar import parse
from testfix_pipeline.core.patch_policy.syntax_nodes import SyntaxNodes, text
from testfix_pipeline.repair.languages.javascript.tables import COMPARISONS
from testfix_pipeline.repair.languages.tree_sitter.forms import Forms, is_logic
from testfix_pipeline.repair.languages.tree_sitter.source import TreeFunction, TreeSource, TreeStatement

LOOPS = ("for_statement", "for_in_statement", "while_statement", "do_statement")
FUNCTIONS = (
    *("function_declaration", "generator_function_declaration", "method_definition"),
    *("arrow_function", "function_expression", "generator_function"),
)
NOTHING = ("comment", "empty_statement")
CLASSES = ("class_declaration", "abstract_class_declaration")
SIMPLE = (
    *("expression_statement", "return_statement", "throw_statement", "lexical_declaration", "variable_declaration"),
    *("break_statement", "continue_statement", "field_definition", "public_field_definition"),
)
COMPOUND = (
    *("if_statement", "try_statement", "switch_statement", "switch_case", "switch_default", "labeled_statement"),
    *LOOPS,
    *("function_declaration", "generator_function_declaration", "method_definition"),
    *CLASSES,
)
_DEFINITIONS = frozenset({"function_declaration", "generator_function_declaration", "method_definition", *CLASSES})
_ROLES: Mapping[str, tuple[str, ...]] = {
    "if_statement": ("condition", "branching"),
    "switch_case": ("branching",),
    "return_statement": ("return",),
    "throw_statement": ("complaint",),
    **dict.fromkeys(LOOPS, ("branching",)),
    **dict.fromkeys(_DEFINITIONS, ("definition",)),
}


JsStatement = TreeStatement
JsFunction = TreeFunction


def is_bound(parent: Node, node: Node) -> bool:
    """Whether a node is written, called or declared by its parent."""
    names = ("name", "left", "function", "constructor", "key")
    field = next((name for name in names if parent.child_by_field_name(name) == node), "")
    if field == "left":
        return parent.type != "binary_expression"
    bound = parent.type in ("formal_parameters", "update_expression", "expression_statement", "array_pattern")
    return (
        bool(field) or bound or parent.type.endswith(("_clause", "specifier", "_pattern")) or parent.type in FUNCTIONS
    )


FORMS = Forms(
    simple=SIMPLE,
    compound=COMPOUND,
    functions=FUNCTIONS,
    classes=CLASSES,
    loops=LOOPS,
    blocks=("statement_block", "program", "switch_case", "switch_default"),
    bodies=("statement_block", "class_body", "switch_body"),
    cases=("switch_case", "switch_default"),
    leaving=("return_statement", "throw_statement"),
    comparisons=COMPARISONS,
    member="member_expression",
    member_object="object",
    subscript="subscript_expression",
    arguments="arguments",
    lists=("arguments", "array", "object"),
    parameters=("formal_parameters", "array_pattern"),
    conditionals=("ternary_expression",),
    narrow=("binary_expression", "unary_expression", "member_expression", "await_expression"),
    declarations=("lexical_declaration", "variable_declaration"),
    is_bound=is_bound,
    stop=";",
    questions=("", " > 0", " === null", " === undefined", " !== null", " !== undefined", ".length > 0"),
    looser=("ternary_expression", "assignment_expression", "arrow_function", "sequence_expression"),
    roles=_ROLES,
)


class JsSource(TreeSource):
    """Raises SyntaxError where the file does not parse."""

    forms = FORMS

    def _parse(self, path: str, raw: bytes) -> SyntaxNodes:
        return parse(path, raw)

    def _name(self, node: Node) -> str:
        own = text(node.child_by_field_name("name"))
        parent = self.syntax.parent(node)
        if own or parent is None:
            return own
        named = parent.child_by_field_name("name") or parent.child_by_field_name("left")
        return text(named or parent.child_by_field_name("key")).rpartition(".")[2] or "<function>"


_TRUTH_OPERATORS = frozenset({"<", "<=", ">", ">=", "==", "!=", "===", "!==", "!", "in", "instanceof"})
_TRUTH_METHODS = frozenset(
    {"includes", "some", "every", "has", "startsWith", "endsWith", "test", "isArray", "isInteger"}
)


def is_truth(node: Node) -> bool:
    """Whether the value of an expression is true or false: no arithmetic is done with it."""
    while node.type == "parenthesized_expression" and node.named_children:
        node = node.named_children[0]
    if node.type in ("true", "false"):
        return True
    if is_logic(node):
        sides = (node.child_by_field_name("left"), node.child_by_field_name("right"))
        return all(one is not None and is_truth(one) for one in sides)
    called = node.child_by_field_name("function")
    method = called.child_by_field_name("property") if called is not None else None
    return text(node.child_by_field_name("operator")) in _TRUTH_OPERATORS or text(method) in _TRUTH_METHODS
