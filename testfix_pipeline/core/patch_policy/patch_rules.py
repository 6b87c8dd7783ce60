"""Decides which patches are refused: a fix must change the source, not what judges it.

A rule looks at one changed file and returns what it objects to. Patterns count only where the patch *adds* them: what
was in the file before may stay.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from testfix_pipeline.core.patch_policy import protected_paths as paths
from testfix_pipeline.core.patch_policy.doctests import removes_examples
from testfix_pipeline.core.patch_policy.language_model import Literal
from testfix_pipeline.core.patch_policy.language_registry import language_of, languages
from testfix_pipeline.core.patch_policy.protected_paths import is_test_side as is_test_side
from testfix_pipeline.core.python_code import parse_or_none

_LINKS = (0o120000, 0o160000)  # git's modes of a symbolic link and of a submodule
_TYPE = 0o170000
_MACHINE_CODE = frozenset({".so", ".pyd", ".dll", ".dylib", ".pyc", ".pyo", ".exe"})


@dataclass(frozen=True)
class FileChange:
    """The change of one file in a patch.

    path: relative to the repository or project. before, after: its content, None if the file is absent. mode: git's
    file mode after the change, where it is known. The other fields need a look at the project. product: the file is
    named like a test and holds none. test_data: only the tests name this data file. for_tests: only they import this
    module. documented: the examples in its documentation are run as tests. hides: the installed package that a new file
    would be imported in the place of.
    """

    path: str
    before: str | bytes | None
    after: str | bytes | None
    mode: int | None = None
    symlink: bool = False
    product: bool = False
    test_data: bool = False
    for_tests: bool = False
    documented: bool = False
    hides: str = ""


@dataclass(frozen=True)
class PatchRefusal:
    """Why a patch is refused: the rule, the file, the lines of the new text (if any), a sentence."""

    rule: str
    path: str
    lines: tuple[int, ...]
    reason: str


Rule = Callable[[FileChange], object]
"""What is true of a change that is refused: also the part of a sentence that says what."""


def _is_of_tests(change: FileChange) -> bool:
    return is_test_side(change.path) and not (change.product and paths.is_only_named_like_test(change.path))


def _changes_assertions(change: FileChange) -> bool:
    language = language_of(change.path) if change.for_tests else None
    return language is not None and bool(
        language.asserting(change.before or "") - language.asserting(change.after or "")
    )


def _is_link(change: FileChange) -> bool:
    return change.symlink or (change.mode or 0) & _TYPE in _LINKS


def _is_binary(change: FileChange) -> bool:
    is_code = change.after is not None and PurePosixPath(change.path).suffix.lower() in _MACHINE_CODE
    sides = [side for side in (change.before, change.after) if side is not None]
    return is_code or any("\0" in text if isinstance(text, str) else _is_not_text(change.path, text) for text in sides)


def _is_not_text(path: str, content: bytes) -> bool:
    if b"\0" in content:
        return True
    try:
        content.decode()
    except UnicodeDecodeError:
        return not (path.endswith(".py") and parse_or_none(content))
    return False


def _shadows(change: FileChange) -> bool:
    return change.before is None and change.after is not None and paths.shadows_runner(change.path)


def _settings(change: FileChange) -> str:
    before, after = _text(change.before), _text(change.after)
    return ", ".join(table for one in languages() for table in one.changed_settings(change.path, before, after))


def _text(content: str | bytes | None) -> str:
    return content.decode(errors="replace") if isinstance(content, bytes) else content or ""


def _syntax(change: FileChange) -> str:
    language = language_of(change.path)
    return (
        language.syntax_error(change.path, change.before, change.after) if language and change.after is not None else ""
    )


FILE_RULES: tuple[tuple[str, Rule, str], ...] = (
    ("leaves_worktree", lambda one: paths.leaves_worktree(one.path), "The path leaves the worktree."),
    ("git_files", lambda one: paths.is_git_path(one.path), "Git's own files and settings are not the code's."),
    (
        "session_files",
        lambda one: paths.is_session_path(one.path),
        "The files of sessions are written by the pipeline alone.",
    ),
    ("ci_files", lambda one: paths.is_ci_path(one.path), "Files of continuous integration are not to be changed."),
    ("test_side", _is_of_tests, "Tests and their configuration are not to be changed."),
    ("test_data", lambda one: one.test_data, "Only the tests speak of this file: it belongs to what they expect."),
    ("test_assertion", _changes_assertions, "Only the tests import this module: its assertions are theirs."),
    (
        "test_examples",
        lambda one: one.documented and removes_examples(one.path, _text(one.before), _text(one.after)),
        "The examples of this file's documentation are run as tests: they are not to be changed.",
    ),
    (
        "package_metadata",
        lambda one: paths.is_metadata(one.path),
        "Metadata of packages can load plugins into the test run.",
    ),
    ("link", _is_link, "Symbolic links and submodules can't be added or changed."),
    ("binary", _is_binary, "Binary files can't be judged."),
    (
        "shadow_module",
        _shadows,
        "A new file of this name would run at start or be imported instead of the test runner or a standard module.",
    ),
    ("shadow_module", lambda one: one.hides, "It would be imported instead of the installed {}."),
    ("test_settings", _settings, "It changes the settings of tests: {}."),
    ("syntax", _syntax, "{}"),
)


def refuse_patch(
    changes: Sequence[FileChange], *, test_literals: Collection[Literal] = frozenset()
) -> list[PatchRefusal]:
    """All refusals of a patch; an empty list accepts it.

    `test_literals` are the constants that the tests contain: source that compares with one and gives another back is
    special-casing. Never raises on what a patch holds.
    """
    return [refusal for change in changes for refusal in _refuse_change(change, test_literals)]


def _refuse_change(change: FileChange, test_literals: Collection[Literal]) -> list[PatchRefusal]:
    judged = ((name, rule(change), reason) for name, rule, reason in FILE_RULES)
    refusals = [PatchRefusal(name, change.path, (), reason.format(said)) for name, said, reason in judged if said]
    language = language_of(change.path)
    if refusals or language is None or change.after is None:
        return refusals
    try:
        found = language.added_tampering(change.path, change.before or "", change.after or "", test_literals)
    except RecursionError:
        return [PatchRefusal("syntax", change.path, (), "The file is too deeply nested to be judged.")]
    return [PatchRefusal(one.rule, change.path, one.lines, one.reason) for one in found]
