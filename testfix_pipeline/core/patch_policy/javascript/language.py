"""The patch policy of JavaScript and TypeScript."""

from __future__ import annotations

from testfix_pipeline.core.patch_policy.javascript import paths
from testfix_pipeline.core.patch_policy.javascript.settings import changed_settings
from testfix_pipeline.core.patch_policy.tree_policy import TreePolicy, TreeRules
from testfix_pipeline.core.patch_policy.written_tests import WrittenTests


class JavaScript(TreePolicy):
    """The patch policy of JavaScript; see `LanguagePolicy`. Grammars are loaded with the first judged file."""

    name = "javascript"
    suffixes = (".js", ".cjs", ".mjs", ".jsx", ".ts", ".cts", ".mts", ".tsx")

    def rules(self) -> TreeRules:
        from testfix_pipeline.core.patch_policy.javascript.tampering import RULES

        return RULES

    def is_test_side(self, path: str) -> bool:
        return paths.is_test_side(path)

    def is_only_named_like_test(self, path: str) -> bool:
        return paths.is_only_named_like_test(path)

    def defines_tests(self, source: str | bytes) -> bool:
        from testfix_pipeline.core.patch_policy.javascript.code import Code
        from testfix_pipeline.core.patch_policy.javascript.process_rules import test_framework

        return any(True for _ in test_framework(Code("a.tsx", source)))

    def shadows_runner(self, path: str) -> bool:
        return paths.is_installed(path)

    def changed_settings(self, path: str, before: str, after: str) -> list[str]:
        return changed_settings(path, before, after)

    def asserting(self, source: str | bytes) -> set[str]:
        from testfix_pipeline.core.patch_policy.javascript.written_tests import asserting

        return asserting(source)

    def written_tests(self, path: str, source: str | bytes) -> WrittenTests | None:
        from testfix_pipeline.core.patch_policy.javascript.written_tests import written_tests

        return written_tests(path, source)

    def is_runner_setup(self, path: str, source: str | bytes) -> bool:
        return paths.is_runner_setup(path)
