"""Critical anti-patterns of tests in JavaScript and TypeScript, detected in the test's own text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from tree_sitter import Node

from testfix_pipeline.core.code_names import name_in_code
from testfix_pipeline.core.patch_policy.javascript.written_tests import TestNodes, test_nodes, written_tests
from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, line, text
from testfix_pipeline.core.patch_policy.written_tests import WrittenTest
from testfix_pipeline.core.plan_records import Finding
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.planning.javascript_code.javascript_outline import read_source
from testfix_pipeline.planning.scanner.antipatterns import ADVICE

MISSING_AWAIT = "missing_await"
_ALONE = frozenset({"only"})
_LEFT_OUT = frozenset({"skip", "todo", "fixme", "skipIf"})
_PROMISED = re.compile(r"\.(resolves|rejects)\b|\bassert(\.strict)?\.(rejects|doesNotReject)\(")
_COLLECTED = re.compile(r"Promise\.(all|allSettled|race|any)")


def javascript_anti_patterns(path: str, content: str, targets: Mapping[str, str] | None = None) -> list[Finding]:
    """The anti-patterns in each test of a file; empty if it can't be parsed.

    targets: name of a test in its file (its titles, joined by `::`) -> what it is for.
    """
    try:
        nodes = test_nodes(read_source(path, content).syntax)
    except (SyntaxError, RecursionError):
        return []
    written = written_tests(path, content)
    found = []
    for titles, own in nodes.items() if written is not None else ():
        test = TestId.of(path, titles, 1)
        target = (targets or {}).get(test.removeprefix(f"{path}::"), "")
        assert written is not None
        for pattern, said in _anti_patterns_of(own, written.tests[titles], target):
            found.append(
                Finding(category="test_quality", pattern=pattern, severity="critical", file=path, line=line(own.call),
                        message=said, test=test)
            )  # fmt: skip
    return found


def _anti_patterns_of(nodes: TestNodes, written: WrittenTest, target: str) -> Iterator[tuple[str, str]]:
    """Yield the anti-patterns of a test for `target`, "" if that is not known, each with a sentence."""
    marks, function = written.skips, nodes.function
    if marks & _ALONE:
        yield "focused_test", ADVICE["focused_test"]
    if marks & _LEFT_OUT and not _has_reason(nodes):
        yield "skip_without_reason", ADVICE["skip_without_reason"]
    if function is None or marks & _LEFT_OUT:
        return
    body = field(function, "body")
    code = [one for one in body.named_children if one.type != "comment"] if body is not None else []
    if body is not None and body.type == "statement_block" and not code:
        yield "empty_test", "has no body"
    elif not written.assertions and not _calls_check(function):
        yield "no_assertion", "asserts nothing"
    elif written.assertions and not any(one.can_fail for one in written.assertions):
        yield "tautology", f"`{written.assertions[0].text}` can't fail"
    elif target and name_in_code(target).rpartition(".")[2] not in text(function):
        name = name_in_code(target)
        if not (name.endswith("constructor") and name.partition(".")[0] in text(function)):
            yield "never_exercises_subject", ADVICE["never_exercises_subject"]
    for node in _unawaited_assertions(function):
        yield MISSING_AWAIT, f"`{' '.join(text(node).split())[:80]}` on line {line(node)} is not awaited"


def _has_reason(nodes: TestNodes) -> bool:
    """Whether a skipped test has a comment before it or on its line."""
    before, after = nodes.statement.prev_named_sibling, nodes.statement.next_named_sibling
    beside = after is not None and after.type == "comment" and line(after) == int(nodes.statement.end_point[0]) + 1
    return beside or (before is not None and before.type == "comment")


def _calls_check(function: Node) -> bool:
    """Whether the test calls something that is named as a check."""
    called = [text(field(node, "function")) for node in descendants(function) if node.type == "call_expression"]
    return any(re.search(r"(?i)(^|\.)(assert|expect|check|verify|should|done|fail)", name) for name in called)


def _unawaited_assertions(function: Node) -> Iterator[Node]:
    """Yield assertions on promises that nothing awaits, so that they can't fail the test."""
    for node in descendants(function):
        if node.type == "expression_statement" and node.named_children[0].type == "call_expression":
            call = node.named_children[0]
            chain = _call_chain(call)
            if _PROMISED.search(chain) and not _COLLECTED.search(chain):
                yield call


def _call_chain(node: Node | None) -> str:
    """The called chain without arguments: `expect().rejects.toThrow()`."""
    if node is not None and node.type == "call_expression":
        return f"{_call_chain(field(node, 'function'))}()"
    if node is not None and node.type == "member_expression":
        return f"{_call_chain(field(node, 'object'))}.{text(field(node, 'property'))}"
    return text(node)
