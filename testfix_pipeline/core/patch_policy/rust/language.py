"""The patch policy of Rust."""

from __future__ import annotations

import re

from testfix_pipeline.core.patch_policy.tree_policy import TreePolicy, TreeRules
from testfix_pipeline.core.patch_policy.written_tests import WrittenTests


class Rust(TreePolicy):
    """The patch policy of Rust; see `LanguagePolicy`. The grammar is loaded with the first judged file.

    Inline tests (`#[cfg(test)]`) are protected by their text: the rest of their file may change.
    """

    name = "rust"
    suffixes = (".rs",)

    def rules(self) -> TreeRules:
        from testfix_pipeline.core.patch_policy.rust.rules import RULES

        return RULES

    def asserting(self, source: str | bytes) -> set[str]:
        from testfix_pipeline.core.patch_policy.rust.code import RustCode
        from testfix_pipeline.core.patch_policy.syntax_nodes import one_line_text, text

        functions = RustCode("a.rs", source).tree.of_type("function_item")
        return {one_line_text(one) for one in functions if re.search(r"\b(assert\w*|panic|unreachable)!", text(one))}

    def written_tests(self, path: str, source: str | bytes) -> WrittenTests | None:
        return None  # what is written in tests of Rust is not read
