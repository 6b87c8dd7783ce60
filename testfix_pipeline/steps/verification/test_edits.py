"""What a change does to the tests that there were: removed, skipped, asking for less."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.patch_policy.weakened_tests import is_kept, test_functions, weakened
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.verification import TestEdit, Verification

Texts = Mapping[str, Sequence[bytes | None]]
"""The changed test files, relative to the project: contents before and after, None where there is no such file."""


def test_edits(found: Verification, texts: Texts) -> list[TestEdit]:
    """What was done to the tests of `found.before`, by their ids; one that only has another name is not among them."""
    by_function = dict(_edited_functions(texts))
    edits = (_edit(TestId(test), found, by_function) for test in sorted(found.before))
    return [edit for edit in edits if edit is not None]


test_edits.__test__ = False  # type: ignore[attr-defined]


def _edit(test: TestId, found: Verification, by_function: Mapping[tuple[str, str], TestEdit]) -> TestEdit | None:
    known = by_function.get((test.file, _function(test)))
    if known is not None:
        return None if known.kind == "removed" and not known.why else known.model_copy(update={"test": test})
    now = found.own_tests.get(test)
    if found.before[test] != "passed" or test.file not in found.test_files:
        return None
    if now is None:
        return TestEdit(test=test, kind="removed", why="It passed before, and no such case is there any more.")
    if now == "skipped":
        return TestEdit(test=test, kind="skipped", why="It passed before and is skipped now.")
    return None


def _function(test: TestId) -> str:
    """The qualified name of a test's function: without its file and its case."""
    return ".".join(test.partition("[")[0].split("::")[1:])


def _edited_functions(texts: Texts) -> Iterator[tuple[tuple[str, str], TestEdit]]:
    """Test functions that are gone or ask for less, by file and name; `why` is "" for one that was only renamed."""
    after = {path: test_functions(pair[1] or b"") for path, pair in texts.items()}
    everywhere = {f"{path} {name}": function for path, names in after.items() for name, function in names.items()}
    for path, (old, _new) in texts.items():
        for name, function in test_functions(old or b"").items():
            test = TestId(f"{path}::{name}")
            now = after[path].get(name)
            if now is None:
                moved = is_kept(function, everywhere)
                why = "" if moved else "It is gone, and no test with its body is there."
                yield (path, name), TestEdit(test=test, kind="removed", why=why)
            elif why := weakened(function, now):
                yield (path, name), TestEdit(test=test, kind="weakened", why=why)
