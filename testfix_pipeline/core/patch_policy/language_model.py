"""The interface of a programming language to the patch policy. All of it is pure.

A package adds a language by an entry point of the group `testfix.languages` that names a class without arguments.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from testfix_pipeline.core.patch_policy.written_tests import WrittenTests

Literal = str | bytes | int | float | complex
"""A constant of a test file, by which values that were copied from tests are known."""


@dataclass(frozen=True)
class TamperingPattern:
    """A pattern that a patch adds: its rule, the lines in the new source, and a sentence."""

    rule: str
    lines: tuple[int, ...]
    reason: str


class ConstantComparison(NamedTuple):
    """A comparison with a constant. code: in one line; is_order: it asks which one is larger, and not for the value."""

    code: str
    value: str | float
    is_order: bool


class LanguagePolicy(Protocol):
    """The rules for one language. Paths are relative to the project, with `/`; texts are file contents.

    suffixes: of the source files that it judges, with the dot; a file of a suffix that no language has is not judged.
    """

    name: str
    suffixes: tuple[str, ...]

    def is_test_side(self, path: str) -> bool:
        """Whether a path of any suffix is a test, its data or helpers, or the configuration of a test runner."""

    def is_only_named_like_test(self, path: str) -> bool:
        """Whether only the file's own name marks it as test side, so that it may be product code."""

    def defines_tests(self, source: str | bytes) -> bool:
        """Whether a file may contain tests; true for one that can't be parsed."""

    def shadows_runner(self, path: str) -> bool:
        """Whether a new file would run at start, or load instead of a runner's or installed module."""

    def changed_settings(self, path: str, before: str, after: str) -> list[str]:
        """The names of the test settings that a change alters; none for files without settings."""

    def syntax_error(self, path: str, before: str | bytes | None, after: str | bytes) -> str:
        """A sentence if a patched file can't be parsed, else "". before: None for a new file."""

    def asserting(self, source: str | bytes) -> set[str]:
        """The texts of the functions in a file that assert something."""

    def written_tests(self, path: str, source: str | bytes) -> WrittenTests | None:
        """The tests of a file, by which weaker ones are detected; None if it can't be parsed."""

    def tokens(self, path: str, source: str | bytes) -> tuple[str, ...] | None:
        """The tokens of a file without layout, comments and docstrings; None if it can't be parsed."""

    def is_runner_setup(self, path: str, source: str | bytes) -> bool:
        """Whether a test-side file affects tests that do not name it: settings, set-up files."""

    def literals(self, path: str, source: str | bytes) -> set[Literal]:
        """The constants in a file; none if it can't be parsed."""

    def decisions(self, path: str, source: str | bytes) -> list[ConstantComparison]:
        """The comparisons with constants in a file; none if it can't be parsed."""

    def doubts(self, path: str, before: str | bytes, after: str | bytes) -> list[TamperingPattern]:
        """Patterns that a patch adds and that an honest one can have, too: a person has to say."""

    def added_tampering(
        self, path: str, before: str | bytes, after: str | bytes, test_literals: Collection[Literal]
    ) -> list[TamperingPattern]:
        """The tampering patterns that occur more often in `after` than in `before`.

        test_literals: the constants of the tests. Raises RecursionError if the file is too deeply nested.
        """
