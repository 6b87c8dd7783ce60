"""What the patch policy asks of a programming language, so that a green result is honest. All of it is pure.

A package adds a language by an entry point of the group `testfix.languages` that names a class without arguments.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from testfix_pipeline.core.patch_policy.written_tests import WrittenTests

Literal = str | bytes | int | float | complex
"""A constant of a test file, by which values that were copied from tests are known."""


@dataclass(frozen=True)
class TamperingPattern:
    """One pattern that a patch added: its rule, the lines in the new source, and a sentence."""

    rule: str
    lines: tuple[int, ...]
    reason: str


class LanguagePolicy(Protocol):
    """One language. Paths are relative to the project, with `/`; texts are those of its own files.

    suffixes: of the source files that it judges, with the dot; a file of a suffix that no language has is not judged.
    """

    name: str
    suffixes: tuple[str, ...]

    def is_test_side(self, path: str) -> bool:
        """Whether a path of any suffix is a test, its data or helpers, or the configuration of a test runner."""
        ...

    def is_only_named_like_test(self, path: str) -> bool:
        """Whether nothing but the file's own name makes it test side, so that it may be a product's."""
        ...

    def defines_tests(self, source: str | bytes) -> bool:
        """Whether a file may hold tests; one that can't be read may."""
        ...

    def shadows_runner(self, path: str) -> bool:
        """Whether a new file would be run at start, or be loaded in the place of a runner's or an installed module."""
        ...

    def changed_settings(self, path: str, before: str, after: str) -> list[str]:
        """What a change of a file of settings alters for the tests, by names; none for files that hold no settings."""
        ...

    def syntax_error(self, path: str, before: str | bytes | None, after: str | bytes) -> str:
        """A sentence where the file can't be parsed after a patch, else "". before: None where the file is new."""
        ...

    def asserting(self, source: str | bytes) -> set[str]:
        """The functions of a file that assert something, as texts."""
        ...

    def written_tests(self, path: str, source: str | bytes) -> WrittenTests | None:
        """The tests of a file as they are written, by which those that ask for less are known; None: it has no tree."""
        ...

    def tokens(self, path: str, source: str | bytes) -> tuple[str, ...] | None:
        """What a file says without layout and comments: the same for files that do the same; None: it has no tree."""
        ...

    def is_runner_setup(self, path: str, source: str | bytes) -> bool:
        """Whether a test-side file has an effect on tests that do not name it: settings, set-up files."""
        ...

    def literals(self, path: str, source: str | bytes) -> set[Literal]:
        """The constants of a file; none where it can't be parsed."""
        ...

    def added_tampering(
        self, path: str, before: str | bytes, after: str | bytes, test_literals: Collection[Literal]
    ) -> list[TamperingPattern]:
        """The patterns by which `after` deceives tests that `before` does not have as often.

        test_literals: the constants of the tests. Raises RecursionError where the file is too deeply nested.
        """
        ...
