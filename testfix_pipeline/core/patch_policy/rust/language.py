"""The patch policy of Rust."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import PurePosixPath

from testfix_pipeline.core.patch_policy.language_model import Literal, TamperingPattern
from testfix_pipeline.core.patch_policy.rust.manifest import changed_settings

_FOLDERS = frozenset({"tests", "benches"})
_NAMED = re.compile(r"(tests?|testing|test_\w+|\w+_tests?)\.rs")
_SETTINGS = frozenset({"rust-toolchain", "rust-toolchain.toml", "nextest.toml", "tarpaulin.toml", ".tarpaulin.toml"})
_TEST = re.compile(rb"#!?\[\s*([\w:]*test\w*|[\w:]*bench\b|cfg\s*\(.*\btest\b)|\b(proptest|quickcheck)!")


class Rust:
    """The patch policy of Rust; see `LanguagePolicy`. The grammar is loaded with the first judged file.

    Inline tests (`#[cfg(test)]`) are protected by their text: the rest of their file may change.
    """

    name = "rust"
    suffixes = (".rs",)

    def is_test_side(self, path: str) -> bool:
        *folders, name = PurePosixPath(path).parts or ("",)
        if ".cargo" in folders or name in _SETTINGS or (name == "build.rs" and "src" not in folders):
            return True
        return name.endswith(".rs") and (bool(_FOLDERS & set(folders)) or _NAMED.fullmatch(name) is not None)

    def is_only_named_like_test(self, path: str) -> bool:
        pure = PurePosixPath(path)
        return _NAMED.fullmatch(pure.name) is not None and not _FOLDERS & set(pure.parts[:-1])

    def defines_tests(self, source: str | bytes) -> bool:
        raw = source.encode("utf-8", "replace") if isinstance(source, str) else source
        return _TEST.search(raw) is not None

    def shadows_runner(self, path: str) -> bool:
        return False

    def changed_settings(self, path: str, before: str, after: str) -> list[str]:
        return changed_settings(path, before, after)

    def syntax_error(self, path: str, before: str | bytes | None, after: str | bytes) -> str:
        from testfix_pipeline.core.patch_policy.rust.code import RustCode
        from testfix_pipeline.core.patch_policy.syntax_nodes import first_error, line

        found = first_error(RustCode(path, after).tree.root)
        if found is None or (before and first_error(RustCode(path, before).tree.root) is not None):
            return ""
        return f"The file can't be parsed after the patch, near line {line(found)}."

    def asserting(self, source: str | bytes) -> set[str]:
        from testfix_pipeline.core.patch_policy.rust.code import RustCode
        from testfix_pipeline.core.patch_policy.syntax_nodes import one_line_text, text

        functions = RustCode("a.rs", source).tree.of_type("function_item")
        return {one_line_text(one) for one in functions if re.search(r"\b(assert\w*|panic|unreachable)!", text(one))}

    def tokens(self, path: str, source: str | bytes) -> tuple[str, ...] | None:
        from testfix_pipeline.core.patch_policy.rust.code import RustCode
        from testfix_pipeline.core.patch_policy.syntax_nodes import tokens

        return tokens(RustCode(path, source).tree.root)

    def literals(self, path: str, source: str | bytes) -> set[Literal]:
        from testfix_pipeline.core.patch_policy.rust.code import RustCode

        return {value for _, value in RustCode(path, source).constants}

    def added_tampering(
        self, path: str, before: str | bytes, after: str | bytes, test_literals: Collection[Literal]
    ) -> list[TamperingPattern]:
        from testfix_pipeline.core.patch_policy.rust.code import RustCode
        from testfix_pipeline.core.patch_policy.rust.rules import added_tampering

        return added_tampering(RustCode(path, before), RustCode(path, after), test_literals)
