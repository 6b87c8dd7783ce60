"""Tests whose lines are not known: they run the code in other processes, or crash before it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.core.test_ids import TestId, file_of
from testfix_pipeline.repair.language.registry import language_of
from testfix_pipeline.repair.model.sources import is_test_side
from testfix_pipeline.repair.model.symptoms import Symptoms


def unseen(symptoms: Symptoms) -> list[TestId]:
    """The failing tests that are known to run no line of the project's, or to run some elsewhere."""
    return [test for test in symptoms.failing if test in symptoms.elsewhere or not _runs_source(symptoms, test)]


def note(symptoms: Symptoms) -> str:
    """What to tell of failing tests whose lines are not all known, or ""."""
    blind = [test for test in symptoms.failing if not _runs_source(symptoms, test)]
    if not blind:
        return ""
    which = blind[0] if len(blind) == 1 else f"{blind[0]} and {len(blind) - 1} more"
    return f"No line of the project is known to run in {which}: the locations come from names and messages alone."


def _runs_source(symptoms: Symptoms, test: TestId) -> bool:
    executed = symptoms.executed.get(test, {})
    return any(lines and not is_test_side(file) for file, lines in executed.items())


def with_quoted_frames(failure: Failure, root: Path) -> Failure:
    """The failure with the frames of tracebacks that its message quotes, as far as they lie in the project."""
    found = list(_quoted_frames(failure, root))
    return failure.model_copy(update={"frames": [*failure.frames, *found]}) if found else failure


def _quoted_frames(failure: Failure, root: Path) -> Iterator[Frame]:
    for frame in language_of(file_of(failure.test)).quoted_frames(failure.error):
        path = Path(frame.file)
        inside = path.relative_to(root) if path.is_relative_to(root) else _tail(path, root)
        if inside is not None:
            yield frame.model_copy(update={"file": inside.as_posix()})


def _tail(path: Path, root: Path) -> Path | None:
    """The end of a path in another copy of the tree that is a file of this one."""
    ends = (Path(*path.parts[start:]) for start in range(1, len(path.parts)))
    return next((end for end in ends if (root / end).is_file()), None)
