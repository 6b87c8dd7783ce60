"""The patch policy of Go."""

from __future__ import annotations

import re

from testfix_pipeline.core.patch_policy.tree_policy import TreePolicy, TreeRules
from testfix_pipeline.core.patch_policy.written_tests import WrittenTests


class Go(TreePolicy):
    """The patch policy of Go; see `LanguagePolicy`. The grammar is loaded with the first file that is judged."""

    name = "go"
    suffixes = (".go",)

    def rules(self) -> TreeRules:
        from testfix_pipeline.core.patch_policy.go.rules import RULES

        return RULES

    def asserting(self, source: str | bytes) -> set[str]:
        from testfix_pipeline.core.patch_policy.go.code import FUNCTIONS, GoCode
        from testfix_pipeline.core.patch_policy.syntax_nodes import one_line_text, text

        functions = GoCode(source).tree.of_type(*FUNCTIONS)
        return {one_line_text(one) for one in functions if re.search(r"\btesting\.(T|B|F|TB)\b", text(one))}

    def written_tests(self, path: str, source: str | bytes) -> WrittenTests | None:
        from testfix_pipeline.core.patch_policy.go.written_tests import written_tests

        return written_tests(source)
