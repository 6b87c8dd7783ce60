"""Sessions as the cycle leaves them, by the hundreds: written with the real store, read with the real frames."""

from __future__ import annotations

import random
import shutil
from datetime import timedelta
from pathlib import Path

import pandas as pd

from testfix_pipeline_tests.analytics.stories import EPOCH, Story

PROJECTS = ("shop", "ledger", "forum", "planner", "archive")
TESTS = 250
_SIGNATURES = 40


def session(folder: Path, number: int) -> dict[str, pd.DataFrame]:
    """The frames of session `number`: 250 tests, measured twice (500 outcomes), some of them failing and fixed."""
    chance = random.Random(number)
    project = PROJECTS[number % len(PROJECTS)]
    story = Story(folder / project, f"WFS-test-night-{number:05d}", EPOCH + timedelta(hours=5 * number)).opened()
    tests = _tests(project, number)
    failing = sorted(chance.sample(tests, chance.randint(1, 6)))
    repaired = failing[: chance.randint(0, len(failing))]
    signatures = {
        test: f"ValueError | wrong <n> | {project}/core.py:f{hash_of(test) % _SIGNATURES}" for test in failing
    }
    story.baseline(**{test: "failed" if test in failing else "passed" for test in tests})
    story.planned("IMPL-fix-1", signatures=signatures)
    story.attempted("IMPL-fix-1", target_tests=failing, newly_passing=repaired, duration=chance.random() * 90)
    left = set(failing) - set(repaired)
    after = {test: "failed" if test in left else "passed" for test in tests}
    story.settled(*(["IMPL-fix-1"] if repaired else []), after=after).finished()
    frames = story.frames()
    shutil.rmtree(story.store.folder)
    return frames


def _tests(project: str, number: int) -> list[str]:
    """The suite of a project, which grows, loses and renames tests as time goes by."""
    age = number // 100
    return [
        f"tests/unit/test_module_{at % 20:02d}.py::TestThing::test_{project}_case_{at:04d}"
        for at in range(age, age + TESTS)
    ]


def hash_of(text: str) -> int:
    """The same number for the same text in every process."""
    return sum(place * ord(letter) for place, letter in enumerate(text, 1))
