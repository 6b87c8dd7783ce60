"""The changed files of the test side: those with comparable tests, and those that only help or set up tests."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from testfix_pipeline.core.patch_policy.language_registry import is_same_program, is_source, language_of, languages
from testfix_pipeline.core.patch_policy.written_tests import Names, TestChange, WrittenTests, changed_tests
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.verification import Verification
from testfix_pipeline.steps.session.test_side import is_test_side
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.steps.verification.compared_commits import CommitPair

_IMPORT = re.compile(r"(from|import) ")
_CALL = re.compile(r"@(?!(pytest\.)?mark\.\w+(\((?!.*[\w\])]\()|$))|\(.*[\w\])]\(", re.S)
"""A decorator that is no mark, or what calls anything when a test is defined."""
Contents = tuple[bytes | None, bytes | None]


@dataclass(frozen=True)
class TestSideChanges:
    """Paths are relative to the project. before, after: the comparable tests as written.

    helpers: all other changed files; new ones only if old tests can use them. same: changed files without comparable
    tests whose effect is unchanged. altered: whether a file that was there before differs by more than its layout.
    affected: whether, in Python, it evidently differs by more than tests: what it has for all of them may affect them.
    """

    __test__ = False

    before: Mapping[str, WrittenTests]
    after: Mapping[str, WrittenTests]
    helpers: tuple[str, ...]
    same: frozenset[str] = frozenset()
    altered: bool = True
    affected: bool = False

    @property
    def changes(self) -> dict[str, list[TestChange]]:
        """The changes of the tests of each file that existed before."""
        everywhere = list(self.after.values())
        nothing = WrittenTests()
        return {
            path: changed_tests(tests, self.after.get(path, nothing), everywhere) for path, tests in self.before.items()
        }

    def is_renamed(self, test: TestId) -> bool:
        """Whether a test has another name now: its function is gone and is not reported as removed."""
        names = names_of(test)
        known, now = self.before.get(test.file), self.after.get(test.file, WrittenTests())
        written = [one for one in (known.tests if known else ()) if one == names[: len(one)]]
        missed = {one.names for one in self.changes.get(test.file, ()) if one.kind == "removed"}
        return bool(written) and all(one not in now.tests and one not in missed for one in written)

    def old_names(self, test: TestId) -> list[tuple[str, Names]]:
        """Return file and names of the tests before the change that have the body of this one."""
        now = self.after.get(test.file)
        found = now.tests.get(names_of(test)) if now is not None else None
        if found is None:
            return []
        tests = ((path, names, one) for path, file in self.before.items() for names, one in file.tests.items())
        return [(path, names) for path, names, one in tests if one.statements == found.statements]

    def is_written(self, path: str, names: Names) -> bool:
        """Whether a file has a test of these names after the change."""
        return names in self.after.get(path, WrittenTests()).tests

    def is_as_before(self, test: TestId) -> bool:
        """Whether a test is in no changed file, or has the same name and body on both sides."""
        files = [side.get(test.file) for side in (self.before, self.after)]
        tests = [one.tests.get(names_of(test)) for one in files if one is not None]
        return not tests or (len(tests) == 2 and tests[0] is not None and tests[0] == tests[1])

    def is_new(self, test: TestId) -> bool:
        """Whether no test before the change has the body of this one."""
        now = self.after.get(test.file)
        names = names_of(test)
        written = next((one for name, one in now.tests.items() if name == names[: len(name)]), None) if now else None
        old = {one.statements for file in self.before.values() for one in file.tests.values()}
        return written is None or written.statements not in old


def names_of(test: TestId) -> Names:
    """Return the titles of a test without parameters, numbered like namesakes in `written_tests.unique`."""
    titles = test.titles
    names = (*titles[:-1], titles[-1].partition("[")[0]) if titles and test.file.endswith(".py") else titles
    return (*names, f"#{test.occurrence}") if test.occurrence > 1 else names


def changed_test_side(wb: Workbench, compared: CommitPair, found: Verification) -> TestSideChanges:
    """Read the changed test-side files."""
    before: dict[str, WrittenTests] = {}
    after: dict[str, WrittenTests] = {}
    helpers: list[str] = []
    same: set[str] = set()
    altered, affected, files = False, False, map(PurePosixPath, found.files)
    changed = {one.parent.name if one.stem == "__init__" else one.stem for one in files}
    for name in found.test_files:
        path = wb.in_repository(name)
        old, new = (wb.mirror.read(commit, path) for commit in (compared.before, compared.after))
        was, now = tests = [_read_tests(name, side) for side in (old, new)]
        equivalent = is_same_program(name, old, new)
        if old is not None and not equivalent:
            altered = True
            affected |= name.endswith(".py") and affects_others(was or WrittenTests(), now or WrittenTests(), changed)
        if equivalent and not (tests[0] and tests[0].tests):
            same.add(name)
        elif _is_helper(wb, compared, path, (old, new), tests):
            helpers.append(name)
        before |= {name: tests[0]} if tests[0] is not None else {}
        after |= {name: tests[1]} if tests[1] is not None else {}
    return TestSideChanges(before, after, tuple(helpers), frozenset(same), altered, affected)


def tests_that_differ(wb: Workbench, compared: CommitPair, tests: Sequence[TestId]) -> list[TestId]:
    """Return those of `tests` that are new or differ; in a changed file whose tests can't be read, all."""
    found = []
    files: dict[str, tuple[WrittenTests | None, ...] | None] = {}
    for test in map(TestId, tests):
        if test.file not in files:
            path = wb.in_repository(test.file)
            old, new = (wb.mirror.read(commit, path) for commit in (compared.before, compared.after))
            files[test.file] = None if old == new else tuple(_read_tests(test.file, side) for side in (old, new))
        sides, names = files[test.file], names_of(test)
        written = [side.tests.get(names) if side is not None else None for side in sides or ()]
        found += [test] if written and (None in written or written[0] != written[1]) else []
    return found


def affects_others(before: WrittenTests, after: WrittenTests, changed: Collection[str]) -> bool:
    """Whether more than tests and imports is added to a file of Python, or what calls anything when it is imported.

    What tests leave behind for others is not looked at, as in new files. changed: names of modules that the change
    touches: to import one for the first time may do anything.
    """
    known = {one.text for some in before.around.values() for one in some}
    modules = {text.partition(" import ")[0] for text in known}
    for one in (one for some in after.around.values() for one in some if one.text not in known):
        module, _, name = one.text.partition(" import ")
        words = {*re.findall(r"\w+", one.text if module not in modules else name)}
        if not (_IMPORT.match(one.text) and one.is_quiet and before.words.isdisjoint(one.binds)) or words & {*changed}:
            return True
    groups = {names[-1] for names in after.around.keys() - before.around.keys()}
    added = (one for names in after.tests.keys() - before.tests.keys() for one in after.tests[names].statements)
    return any(_CALL.match(one.text) for one in added) or not before.words.isdisjoint({*groups, "__doc__"})


def _read_tests(path: str, content: bytes | None) -> WrittenTests | None:
    """Return the tests of a file; None if it is missing, unreadable, or of a language without a reader."""
    language = language_of(path)
    return language.written_tests(path, content) if language is not None and content is not None else None


def _is_helper(
    wb: Workbench, compared: CommitPair, path: str, contents: Contents, tests: Sequence[WrittenTests | None]
) -> bool:
    old, new = contents
    holds_tests = any(one is not None and one.tests for one in tests)
    if old is not None:
        return tests[0] is None or not holds_tests
    if new is not None and new.strip() and _is_setup(wb.in_project(path), new):
        return _has_old_tests(wb, compared, str(PurePosixPath(path).parent))
    return not holds_tests and _is_named(wb, compared, path)


def _is_setup(path: str, content: bytes) -> bool:
    """Whether a runner loads a file by its name alone; a file of no known language is checked for all."""
    own = language_of(path)
    return any(one.is_runner_setup(path, content) for one in ([own] if own is not None else languages()))


def _has_old_tests(wb: Workbench, compared: CommitPair, folder: str) -> bool:
    """Whether test-side files exist in or below a folder before the change."""
    inside = (path for path in wb.mirror.files(compared.before) if folder == "." or path.startswith(f"{folder}/"))
    return any(is_test_side(wb, path) for path in inside)


def _is_named(wb: Workbench, compared: CommitPair, path: str) -> bool:
    """Whether an old test-side file names a new file: a module by its stem, data by its full name."""
    pure = PurePosixPath(path)
    word = pure.stem.partition(".")[0] if is_source(path) else pure.name
    if not re.search(r"\w", word):
        return False
    answer = wb.mirror.git.attempt("grep", "-l", "-z", "-w", "-F", "-e", word, compared.before)
    named = (row.partition(":")[2] for row in answer.out.decode("utf-8", "surrogateescape").split("\0") if row)
    return any(is_test_side(wb, one) for one in named)
