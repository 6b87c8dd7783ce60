"""Reads the tests of a JavaScript or TypeScript file: see `patch_policy/written_tests.py`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.javascript.code import Code
from testfix_pipeline.core.patch_policy.javascript.constants import constant_text
from testfix_pipeline.core.patch_policy.javascript.grammar import parse
from testfix_pipeline.core.patch_policy.javascript.known_names import ASSERTION_NAMES
from testfix_pipeline.core.patch_policy.javascript.scopes import FUNCTIONS, Scopes
from testfix_pipeline.core.patch_policy.syntax_nodes import (
    SyntaxNodes,
    code_text,
    descendants,
    elements,
    field,
    first_error,
    text,
)
from testfix_pipeline.core.patch_policy.written_tests import (
    Assertion,
    Names,
    WrittenStatement,
    WrittenTest,
    WrittenTests,
    unique_names,
)

_TESTS = frozenset({"test", "it", "specify", "xit", "xtest", "fit", "xspecify"})
_GROUPS = frozenset({"describe", "suite", "context", "xdescribe", "fdescribe", "xcontext"})
_SKIPS = frozenset({"skip", "todo", "only", "failing", "fails", "fixme", "skipIf", "runIf"})
_MODIFIERS = _SKIPS | {"each", "for", "concurrent", "sequential", "serial", "parallel", "shuffle"}
_LETTERS = {"x": "skip", "f": "only"}
_BODIES = FUNCTIONS & {"arrow_function", "function_expression", "function", "generator_function"}
_ROOTS = frozenset({"expect", "assert", "should", "expectTypeOf", "assertType"})
_BARE = re.compile(r"(not|strict|deep|deepStrict|notStrict|notDeep|notDeepStrict)*[eE]qual|ok|throws|rejects")
_OF_CONTEXT = re.compile(
    r"is|not|deepEqual|equals?|same|like|true|false|truthy|falsy|ok|match|throws(Async)?|pass|fail"
)
_CONTEXTS = frozenset({"t", "tap", "ava"})
_HOLE = "undefined"
"""What a hole in an array is read as: `[, 1]` has two elements."""
_ASSERTING = frozenset({"assert", "expect", "module:assert", "module:chai", "module:expect", "should"})


def written_tests(path: str, source: str | bytes) -> WrittenTests | None:
    """The tests of a file; None if it can't be parsed."""
    tree = parse(path, source)
    if first_error(tree.root) is not None:
        return None
    found = _TestReader(tree)
    found.read(tree.root.named_children, (), frozenset())
    words = frozenset(re.findall(r"[^\W\d]\w*", text(tree.root)))
    return WrittenTests(found.tests, {names: tuple(some) for names, some in found.around.items()}, words)


@dataclass(frozen=True)
class TestNodes:
    """The nodes of a test: the statement that defines it, its call, and its function, None if it has none."""

    __test__ = False
    statement: Node
    call: Node
    function: Node | None


def test_nodes(tree: SyntaxNodes) -> dict[Names, TestNodes]:
    """The nodes of the tests in a file by their titles; repeated titles are numbered."""
    found = _TestReader(tree)
    found.read(tree.root.named_children, (), frozenset())
    return found.nodes


class _TestReader:
    def __init__(self, tree: SyntaxNodes) -> None:
        self.tree = tree
        self.scopes = Scopes(tree)
        self.nodes: dict[Names, TestNodes] = {}
        self.tests: dict[Names, WrittenTest] = {}
        self.around: dict[Names, list[WrittenStatement]] = {}

    def read(self, nodes: Sequence[Node], group: Names, skips: frozenset[str]) -> None:
        beside = self.around.setdefault(group, [])
        for node in nodes:
            call = _statement_call(node)
            names = _callee_names(field(call, "function")) if call is not None else []
            kind, marks = _definition_kind(names)
            if call is None or not kind or not self._title(call):
                beside.extend(_split_statement(node))
                continue
            marked = skips | marks | _skip_options(call)
            title = (*group, self._title(call))
            body = next((one for one in reversed(_arguments(call)) if one.type in _BODIES), None)
            if kind == "group":
                self.read(_body(body), title, marked)
            else:
                own = unique_names(title, self.tests)
                self.nodes[own] = TestNodes(node, call, body)
                self.tests[own] = self._test(call, body, marked)

    def _title(self, call: Node) -> str:
        first = next(iter(_arguments(call)), None)
        said = constant_text(first, self.scopes) if first is not None else ""
        return said or (text(first) if first is not None and "function" not in first.type else "")

    def _test(self, call: Node, function: Node | None, skips: frozenset[str]) -> WrittenTest:
        statements = [*_each_cases(call), *(part for one in _body(function) for part in _split_statement(one))]
        if function is not None:
            parameters = field(function, "parameters") or field(function, "parameter")
            statements.insert(0, WrittenStatement(f"({code_text(parameters)})"))
        inside = list(descendants(function)) if function is not None else []
        called = [_callee_names(field(one, "function")) for one in inside if one.type == "call_expression"]
        own = {names[-1] for names in called if len(names) == 2 and names[-1] in ("skip", "todo")}
        if any(one.type == "return_statement" and not one.named_children for one in _body(function)):
            own.add("return")
        marked = (_statement_call(one) for one in inside if one.type == "expression_statement")  # those of subtests
        own |= {
            mark
            for one in marked
            if one is not None
            for mark in _definition_kind(_callee_names(field(one, "function")))[1]
        }
        return WrittenTest(tuple(statements), tuple(self._assertions(inside)), skips | own)

    def _assertions(self, inside: Sequence[Node]) -> Iterator[Assertion]:
        seen = set()
        for node in inside:
            if (
                node.type != "call_expression"
                or _is_matcher(node)
                or not _asserts(_callee_names(field(node, "function")))
            ):
                continue
            whole = self._call_chain(node)
            if whole.id not in seen:
                seen.add(whole.id)
                yield Assertion(code_text(whole), _can_fail(whole))

    def _call_chain(self, node: Node) -> Node:
        """The whole chain that begins with a call: `expect(x).not.toBe(y)`."""
        parent = self.tree.parent(node)
        while parent is not None and (
            (parent.type == "member_expression" and field(parent, "object") == node)
            or (parent.type == "call_expression" and field(parent, "function") == node)
        ):
            node, parent = parent, self.tree.parent(parent)
        return node


def _statement_call(node: Node) -> Node | None:
    """The call that a statement consists of, awaited or not; else None."""
    while node.type in ("expression_statement", "await_expression", "return_statement") and node.named_children:
        node = node.named_children[0]
    return node if node.type == "call_expression" else None


def _callee_names(node: Node | None) -> list[str]:
    """The names in a callee, from the left: `test.only` is test, only; inner calls are skipped."""
    if node is None:
        return []
    if node.type == "member_expression":
        return [*_callee_names(field(node, "object")), text(field(node, "property"))]
    if node.type == "call_expression":
        return _callee_names(field(node, "function"))
    return [text(node)] if node.type in ("identifier", "this") else []


def _definition_kind(names: Sequence[str]) -> tuple[str, frozenset[str]]:
    """`test` or `group` for a call that defines one, else ""; and the words by which it is skipped."""
    marks = [name for name in names if name in _SKIPS]
    plain = [name for name in names if name not in _MODIFIERS]
    name = plain[-1] if plain else ""
    if not name or (name in names and names.index(name) > 0 and names[0] in _ROOTS):
        return "", frozenset()
    kind = "test" if name in _TESTS else "group" if name in _GROUPS else ""
    if kind and name[0] in _LETTERS and name[1:] in _TESTS | _GROUPS:
        marks.append(_LETTERS[name[0]])
    return kind, frozenset(marks) if kind else frozenset()


def _arguments(call: Node) -> list[Node]:
    listed = field(call, "arguments")
    return [one for one in listed.named_children if one.type != "comment"] if listed is not None else []


def _skip_options(call: Node) -> frozenset[str]:
    """The words in an options object, `{ skip: true }`, that skip a test."""
    pairs = [pair for one in _arguments(call) if one.type == "object" for pair in one.named_children]
    given = {text(field(pair, "key")) for pair in pairs if text(field(pair, "value")) != "false"}
    return frozenset(given & _SKIPS)


def _body(function: Node | None) -> list[Node]:
    body = field(function, "body")
    if body is None:
        return []
    return [one for one in body.named_children if one.type != "comment"] if body.type == "statement_block" else [body]


def _each_cases(call: Node) -> Iterator[WrittenStatement]:
    """Yield the cases of `test.each([...])` separately, since adding some does not weaken the test."""
    function = field(call, "function")
    if function is not None and function.type == "call_expression":
        for one in _arguments(function):
            rows = elements(one) if one.type == "array" else [one]
            yield from (WrittenStatement(f"each: {code_text(row) or _HOLE}", is_quiet=True) for row in rows)


def _split_statement(node: Node) -> Iterator[WrittenStatement]:
    """Yield a statement, or the parts of an import or of a literal list separately."""
    if node.type in ("comment", "empty_statement"):
        return
    taken = _module_names(node)
    listed = None if taken is not None else _assigned_list(node)
    part = taken if taken is not None else listed
    if part is None:
        yield WrittenStatement(code_text(node), _bound_names(node), _is_quiet(node))
        return
    start = code_text(node, without=part)
    yield WrittenStatement(start, frozenset() if taken is not None else _bound_names(node), True)
    for one in elements(part):
        leaves = descendants(one) if taken is not None and one is not None else ()
        bound = frozenset(text(leaf) for leaf in leaves if "identifier" in leaf.type)
        yield WrittenStatement(f"{start}: {code_text(one) or _HOLE}", bound, True)


def _module_names(node: Node) -> Node | None:
    """The names that a statement imports from one module: `import {...} from`, `const {...} = require(...)`."""
    if node.type == "import_statement":
        return next((one for one in descendants(node) if one.type == "named_imports"), None)
    declared = [one for one in node.named_children if one.type == "variable_declarator"]
    if node.type not in ("lexical_declaration", "variable_declaration") or len(declared) != 1:
        return None
    name, value = field(declared[0], "name"), field(declared[0], "value")
    loads = value is not None and "require" in _callee_names(field(value, "function"))
    return name if loads and name is not None and name.type == "object_pattern" else None


def _assigned_list(node: Node) -> Node | None:
    declared = [one for one in node.named_children if one.type == "variable_declarator"]
    value = field(declared[0], "value") if len(declared) == 1 else None
    return value if value is not None and value.type == "array" else None


def _bound_names(node: Node) -> frozenset[str]:
    if node.type == "import_statement":
        clause = next((one for one in node.named_children if one.type == "import_clause"), None)
        return (
            frozenset(text(one) for one in descendants(clause) if one.type == "identifier") if clause else frozenset()
        )
    declared = [field(one, "name") for one in node.named_children if one.type == "variable_declarator"]
    names = [one for one in [*declared, field(node, "name")] if one is not None]
    return frozenset(text(leaf) for one in names for leaf in descendants(one) if "identifier" in leaf.type)


def _is_quiet(node: Node) -> bool:
    call = _statement_call(node) if node.type == "expression_statement" else None
    if call is not None:
        return _asserts(_callee_names(field(call, "function")))
    if node.type == "import_statement":
        return any(one.type == "import_clause" for one in node.named_children)
    return node.type in ("lexical_declaration", "variable_declaration") or node.type.endswith("_declaration")


def _is_matcher(call: Node) -> bool:
    """Whether a call creates a matcher as an expected value: `expect.anything()`."""
    function = field(call, "function")
    member = function is not None and function.type == "member_expression"
    said = (text(field(function, "object")), text(field(function, "property")))
    return member and said[0] == "expect" and said[1] not in ("soft", "poll")


def _asserts(names: Sequence[str]) -> bool:
    if not names:
        return False
    if any(name in _ROOTS for name in names):
        return True
    return bool(
        (len(names) == 1 and _BARE.fullmatch(names[0])) or (names[0] in _CONTEXTS and _OF_CONTEXT.fullmatch(names[-1]))
    )


def _can_fail(whole: Node) -> bool:
    """Whether an assertion chain asks for anything: not for a constant, or for what it is given."""
    calls = [one for one in descendants(whole) if one.type == "call_expression" and _is_chain_link(one, whole)]
    names = _callee_names(whole)
    given = [code_text(one) for call in calls for one in _arguments(call)]
    if (len(given) > 1 and given[0] == given[1]) or names == ["expect"]:
        return False
    if names[-1:] not in (["assert"], ["ok"], ["true"]) or names[0] == "expect":
        return True
    condition = next(iter(_arguments(whole)), None)
    if condition is None or condition.type in ("true", "number", "string", "object", "array"):
        return False
    compared = condition.type == "binary_expression" and text(field(condition, "operator")) in ("==", "===")
    return not compared or text(field(condition, "left")) != text(field(condition, "right"))


def _is_chain_link(call: Node, whole: Node) -> bool:
    """Whether a call is a link of the chain, and not inside arguments."""
    node: Node | None = whole
    while node is not None:
        if node == call:
            return True
        node = field(node, "object") or field(node, "function")
    return False


def asserting(code: Code) -> Iterator[Node]:
    """Yield the functions that call an assertion of a library or throw an AssertionError."""
    places = [node for node, reached in code.reached if any(path[0] in _ASSERTING for path in reached)]
    thrown = [node for node in code.tree.of_type("throw_statement") if ASSERTION_NAMES.search(text(node))]
    marked = {one.id for node in (*places, *thrown) for one in code.tree.above(node) if one.type in FUNCTIONS}
    return (node for node in code.tree.nodes if node.id in marked)
