"""A JavaScript or TypeScript file: its statements and functions, read by tree-sitter."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.javascript.grammar import parse
from testfix_pipeline.core.patch_policy.syntax_nodes import first_error, text
from testfix_pipeline.repair.model.source_text import Owner, SourceText

LOOPS = ("for_statement", "for_in_statement", "while_statement", "do_statement")
FUNCTIONS = (
    *("function_declaration", "generator_function_declaration", "method_definition"),
    *("arrow_function", "function_expression", "generator_function"),
)
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


@dataclass(frozen=True)
class JsStatement:
    """A statement. `start`: where it begins in the text; own_end: the last line of its own code, without blocks."""

    lineno: int
    end_lineno: int
    start: int
    own_end: int
    node: Node = field(compare=False, repr=False)


@dataclass(frozen=True)
class JsFunction:
    """A function, method or named function expression. `node`: the statement that it begins in."""

    name: str
    qualname: str
    node: JsStatement
    body: Node = field(compare=False, repr=False)
    owner: Owner | None = None


class JsSource(SourceText):
    """Raises SyntaxError where the file does not parse."""

    def __init__(self, path: str, raw: bytes, absent: bool = False) -> None:
        super().__init__(path, raw, absent)
        self._bytes = self.text.encode("utf-8", "surrogatepass")
        self.syntax = parse(path, self._bytes)
        if (error := first_error(self.syntax.root)) is not None:
            raise SyntaxError(f"{path}:{error.start_point[0] + 1} does not parse")

    def span(self, node: Node) -> tuple[int, int]:
        """Where a node stands in the text, in characters."""
        if len(self._bytes) == len(self.text):
            return node.start_byte, node.end_byte
        start = len(self._bytes[: node.start_byte].decode("utf-8", "surrogatepass"))
        return start, start + len(self._bytes[node.start_byte : node.end_byte].decode("utf-8", "surrogatepass"))

    @cached_property
    def _all(self) -> list[JsStatement]:
        """All statements, outer ones before those inside of them."""
        return [self._statement(node) for node in self.syntax.nodes if node.type in SIMPLE + COMPOUND]

    def _statement(self, node: Node) -> JsStatement:
        first, last = node.start_point[0] + 1, node.end_point[0] + 1
        return JsStatement(first, last, self.span(node)[0], _own_end(node), node)

    @cached_property
    def statements(self) -> Mapping[int, JsStatement]:
        found: dict[int, JsStatement] = {}
        for stmt in self._all:
            known = found.get(stmt.lineno)
            outer = known if known is not None and known.lineno == stmt.lineno else None
            for line in range(stmt.lineno, stmt.own_end + 1):
                found[line] = outer or stmt
        return found

    @cached_property
    def _known(self) -> frozenset[JsStatement]:
        return frozenset(self.statements.values())

    @cached_property
    def _inside(self) -> Mapping[JsStatement, Sequence[Sequence[JsStatement]]]:
        """The statement lists directly under each statement."""
        by_node = {stmt.node.id: stmt for stmt in self._known}
        lists: dict[JsStatement, dict[int, list[JsStatement]]] = {}
        for stmt in sorted(self._known, key=lambda one: one.start):
            above = list(self.syntax.above(stmt.node))
            holder = next((by_node[node.id] for node in above if node.id in by_node), None)
            if holder is not None:
                lists.setdefault(holder, {}).setdefault(above[0].id, []).append(stmt)
        return {stmt: list(found.values()) for stmt, found in lists.items()}

    def blocks(self, stmt: JsStatement) -> Sequence[Sequence[JsStatement]]:
        return self._inside.get(stmt, ())

    def lines_of(self, stmt: JsStatement) -> range:
        return range(stmt.lineno, stmt.own_end + 1)

    def roles(self, stmt: JsStatement) -> Collection[str]:
        return _ROLES.get(stmt.node.type, ())

    @cached_property
    def functions(self) -> Sequence[JsFunction]:
        found = []
        for node in self.syntax.of_type(*FUNCTIONS):
            body, stmt = node.child_by_field_name("body"), self.statements.get(node.start_point[0] + 1)
            if body is not None and stmt is not None:
                name = self._name(node)
                found.append(JsFunction(name, ".".join([*self._names_around(node), name]), stmt, body))
        return found

    def _name(self, node: Node) -> str:
        own = text(node.child_by_field_name("name"))
        parent = self.syntax.parent(node)
        if own or parent is None:
            return own
        named = parent.child_by_field_name("name") or parent.child_by_field_name("left")
        return text(named or parent.child_by_field_name("key")).rpartition(".")[2] or "<function>"

    def _names_around(self, node: Node) -> list[str]:
        around = [one for one in self.syntax.above(node) if one.type in (*FUNCTIONS, *CLASSES)]
        return [self._name(one) for one in reversed(around)]

    def function_of(self, stmt: JsStatement) -> JsFunction | None:
        at = stmt.node.start_byte
        around = [one for one in self.functions if one.body.start_byte <= at < one.body.end_byte]
        inside = [one for one in around if one.node != stmt]
        return inside[-1] if inside else None

    def holder(self, stmt: JsStatement) -> JsFunction | None:
        return next((one for one in self.functions if one.node == stmt), None) or self.function_of(stmt)

    def own_nodes(self, stmt: JsStatement) -> Iterator[Node]:
        """The nodes of a statement, without those of statements that begin on lines of their own."""
        pending = [stmt.node]
        while pending:
            node = pending.pop()
            yield node
            for child in reversed(node.children):
                other = self.statements.get(child.start_point[0] + 1)
                if other == stmt or child.type not in SIMPLE + COMPOUND:
                    pending.append(child)


def _own_end(node: Node) -> int:
    """The last line of a statement's own code: a compound one ends where its block begins."""
    if node.type in SIMPLE:
        return int(node.end_point[0]) + 1
    blocks = [one for one in node.children if one.type in ("statement_block", "class_body", "switch_body")]
    blocks += [one for one in node.named_children if one.type in SIMPLE + COMPOUND]
    first = min(blocks, key=lambda one: one.start_byte, default=None)
    if first is None:
        return int(node.end_point[0]) + 1
    return max(int(node.start_point[0]), int(first.start_point[0]) - (first.type in SIMPLE + COMPOUND)) + 1


def is_logic(node: Node) -> bool:
    """Whether a node is two questions with `&&` or `||` between them."""
    return node.type == "binary_expression" and text(node.child_by_field_name("operator")) in ("&&", "||")


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
