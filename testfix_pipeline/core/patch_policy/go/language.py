"""The patch policy of Go."""

from __future__ import annotations

from testfix_pipeline.core.patch_policy.tree_policy import TreePolicy, TreeRules


class Go(TreePolicy):
    """The patch policy of Go; see `LanguagePolicy`. The grammar is loaded with the first file that is judged."""

    name = "go"
    suffixes = (".go",)

    def rules(self) -> TreeRules:
        from testfix_pipeline.core.patch_policy.go.rules import RULES

        return RULES
