"""The patch policy of Rust."""

from __future__ import annotations

from testfix_pipeline.core.patch_policy.tree_policy import TreePolicy, TreeRules


class Rust(TreePolicy):
    """The patch policy of Rust; see `LanguagePolicy`. The grammar is loaded with the first judged file.

    Inline tests (`#[cfg(test)]`) are protected by their text: the rest of their file may change.
    """

    name = "rust"
    suffixes = (".rs",)

    def rules(self) -> TreeRules:
        from testfix_pipeline.core.patch_policy.rust.rules import RULES

        return RULES
