"""The patch policy of JavaScript and TypeScript."""

from __future__ import annotations

from testfix_pipeline.core.patch_policy.javascript.known_names import FRAMEWORK_MODULES
from testfix_pipeline.core.patch_policy.language_files import settings_effect
from testfix_pipeline.core.patch_policy.tree_policy import TreePolicy, TreeRules


class JavaScript(TreePolicy):
    """The patch policy of JavaScript; see `LanguagePolicy`. Grammars are loaded with the first judged file."""

    name = "javascript"
    suffixes = (".js", ".cjs", ".mjs", ".jsx", ".ts", ".cts", ".mts", ".tsx")
    frameworks = FRAMEWORK_MODULES.pattern

    def rules(self) -> TreeRules:
        from testfix_pipeline.core.patch_policy.javascript.tampering import RULES

        return RULES

    def defines_tests(self, source: str | bytes) -> bool:
        from testfix_pipeline.core.patch_policy.javascript.code import Code
        from testfix_pipeline.core.patch_policy.javascript.process_rules import test_framework

        return any(True for _ in test_framework(Code("a.tsx", source)))

    def shadows_runner(self, path: str) -> bool:
        return settings_effect(self.name, path) == "installed packages"
