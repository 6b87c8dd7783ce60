"""Shows effects of a change beyond the tests: calls of the functions it edits whose results differ."""

from __future__ import annotations

import re
import time
from collections.abc import Collection, Sequence
from pathlib import PurePosixPath

from testfix_pipeline.core.verification import BehaviourDifference, Verification
from testfix_pipeline.repair.language.registry import languages
from testfix_pipeline.repair.search.changed_behaviour import KIND, BehaviourComparison, WatchedTests, compare_behaviour
from testfix_pipeline.repair.search.patch_behaviour import Difference
from testfix_pipeline.steps.session.test_side import is_test_side
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.steps.verification.compared_commits import CommitPair

WHOLE = 1.5
"""The longest verification as a multiple of the suite's time; the comparison gets LEAST_SECONDS in any case."""
LEAST_SECONDS, MOST_SECONDS = 2.0, 15.0
LONGEST = 200


def with_behaviour(wb: Workbench, compared: CommitPair, found: Verification, began: float) -> Verification:
    """Add calls with different results, if the engine can run the changed code; began: by `time.monotonic`.

    They decide nothing: a repair is meant to change what its functions do.
    """
    code = [path for path in found.files if path not in found.test_files]
    ways = [one.suffixes for one in languages() if any(path.endswith(one.suffixes) for path in code)]
    if not ways or found.fault or found.refused or not (wb.target.uses_interpreter or wb.target.suites):
        return found
    left = WHOLE * found.suite_seconds - (time.monotonic() - began)
    seconds = min(MOST_SECONDS, max(LEAST_SECONDS, left)) / len(ways)
    seen = [
        _compare_language(wb, compared, [path for path in code if path.endswith(way)], way, seconds) for way in ways
    ]
    shown = [_describe_difference(difference) for one in seen for difference in one.differences]
    notes = " ".join(dict.fromkeys(one.note for one in seen if one.note))
    calls = sum(one.calls for one in seen)
    return found.model_copy(update={"behaviour": shown, "calls_compared": calls, "behaviour_note": notes})


def _compare_language(
    wb: Workbench, compared: CommitPair, code: Sequence[str], suffixes: tuple[str, ...], seconds: float
) -> BehaviourComparison:
    """Compare the changed files of one language, which has these suffixes."""
    texts = {path: text for path in code if (text := _text(wb, compared.after, path)) is not None}
    if len(texts) < len(code):
        return BehaviourComparison(note="A changed file is gone or no text.")
    watched = _tests_to_watch(wb, compared, texts, suffixes)
    with wb.worktree("behaviour", compared.before) as tree:
        return compare_behaviour(wb.target, tree, texts, watched, seconds)


def _describe_difference(one: Difference) -> BehaviourDifference:
    call, before, after = (_short(text) for text in (one.call, one.before, one.under[KIND]))
    return BehaviourDifference(
        call=call, before=before, after=after, made_by="a test" if one.origin != "made" else "us"
    )


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def _text(wb: Workbench, commit: str, path: str) -> str | None:
    content = wb.mirror.read(commit, wb.in_repository(path))
    try:
        return content.decode() if content is not None else None
    except UnicodeDecodeError:
        return None


def _tests_to_watch(
    wb: Workbench, compared: CommitPair, changed: Collection[str], suffixes: tuple[str, ...]
) -> WatchedTests:
    """Return the tests in files of a language that name a changed module, or all of them if none does."""
    outcomes = wb.results().outcomes
    flaky = wb.results().flaky_tests
    usable = {test: one for test, one in outcomes.items() if test not in flaky and one.id.file.endswith(suffixes)}
    naming = _files_naming(wb, compared, changed, suffixes)
    usable = {test: one for test, one in usable.items() if one.id.file in naming} or usable
    return WatchedTests(
        {test: one.duration for test, one in usable.items() if one.status == "passed"},
        {
            test: one.duration
            for test, one in usable.items()
            if one.status == "failed" and not one.never_ended and not one.id.is_file
        },
    )


def _files_naming(wb: Workbench, compared: CommitPair, changed: Collection[str], suffixes: tuple[str, ...]) -> set[str]:
    paths = map(PurePosixPath, changed)
    stems = {path.parent.name if path.stem in ("__init__", "index") else path.stem for path in paths} - {""}
    word = re.compile(rb"(?<!\w)(" + b"|".join(re.escape(one.encode()) for one in sorted(stems)) + rb")(?!\w)")
    tests = (path for path in wb.mirror.files(compared.before) if path.endswith(suffixes) and is_test_side(wb, path))
    texts = wb.mirror.read_each(compared.before, tests)
    return {wb.in_project(path) for path, text in texts if word.search(text)}
