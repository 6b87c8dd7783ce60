"""What tests of a warm framework say before and after a change if they have other values than their own."""

from __future__ import annotations

import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from testfix_pipeline.core.patch_policy.language_model import Literal
from testfix_pipeline.core.patch_policy.language_registry import language_of as policy_of
from testfix_pipeline.core.patch_policy.second_look import Call, ReturnValues, Sighting, SimilarCall, is_telling_value
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.patch_checks.near_values import vary_each
from testfix_pipeline.execution.processes import scratch_folders
from testfix_pipeline.execution.warm_suites import WarmSuite
from testfix_pipeline.repair.language.registry import language_of
from testfix_pipeline.repair.language.varied_test import VariedLiteral
from testfix_pipeline.repair.model.clock import Clock, TimeIsUp
from testfix_pipeline.repair.model.outcome import CandidateOutcome
from testfix_pipeline.repair.validation.framework_warm import FrameworkWarm, Limits
from testfix_pipeline.repair.validation.json_lines import ServerLost
from testfix_pipeline.repair.validation.private_tree import private_copy

if TYPE_CHECKING:
    from testfix_pipeline.execution.project import TargetProject

MOST_TESTS, MOST_LITERALS = 6, 6
SECONDS = 60.0
"""The time for all tests of a change."""
_LIMITS = Limits(1.0, 3.0)
_PASSES = "passes"
_Texts = Mapping[str, str]


@dataclass(frozen=True)
class LiteralVariation:
    """A literal's number, what differs in the value (see `SimilarCall`), the text of the test's file with it."""

    number: int
    part: str
    text: str


def compare_varied_values(
    project: TargetProject,
    tree: Path,
    texts: _Texts,
    tests: Sequence[TestId],
    source: str,
    seconds: float = SECONDS,
) -> list[tuple[Sighting, ReturnValues]]:
    """What the assertion that failed before a change says then and now, with the test's values and with others.

    tree: the project before the change, not modified; texts: the changed files after it, by their paths from the
    project's root; source: their texts before it, which may speak of a value. Each test counts as a call that has as
    arguments those of its literals that a program would hardly know. Empty where the tests' framework has no warm
    process in a sandbox: nobody wrote such tests.
    """
    suites = (one for one in project.suites if isinstance(one, WarmSuite))
    suite = next((one for one in suites if any(one.owns(test.file) for test in tests)), None)
    if suite is None:
        return []
    folder, clock = scratch_folders.make_folder(), Clock(seconds)
    found: list[tuple[Sighting, ReturnValues]] = []
    try:
        copied = private_copy(tree, folder / "tree", project.shared, clock)
        _add_new_files(project.root(copied), texts)
        process = FrameworkWarm(project, suite, copied, clock)
        try:
            own = [test for test in tests if suite.owns(test.file)][:MOST_TESTS] if process.is_contained else []
            found.extend(_compared(process, project.root(copied), texts, own, source))
        finally:
            process.close()
    except (TimeIsUp, ServerLost, OSError, shutil.Error):
        return found  # what was seen until then
    finally:
        scratch_folders.drop(folder)
    return found


def _add_new_files(root: Path, texts: _Texts) -> None:
    """Write the files that a change adds: nothing uses them before it."""
    for path, text in texts.items():
        if not (root / path).exists():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, newline="")


def _compared(
    process: FrameworkWarm, root: Path, texts: _Texts, tests: Sequence[TestId], spoken: str
) -> Iterator[tuple[Sighting, ReturnValues]]:
    for test in tests:
        [failed] = _outcomes(process, test, [{}])
        if failed is None or failed.passed or not failed.line.isdigit():
            continue
        language = language_of(test.file)
        source = language.load(root, test.file)
        literals = language.varied_literals(source, test.titles, int(failed.line)) if source is not None else ()
        literals = [one for one in literals if is_telling_value(one.value, spoken)]
        known = _constants_of(root, test.file)
        found = _behaviour(process, test, texts, failed, literals[:MOST_LITERALS], known) if literals else None
        if found is not None:
            yield found


def _constants_of(root: Path, file: str) -> set[Literal]:
    language = policy_of(file)
    return language.literals(file, (root / file).read_bytes()) if language is not None else set()


def _behaviour(
    process: FrameworkWarm,
    test: TestId,
    texts: _Texts,
    failed: CandidateOutcome,
    literals: Sequence[VariedLiteral],
    known: Collection[object],
) -> tuple[Sighting, ReturnValues] | None:
    """What one test says, as a call; None where it does not say the same each time, or does not pass now."""
    own = literals[0].text_with(literals[0].value)
    varied = vary_each([one.value for one in literals], known)
    plan = [LiteralVariation(at, part, literals[at].text_with(other)) for at, part, other in varied]
    asked = [own, own, *(one.text for one in plan)]
    changes = [{test.file: text, **more} for text in asked for more in ({}, texts)]
    said = [_said(one, failed) for one in _outcomes(process, test, changes)]
    before, after = said[::2], said[1::2]
    if {*before[:2]} != {_said(failed, failed)} or {*after[:2]} != {_PASSES}:
        return None
    near = [
        SimilarCall(one.number, was, now, one.part) for one, was, now in zip(plan, before[2:], after[2:], strict=True)
    ]
    given = "".join(f"{one.value!r}, " for one in literals)
    call = Call(test.file, f"{test} with ", f"({given})", "{}", _PASSES)
    return Sighting(test, 1, 0, True, False, (), (call,)), ReturnValues(before[:1], after[:1], {0: near})


def _outcomes(process: FrameworkWarm, test: TestId, texts: Sequence[_Texts]) -> list[CandidateOutcome | None]:
    """What the test does with each set of texts; None where that is unknown."""
    found: list[CandidateOutcome | None] = []
    while len(found) < len(texts):
        looks = process.look([test], texts[len(found) :], _LIMITS, sum(_LIMITS) + 1)
        found += [one.outcomes.get(test) for one in looks]
    return found


def _said(outcome: CandidateOutcome | None, failed: CandidateOutcome) -> str:
    """How a test ended; "" if that is unknown, or it is not the assertion that failed before the change."""
    if outcome is None or outcome.passed:
        return _PASSES if outcome is not None else ""
    return f"{outcome.error}: {outcome.message}" if outcome.line == failed.line else ""
