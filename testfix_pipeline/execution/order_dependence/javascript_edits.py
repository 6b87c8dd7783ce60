"""Edits of JavaScript's test files that put shared state back after each test, or give a test the state it needs."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from tree_sitter import Node

from testfix_pipeline.core.order_records import SharedState
from testfix_pipeline.core.patch_policy.javascript.grammar import parse
from testfix_pipeline.core.patch_policy.javascript.written_tests import test_nodes
from testfix_pipeline.core.patch_policy.syntax_nodes import field
from testfix_pipeline.core.patch_policy.syntax_nodes import text as text_of
from testfix_pipeline.core.test_ids import TestId

_MODULES = {"jest": "@jest/globals", "mocha": "mocha"}
"""Where a file may import a framework's functions from, where that is not called as the framework is."""
_RESTORERS = {
    r"\bjest\.useFakeTimers": "jest.useRealTimers()", r"\bjest\.(spyOn|replaceProperty)": "jest.restoreAllMocks()",
    r"\bvi\.useFakeTimers": "vi.useRealTimers()", r"\bvi\.spyOn": "vi.restoreAllMocks()",
    r"\bvi\.stubEnv": "vi.unstubAllEnvs()", r"\bvi\.stubGlobal": "vi.unstubAllGlobals()",
    r"\bmock\.(method|getter|setter)": "mock.restoreAll()", r"\bmock\.timers": "mock.timers.reset()",
}  # fmt: skip
"""What a framework's own function, by its use, is taken back by."""
_IMPORT = re.compile(r"import\b(?!\s*\()|(const|let|var)\b[^;]*=\s*require\(")
_WORD = re.compile(r"[\w$]+")
_CALL = re.compile(r"(?<![\w$.])([\w$]+(?:\.[\w$]+)*)\s*\(")
_ASSERTS = re.compile(r"\b(expect|assert|should)\w*\b")
_IMPORTS = {r"\bfrom\s*": "import {{ {} }} from '{}';", r"\brequire\(\s*": "const {{ {} }} = require('{}');"}


def with_restoration(path: str, text: str, framework: str, state: Sequence[SharedState]) -> Iterator[str]:
    """Yield texts of a test's file with an `afterEach` that puts the state back, the framework's own way first."""
    for use, call in _RESTORERS.items():
        if re.search(use, text):
            yield _with_hook(path, text, framework, [], [f"{call};"])
    if state and all(one.restore for one in state):
        saving, restoring = [], []
        names = itertools.chain(["saved"], (f"saved{number}" for number in itertools.count(2)))
        free = (name for name in names if not re.search(rf"\b{name}\b", text))
        for one, name in zip(state, free, strict=False):
            saving += [f"const {name} = {one.save};"] if one.save else []
            restoring += [re.sub(r"\bsaved\b", name, line) for line in one.restore]
        yield _with_hook(path, text, framework, saving, restoring)


def names_state(text: str, state: str) -> bool:
    """Whether a test file names a variable or a property, by all parts of its path."""
    path = re.findall(r"[\w$]+", state.partition(" of ")[0])
    return all(re.search(rf"(?<![\w$]){re.escape(word)}(?![\w$])", text) for word in path)


def with_lines_before(text: str, test: TestId, source: str, setter: TestId) -> str:
    """Return a test's file in which it begins with what another one of `source` does but assert; "" for nothing."""
    body, statements = _body(test, text), _statements(setter, source)
    missing = set(_WORD.findall(" ".join(statements))).difference(_WORD.findall(text))
    known = (text_of(one) for one in parse(setter.file, source).root.children)
    imports = [one for one in known if _IMPORT.match(one) and not missing.isdisjoint(_WORD.findall(one))]
    if body is None or not statements:
        return ""
    first = body.named_children[0] if body.type == "statement_block" and body.named_children else body
    if first is body:
        lines, end = f"{{ {' '.join(statements)} return ", "; }"
    else:
        lines, end = f"\n{' ' * first.start_point.column}".join([*statements, ""]), ""
    raw, start, stop = text.encode(), first.start_byte, first.end_byte
    changed = raw[:start] + lines.encode() + raw[start:stop] + end.encode() + raw[stop:]
    return _after_imports(test.file, changed.decode(), imports)


def calls_of(text: str, test: TestId, *, whole: bool = False) -> set[str]:
    """Return what a test calls of what its file imports; unless `whole`, in statements that assert nothing."""
    imports = " ".join(text_of(one) for one in parse(test.file, text).root.children if _IMPORT.match(text_of(one)))
    called = _CALL.findall("\n".join(_statements(test, text, asserting=whole)))
    return {one for one in called if one.partition(".")[0] in _WORD.findall(imports)}


def _statements(test: TestId, source: str, *, asserting: bool = False) -> list[str]:
    """Return the statements of a test, those that assert something only if `asserting`."""
    body = _body(test, source)
    parts = body.named_children if body is not None and body.type == "statement_block" else [body]
    return [text_of(one) for one in parts if one is not None and (asserting or not _ASSERTS.search(text_of(one)))]


def _body(test: TestId, source: str) -> Node | None:
    """Return the body of a test's function, a block or an expression; None where the text has no such test."""
    known = test_nodes(parse(test.file, source))
    nodes = next((one for titles, one in known.items() if TestId.of(test.file, titles) == test), None)
    return field(nodes.function, "body") if nodes is not None else None


def _with_hook(path: str, text: str, framework: str, saving: Sequence[str], restoring: Sequence[str]) -> str:
    hook = "teardown" if framework == "mocha" and re.search(r"^suite\(", text, re.MULTILINE) else "afterEach"
    module = _MODULES.get(framework, framework)
    lines = ["", *saving, f"{hook}(() => {{", *(f"  {line}" for line in restoring), "});"]
    for use, statement in _IMPORTS.items():
        if re.search(rf"{use}['\"]{re.escape(module)}['\"]", text) and not re.search(rf"\b{hook}\b", text):
            lines.insert(0, statement.format(hook, module))
    return _after_imports(path, text, lines)


def _after_imports(path: str, text: str, lines: Sequence[str]) -> str:
    ends = [one.end_point.row + 1 for one in parse(path, text).root.children if _IMPORT.match(text_of(one))]
    place = max(ends, default=0)
    known = text.splitlines(keepends=True)
    return "".join([*known[:place], *(f"{line}\n" for line in lines), *known[place:]])
