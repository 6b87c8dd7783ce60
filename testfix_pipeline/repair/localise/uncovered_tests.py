"""Tests without known coverage: they run the code in other processes, or crash before it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.core.test_ids import TestId, file_of
from testfix_pipeline.repair.language.registry import language_of
from testfix_pipeline.repair.model.sources import is_test_side
from testfix_pipeline.repair.model.symptoms import Symptoms


def tests_without_coverage(symptoms: Symptoms) -> list[TestId]:
    """The failing tests that run no known line of the project, or run some in other processes."""
    return [test for test in symptoms.failing if test in symptoms.elsewhere or not _runs_source(symptoms, test)]


def coverage_note(symptoms: Symptoms) -> str:
    """The note on failing tests without known coverage, or ""."""
    uncovered = [test for test in symptoms.failing if not _runs_source(symptoms, test)]
    if not uncovered:
        return ""
    which = uncovered[0] if len(uncovered) == 1 else f"{uncovered[0]} and {len(uncovered) - 1} more"
    return f"No line of the project is known to run in {which}: the locations come from names and messages alone."


def _runs_source(symptoms: Symptoms, test: TestId) -> bool:
    executed = symptoms.executed.get(test, {})
    return any(lines and not is_test_side(file) for file, lines in executed.items())


def with_quoted_frames(failure: Failure, root: Path) -> Failure:
    """The failure with the frames of tracebacks that its message quotes, if they are in the project."""
    found = list(_quoted_frames(failure, root))
    return failure.model_copy(update={"frames": [*failure.frames, *found]}) if found else failure


def _quoted_frames(failure: Failure, root: Path) -> Iterator[Frame]:
    for frame in language_of(file_of(failure.test)).quoted_frames(failure.error):
        path = Path(frame.file)
        inside = path.relative_to(root) if path.is_relative_to(root) else _file_by_end(path, root)
        if inside is not None:
            yield frame.model_copy(update={"file": inside.as_posix()})


def _file_by_end(path: Path, root: Path) -> Path | None:
    """The file of this tree that a path in another copy of it names by its end."""
    ends = (Path(*path.parts[start:]) for start in range(1, len(path.parts)))
    return next((end for end in ends if (root / end).is_file()), None)
