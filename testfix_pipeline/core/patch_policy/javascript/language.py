"""The patch policy of JavaScript and TypeScript."""

from __future__ import annotations

from collections.abc import Collection

from testfix_pipeline.core.patch_policy.javascript import paths
from testfix_pipeline.core.patch_policy.javascript.settings import changed_settings
from testfix_pipeline.core.patch_policy.language_model import ConstantComparison, Literal, TamperingPattern
from testfix_pipeline.core.patch_policy.written_tests import WrittenTests


class JavaScript:
    """The patch policy of JavaScript; see `LanguagePolicy`. Grammars are loaded with the first judged file."""

    name = "javascript"
    suffixes = (".js", ".cjs", ".mjs", ".jsx", ".ts", ".cts", ".mts", ".tsx")

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

    def syntax_error(self, path: str, before: str | bytes | None, after: str | bytes) -> str:
        from testfix_pipeline.core.patch_policy.javascript.grammar import parse
        from testfix_pipeline.core.patch_policy.syntax_nodes import first_error, line

        found = first_error(parse(path, after).root)
        known = not path.lower().endswith("ts") if before is None else first_error(parse(path, before).root) is None
        if found is None or not known:
            return ""  # it may be syntax that the grammar does not know; the run tells
        return f"The file can't be parsed after the patch, near line {line(found)}."

    def asserting(self, source: str | bytes) -> set[str]:
        from testfix_pipeline.core.patch_policy.javascript.written_tests import asserting

        return asserting(source)

    def written_tests(self, path: str, source: str | bytes) -> WrittenTests | None:
        from testfix_pipeline.core.patch_policy.javascript.written_tests import written_tests

        return written_tests(path, source)

    def tokens(self, path: str, source: str | bytes) -> tuple[str, ...] | None:
        from testfix_pipeline.core.patch_policy.javascript.grammar import parse
        from testfix_pipeline.core.patch_policy.syntax_nodes import tokens

        return tokens(parse(path, source).root)

    def is_runner_setup(self, path: str, source: str | bytes) -> bool:
        return paths.is_runner_setup(path)

    def literals(self, path: str, source: str | bytes) -> set[Literal]:
        from testfix_pipeline.core.patch_policy.javascript.answers import literals_of
        from testfix_pipeline.core.patch_policy.javascript.code import Code

        return literals_of(Code(path, source))

    def decisions(self, path: str, source: str | bytes) -> list[ConstantComparison]:
        from testfix_pipeline.core.patch_policy.javascript.code import Code
        from testfix_pipeline.core.patch_policy.javascript.constants import constant
        from testfix_pipeline.core.patch_policy.syntax_decisions import decisions_of

        return list(decisions_of(Code(path, source).tree, constant))

    def doubts(self, path: str, before: str | bytes, after: str | bytes) -> list[TamperingPattern]:
        from testfix_pipeline.core.patch_policy.documented_behaviour import undone_promises
        from testfix_pipeline.core.patch_policy.documented_functions import functions_of_tree
        from testfix_pipeline.core.patch_policy.item_decisions import items_that_decide
        from testfix_pipeline.core.patch_policy.javascript.code import Code
        from testfix_pipeline.core.patch_policy.javascript.constants import constant
        from testfix_pipeline.core.patch_policy.javascript.dropped_errors import dropped_errors
        from testfix_pipeline.core.patch_policy.javascript.scopes import FUNCTIONS

        old, new = Code(path, before), Code(path, after)
        documented = (functions_of_tree(one.tree, FUNCTIONS) for one in (old, new))
        items = items_that_decide(old.tree, new.tree, constant)
        return [*dropped_errors(old, new), *items, *undone_promises(*documented)]

    def added_tampering(
        self, path: str, before: str | bytes, after: str | bytes, test_literals: Collection[Literal]
    ) -> list[TamperingPattern]:
        from testfix_pipeline.core.patch_policy.javascript.code import Code
        from testfix_pipeline.core.patch_policy.javascript.tampering import added_tampering

        return added_tampering(Code(path, before), Code(path, after), test_literals)
