"""The patch policy of Go."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from testfix_pipeline.core.patch_policy.tree_policy import TreePolicy, TreeRules
from testfix_pipeline.core.patch_policy.written_tests import WrittenTests

_TEST = re.compile(rb"^func\s+(Test|Benchmark|Fuzz|Example)", re.M)
_SETUP = re.compile(rb"^func\s+(TestMain|init)\s*\(", re.M)
_REPLACING = re.compile(r"^\s*(replace|exclude|toolchain|go)\b.*$|^.*=>.*$", re.M)
_MODULES = frozenset({"go.sum", "go.work", "go.work.sum"})


class Go(TreePolicy):
    """The patch policy of Go; see `LanguagePolicy`. The grammar is loaded with the first file that is judged."""

    name = "go"
    suffixes = (".go",)

    def rules(self) -> TreeRules:
        from testfix_pipeline.core.patch_policy.go.rules import RULES

        return RULES

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

    def asserting(self, source: str | bytes) -> set[str]:
        from testfix_pipeline.core.patch_policy.go.code import FUNCTIONS, GoCode
        from testfix_pipeline.core.patch_policy.syntax_nodes import one_line_text, text

        functions = GoCode(source).tree.of_type(*FUNCTIONS)
        return {one_line_text(one) for one in functions if re.search(r"\btesting\.(T|B|F|TB)\b", text(one))}

    def written_tests(self, path: str, source: str | bytes) -> WrittenTests | None:
        from testfix_pipeline.core.patch_policy.go.written_tests import written_tests

        return written_tests(source)

    def is_runner_setup(self, path: str, source: str | bytes) -> bool:
        raw = source.encode("utf-8", "replace") if isinstance(source, str) else source
        return _SETUP.search(raw) is not None


def _redirecting_lines(text: str) -> list[str]:
    """The lines of `go.mod` that replace a package or choose the language version."""
    return sorted(" ".join(found.group().split()) for found in _REPLACING.finditer(text))
