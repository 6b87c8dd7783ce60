"""The patch policy of Go."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import PurePosixPath

from testfix_pipeline.core.patch_policy.language_model import ConstantComparison, Literal, TamperingPattern
from testfix_pipeline.core.patch_policy.written_tests import WrittenTests

_TEST = re.compile(rb"^func\s+(Test|Benchmark|Fuzz|Example)", re.M)
_SETUP = re.compile(rb"^func\s+(TestMain|init)\s*\(", re.M)
_REPLACING = re.compile(r"^\s*(replace|exclude|toolchain|go)\b.*$|^.*=>.*$", re.M)
_MODULES = frozenset({"go.sum", "go.work", "go.work.sum"})


class Go:
    """The patch policy of Go; see `LanguagePolicy`. The grammar is loaded with the first file that is judged."""

    name = "go"
    suffixes = (".go",)

    def is_test_side(self, path: str) -> bool:
        pure = PurePosixPath(path)
        return pure.name.endswith("_test.go") or "testdata" in pure.parts[:-1]

    def is_only_named_like_test(self, path: str) -> bool:
        return False  # the compiler itself leaves files of this name to the tests

    def defines_tests(self, source: str | bytes) -> bool:
        raw = source.encode("utf-8", "replace") if isinstance(source, str) else source
        return _TEST.search(raw) is not None

    def shadows_runner(self, path: str) -> bool:
        return False

    def changed_settings(self, path: str, before: str, after: str) -> list[str]:
        pure = PurePosixPath(path)
        if before == after:
            return []
        if pure.parts[:1] == ("vendor",) or pure.name in _MODULES:
            return ["which packages the tests use"]
        changed = pure.name == "go.mod" and _redirecting_lines(before) != _redirecting_lines(after)
        return ["which packages the tests use"] if changed else []

    def syntax_error(self, path: str, before: str | bytes | None, after: str | bytes) -> str:
        from testfix_pipeline.core.patch_policy.go.code import GoCode
        from testfix_pipeline.core.patch_policy.syntax_nodes import first_error, line

        found = first_error(GoCode(after).tree.root)
        if found is None or (before and first_error(GoCode(before).tree.root) is not None):
            return ""
        return f"The file can't be parsed after the patch, near line {line(found)}."

    def asserting(self, source: str | bytes) -> set[str]:
        from testfix_pipeline.core.patch_policy.go.code import FUNCTIONS, GoCode
        from testfix_pipeline.core.patch_policy.syntax_nodes import one_line_text, text

        functions = GoCode(source).tree.of_type(*FUNCTIONS)
        return {one_line_text(one) for one in functions if re.search(r"\btesting\.(T|B|F|TB)\b", text(one))}

    def written_tests(self, path: str, source: str | bytes) -> WrittenTests | None:
        from testfix_pipeline.core.patch_policy.go.written_tests import written_tests

        return written_tests(source)

    def tokens(self, path: str, source: str | bytes) -> tuple[str, ...] | None:
        from testfix_pipeline.core.patch_policy.go.code import GoCode
        from testfix_pipeline.core.patch_policy.syntax_nodes import tokens

        return tokens(GoCode(source).tree.root)

    def is_runner_setup(self, path: str, source: str | bytes) -> bool:
        raw = source.encode("utf-8", "replace") if isinstance(source, str) else source
        return _SETUP.search(raw) is not None

    def literals(self, path: str, source: str | bytes) -> set[Literal]:
        from testfix_pipeline.core.patch_policy.go.code import GoCode

        return {value for _, value in GoCode(source).constants}

    def decisions(self, path: str, source: str | bytes) -> list[ConstantComparison]:
        from testfix_pipeline.core.patch_policy.go.code import GoCode, constant
        from testfix_pipeline.core.patch_policy.syntax_decisions import decisions_of

        return list(decisions_of(GoCode(source).tree, constant))

    def doubts(self, path: str, before: str | bytes, after: str | bytes) -> list[TamperingPattern]:
        from testfix_pipeline.core.patch_policy.documented_behaviour import undone_promises
        from testfix_pipeline.core.patch_policy.documented_functions import functions_of_tree
        from testfix_pipeline.core.patch_policy.go.code import FUNCTIONS, GoCode, constant
        from testfix_pipeline.core.patch_policy.item_decisions import items_that_decide

        old, new = GoCode(before).tree, GoCode(after).tree
        documented = (functions_of_tree(one, FUNCTIONS) for one in (old, new))
        return [*items_that_decide(old, new, constant), *undone_promises(*documented)]

    def added_tampering(
        self, path: str, before: str | bytes, after: str | bytes, test_literals: Collection[Literal]
    ) -> list[TamperingPattern]:
        from testfix_pipeline.core.patch_policy.go.code import GoCode
        from testfix_pipeline.core.patch_policy.go.rules import added_tampering

        return added_tampering(GoCode(before), GoCode(after), test_literals)


def _redirecting_lines(text: str) -> list[str]:
    """The lines of `go.mod` that replace a package or choose the language version."""
    return sorted(" ".join(found.group().split()) for found in _REPLACING.finditer(text))
