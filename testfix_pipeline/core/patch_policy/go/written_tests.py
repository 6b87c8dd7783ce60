"""Reads the tests of a Go file: see `patch_policy/written_tests.py`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.go.code import GoCode
from testfix_pipeline.core.patch_policy.syntax_nodes import code_text, descendants, field, first_error, text
from testfix_pipeline.core.patch_policy.written_tests import WrittenStatement, WrittenTest, WrittenTests

_TEST = re.compile(r"(Test|Benchmark|Fuzz|Example)([^a-z].*)?")
_SKIPS = frozenset({"Skip", "SkipNow", "Skipf"})
_FAILS = frozenset({"Error", "Errorf", "Fatal", "Fatalf", "Fail", "FailNow"})


def written_tests(path: str, source: str | bytes) -> WrittenTests | None:
    """The tests of a file; None if it can't be parsed."""
    tree = GoCode(source).tree
    if first_error(tree.root) is not None:
        return None
    tests: dict[tuple[str, ...], WrittenTest] = {}
    around: list[WrittenStatement] = []
    for node in tree.root.named_children:
        name = text(field(node, "name"))
        if node.type == "function_declaration" and _TEST.fullmatch(name) and name != "TestMain":
            tests[name,] = _read_test(node)
        else:
            around.extend(_split_statement(node))
    words = frozenset(re.findall(r"[^\W\d]\w*", text(tree.root)))
    return WrittenTests(tests, {(): tuple(around)}, words)


def _read_test(function: Node) -> WrittenTest:
    block = field(function, "body")
    body = _block_statements(block) if block is not None else []
    statements = [WrittenStatement(code_text(field(function, "parameters")))]
    statements += [part for one in body for part in _split_statement(one)]
    called = [one for one in descendants(function) if one.type == "call_expression"]
    skips = {name for one in called if (name := text(field(field(one, "function"), "field"))) in _SKIPS}
    if any(one.type == "return_statement" and not one.named_children for one in body):
        skips.add("return")
    comments = (
        [one for one in descendants(function) if one.type == "comment"]
        if text(field(function, "name"))[0] == "E"
        else []
    )
    expected = [" ".join(text(one).split()) for one in comments]  # an example's output is written in comments
    return WrittenTest((*statements, *(WrittenStatement(said) for said in expected)), skips=frozenset(skips))


def _block_statements(block: Node) -> list[Node]:
    """The statements of a block, which newer grammars keep in a separate list."""
    children = [one for one in block.named_children if one.type != "comment"]
    if len(children) == 1 and children[0].type == "statement_list":
        return [one for one in children[0].named_children if one.type != "comment"]
    return children


def _split_statement(node: Node) -> Iterator[WrittenStatement]:
    """Yield a statement, or the parts of an import or of a literal list separately."""
    if node.type == "comment":
        return
    if node.type == "import_declaration":
        for spec in (one for one in descendants(node) if one.type == "import_spec"):
            path, name = text(field(spec, "path"))[1:-1], text(field(spec, "name"))
            yield WrittenStatement(
                code_text(spec), frozenset({name or path.rpartition("/")[2]}), name not in (".", "_")
            )
        return
    listed = _assigned_list(node)
    if listed is None:
        yield WrittenStatement(code_text(node), _bound_names(node), _is_quiet(node))
        return
    yield WrittenStatement(code_text(node, without=listed), _bound_names(node), True)
    start = code_text(node, without=listed)
    for one in listed.named_children:
        if one.type != "comment":
            yield WrittenStatement(f"{start}: {code_text(one)}", is_quiet=True)


def _assigned_list(node: Node) -> Node | None:
    """The elements of the only literal list or table that a declaration assigns."""
    if node.type not in ("short_var_declaration", "var_declaration"):
        return None
    found = [one for one in descendants(node) if one.type == "composite_literal"][:1]
    return field(found[0], "body") if found else None


def _bound_names(node: Node) -> frozenset[str]:
    if node.type in ("function_declaration", "type_declaration"):
        names = [field(node, "name"), *(field(one, "name") for one in node.named_children)]
        return frozenset(map(text, filter(None, names)))
    left = field(node, "left")
    if node.type == "short_var_declaration" and left is not None:
        return frozenset(text(one) for one in descendants(left) if one.type == "identifier")
    specs = [one for one in descendants(node) if one.type in ("var_spec", "const_spec")]
    return frozenset(text(one) for spec in specs for one in spec.children_by_field_name("name"))


def _is_quiet(node: Node) -> bool:
    if node.type == "function_declaration":
        return text(field(node, "name")) not in ("init", "TestMain")
    if node.type == "if_statement":
        called = [
            text(field(field(one, "function"), "field")) for one in descendants(node) if one.type == "call_expression"
        ]
        inner = any(one.type in ("return_statement", "assignment_statement") for one in descendants(node))
        return bool(_FAILS.intersection(called)) and not inner and not _SKIPS.intersection(called)
    return node.type in ("short_var_declaration", "var_declaration", "const_declaration", "type_declaration")
