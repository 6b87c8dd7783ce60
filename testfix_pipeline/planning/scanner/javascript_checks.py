"""AI-code issues of a JavaScript or TypeScript file, by its syntax tree."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator

from testfix_pipeline.core.patch_policy.javascript.module_imports import imports_of
from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, line, text
from testfix_pipeline.planning.javascript_code.javascript_outline import own_nodes
from testfix_pipeline.planning.scanner.table import Hit
from testfix_pipeline.repair.languages.javascript.source import FUNCTIONS, JsSource

_TO_DO = re.compile(r"\b(TODO|FIXME|XXX|implement me)\b", re.I)
_NOT_DONE = re.compile(r"not (yet )?(been )?implemented|unimplemented|\btodo\b", re.I)
_DOUBLES = re.compile(r"(jest|vi|sinon|td)\.(fn|mock|spyOn|stub|spy|fake|doMock|func|replace)")
_TEST_PACKAGES = re.compile(
    r"(@jest/.*|jest|vitest|mocha|chai|sinon|node:test|@testing-library/.*|supertest|nock)(/.*)?"
)
_LEAVES = ("return_statement", "throw_statement", "break_statement", "continue_statement")
_NO_CODE = (
    *("comment", "empty_statement", "type_alias_declaration", "interface_declaration"),
    *("function_declaration", "generator_function_declaration"),
)
_BLOCKS = ("statement_block", "program", "switch_case", "switch_default")
_SHELLS = re.compile(r"(child_process\.|cp\.)?(exec|execSync)")


def placeholder_bodies(source: JsSource) -> Iterator[Hit]:
    """Yield functions whose body only has a to-do comment, or throws that it is not implemented."""
    for function in source.syntax.of_type(*FUNCTIONS):
        body = field(function, "body")
        if body is None or body.type != "statement_block":
            continue
        code = [one for one in body.named_children if one.type != "comment"]
        notes = " ".join(text(one) for one in body.named_children if one.type == "comment")
        last = int(function.end_point[0]) + 1
        if not code and _TO_DO.search(notes):
            yield Hit("todo_body", line(function), last=last)
        elif len(code) == 1 and code[0].type == "throw_statement" and _NOT_DONE.search(text(code[0])):
            yield Hit("not_implemented", line(function), "a body that only throws that it is not implemented", last)


def find_test_tools(source: JsSource) -> Iterator[Hit]:
    """Yield test doubles in production code, and imports of test utilities."""
    for one in imports_of(source.syntax):
        if _TEST_PACKAGES.fullmatch(one.module):
            yield Hit("test_utility_import", one.line, f"production code imports {one.module}")
    for call in source.syntax.of_type("call_expression"):
        if _DOUBLES.fullmatch(text(field(call, "function"))):
            yield Hit("mock_in_production", line(call))


def double_casts(source: JsSource) -> Iterator[Hit]:
    """Yield casts of casts: `x as unknown as T`."""
    for node in source.syntax.of_type("as_expression"):
        if node.named_children[0].type == "as_expression":
            yield Hit("double_cast", line(node))


def empty_handlers(source: JsSource) -> Iterator[Hit]:
    """Yield `catch` clauses without code or an explaining comment."""
    for node in source.syntax.of_type("catch_clause"):
        body = field(node, "body")
        if body is not None and not body.named_children:
            yield Hit("empty_handler", line(node))


def unreachable_code(source: JsSource) -> Iterator[Hit]:
    """Yield the code after a statement that leaves its block."""
    for block in source.syntax.of_type(*_BLOCKS):
        code = [one for one in block.named_children if one.type not in _NO_CODE]
        for before, after in itertools.pairwise(code):
            if before.type in _LEAVES and after.type not in ("variable_declaration",):
                yield Hit("unreachable_code", line(after), last=int(code[-1].end_point[0]) + 1)
                break


def endless_loops(source: JsSource) -> Iterator[Hit]:
    """Yield `while (true)` loops that nothing leaves and that do not wait."""
    for node in source.syntax.of_type("while_statement", "for_statement"):
        condition = text(field(node, "condition")).strip("(); ")
        inner = {one.type for one in own_nodes(field(node, "body"))}
        leaves = {"return_statement", "throw_statement", "break_statement", "await_expression", "yield_expression"}
        if condition in ("true", "1", "") and not inner & leaves:
            yield Hit("endless_loop", line(node))


def code_from_input(source: JsSource) -> Iterator[Hit]:
    """Yield `eval`, `new Function` and shell commands with computed text."""
    for node in source.syntax.of_type("call_expression", "new_expression"):
        called = text(field(node, "function") or field(node, "constructor"))
        listed = field(node, "arguments")
        given = listed.named_children if listed is not None else []
        if not given or not (called in ("eval", "Function") or _SHELLS.fullmatch(called)):
            continue
        first = given[-1] if called == "Function" else given[0]
        is_made = any(one.type == "template_substitution" for one in descendants(first))
        is_made = is_made or first.type in ("binary_expression", "identifier", "member_expression")
        if is_made and (called in ("eval", "Function") or first.type != "identifier"):
            yield Hit("code_from_input", line(node))


def missing_names(source: JsSource, exported: Callable[[str], set[str] | None]) -> Iterator[Hit]:
    """Yield names that the file imports from the project's own modules and that these do not export.

    exported: the names that the module of an import exports, None if that is not known.
    """
    for one in imports_of(source.syntax):
        names = exported(one.module) if one.is_own else None
        for name, _ in one.names if names is not None else ():
            if name not in ("*", "default") and names is not None and name not in names:
                yield Hit("missing_name", one.line, f"{one.module} exports no {name}")


EVERYWHERE: tuple[Callable[[JsSource], Iterator[Hit]], ...] = (
    empty_handlers,
    endless_loops,
    unreachable_code,
    code_from_input,
)
IN_PRODUCTION: tuple[Callable[[JsSource], Iterator[Hit]], ...] = (placeholder_bodies, find_test_tools, double_casts)
"""What tests do on purpose: stubs, doubles, loose types."""
