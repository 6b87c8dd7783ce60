"""The patch policy of Python."""

from __future__ import annotations

import ast
import difflib
import re
import sys
from collections.abc import Collection, Iterator
from pathlib import PurePosixPath

from testfix_pipeline.core.patch_policy.documented_behaviour import undone_promises
from testfix_pipeline.core.patch_policy.documented_functions import python_functions
from testfix_pipeline.core.patch_policy.language_files import LanguageFiles
from testfix_pipeline.core.patch_policy.language_model import ConstantComparison, Literal, TamperingPattern
from testfix_pipeline.core.patch_policy.learnt_literals import undocumented_literals, words_of_pattern
from testfix_pipeline.core.patch_policy.promised_errors import swallowed_errors
from testfix_pipeline.core.patch_policy.python_syntax import asserting_functions, defines_tests
from testfix_pipeline.core.patch_policy.python_written_tests import without_docstring, written_tests
from testfix_pipeline.core.patch_policy.tampering import added_tampering
from testfix_pipeline.core.patch_policy.written_tests import WrittenTests
from testfix_pipeline.core.python_code import FunctionNode, parse_or_empty, parse_or_none

_READS_DOCS = re.compile(r"'(__doc__|getdoc|getsource(lines)?|doctest)'")
_ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_QUESTIONS = frozenset({"startswith", "endswith", "find", "index", "count"})
_PATTERNS = frozenset({"compile", "match", "search", "fullmatch", "findall", "finditer", "sub", "split"})
_SURROUNDINGS = re.compile(r"\b(environ|getenv|env|argv|args|sys|os|platform)\b")


def decisions_of(tree: ast.AST) -> Iterator[ConstantComparison]:
    """Yield the comparisons of a file with constants, those of regular expressions and inline tables among them."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Compare | ast.Call | ast.match_case | ast.Subscript):
            continue
        found = list(_constants_of(node))
        code = " ".join(ast.unparse(node).split()) if found else ""
        if not _SURROUNDINGS.search(code):
            yield from (ConstantComparison(code, value, is_order) for value, is_order in found)


def _constants_of(node: ast.AST) -> Iterator[tuple[str | float, bool]]:
    if isinstance(node, ast.Compare):
        is_order = any(isinstance(one, _ORDER) for one in node.ops)
        yield from ((value, is_order) for side in (node.left, *node.comparators) for value in _values(side))
    elif isinstance(node, ast.match_case):
        inner = (one for one in ast.walk(node.pattern) if isinstance(one, ast.MatchValue))
        yield from ((value, False) for one in inner for value in _values(one.value))
    elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Dict):
        yield from ((value, False) for key in node.value.keys if key is not None for value in _values(key))
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
        yield from ((value, False) for value in _asked(node.func, node.args[0]))


def _asked(function: ast.Attribute, first: ast.expr) -> Iterator[str | float]:
    """The constants of a call that asks something of a text, or looks something up in a table."""
    if function.attr in _QUESTIONS:
        yield from _values(first)
    elif function.attr in _PATTERNS and isinstance(function.value, ast.Name) and function.value.id in ("re", "regex"):
        for pattern in _values(first):
            yield from words_of_pattern(str(pattern))
    elif function.attr == "get" and isinstance(function.value, ast.Dict):
        yield from (value for key in function.value.keys if key is not None for value in _values(key))


def _values(node: ast.expr) -> Iterator[str | float]:
    """The texts and numbers of a constant or of a collection of constants."""
    for one in node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]:
        if isinstance(one, ast.Constant) and not isinstance(one.value, bool):
            value = one.value.decode("latin-1") if isinstance(one.value, bytes) else one.value
            if isinstance(value, str | float):
                yield value
            elif isinstance(value, int) and value <= sys.float_info.max:  # beyond it there is no such float
                yield float(value)


_STARTUP_FILES = frozenset({"sitecustomize", "usercustomize"})
_RUNNER_MODULES = frozenset({"pytest", "_pytest", "py", "unittest", "pluggy", "iniconfig", "coverage", "hypothesis"})


class Python(LanguageFiles):
    """The patch policy of Python; see `LanguagePolicy`."""

    name = "python"
    suffixes = (".py", ".pyi")

    def defines_tests(self, source: str | bytes) -> bool:
        return defines_tests(source)

    def shadows_runner(self, path: str) -> bool:
        pure = PurePosixPath(path)
        stems = {part.removesuffix(".py") for part in pure.parts}
        is_plugin = pure.suffix == ".pth" or re.fullmatch(r"pytest_.*\.py", pure.name) is not None
        return is_plugin or bool(stems & (_STARTUP_FILES | _RUNNER_MODULES)) or _shadows_stdlib(pure)

    def syntax_error(self, path: str, before: str | bytes | None, after: str | bytes) -> str:
        return "The file is no valid Python after the patch." if parse_or_none(after) is None else ""

    def asserting(self, source: str | bytes) -> set[str]:
        return asserting_functions(source)

    def written_tests(self, path: str, source: str | bytes) -> WrittenTests | None:
        return written_tests(source)

    def tokens(self, path: str, source: str | bytes) -> tuple[str, ...] | None:
        tree = parse_or_none(source)
        try:
            for node in ast.walk(tree) if tree is not None and not _READS_DOCS.search(ast.dump(tree)) else ():
                if isinstance(node, ast.Module | ast.ClassDef | FunctionNode):
                    node.body = without_docstring(node.body)
            return (ast.dump(tree),) if tree is not None else None
        except RecursionError:  # thousands of operators in one expression
            return None

    def literals(self, path: str, source: str | bytes) -> set[Literal]:
        constants = [node.value for node in ast.walk(parse_or_empty(source)) if isinstance(node, ast.Constant)]
        return {value for value in constants if isinstance(value, str | bytes | int | float | complex)}

    def decisions(self, path: str, source: str | bytes) -> list[ConstantComparison]:
        return list(decisions_of(parse_or_empty(source)))

    def doubts(self, path: str, before: str | bytes, after: str | bytes) -> list[TamperingPattern]:
        found = sorted(swallowed_errors(before, after))
        parts = [(function, error) for function, _, error in (one.partition(": ") for one in found)]
        said = "{} says that it raises {}, and nothing in it can any more."
        swallowed = [TamperingPattern("swallowed_error", (), said.format(*one)) for one in parts]
        return [*swallowed, *undone_promises(python_functions(before), python_functions(after))]

    def added_tampering(
        self, path: str, before: str | bytes, after: str | bytes, test_literals: Collection[Literal]
    ) -> list[TamperingPattern]:
        nothing = ast.Module([], [])
        old, new = parse_or_none(before), parse_or_none(after) or nothing
        learnt = undocumented_literals(test_literals, _text(before))
        found = added_tampering(old or nothing, new, learnt, test_literals)
        if old is None:
            touched = _touched_lines(_text(before), _text(after), new)
            found = [one for one in found if not touched.isdisjoint(one.lines)]
        return found


def _text(content: str | bytes) -> str:
    return content.decode(errors="replace") if isinstance(content, bytes) else content


def _touched_lines(before: str, after: str, tree: ast.Module) -> set[int]:
    """The lines of all statements, up to whole functions, in which the texts differ.

    Where the text before has no syntax tree, what lies outside of these was there before.
    """
    matcher = difflib.SequenceMatcher(None, before.splitlines(), after.splitlines(), autojunk=False)
    changed = {
        line
        for tag, _, _, start, end in matcher.get_opcodes()
        for line in range(start + (tag != "delete"), max(end, start + 1) + 1)
        if tag != "equal"
    }
    spans = [
        range(node.lineno, (node.end_lineno or node.lineno) + 1)
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt) and not isinstance(node, ast.ClassDef)
    ]
    return changed.union(*(span for span in spans if not changed.isdisjoint(span)))


def _shadows_stdlib(pure: PurePosixPath) -> bool:
    parts = pure.parts[1:] if pure.parts[:1] in (("src",), ("lib",)) else pure.parts
    top = parts[0] if parts else ""
    importable = len(parts) > 1 or top.endswith(".py")
    return importable and pure.suffix == ".py" and top.removesuffix(".py") in sys.stdlib_module_names - {"test"}
