"""Files that do not parse: reported as such, and before every other failure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath

from testfix_pipeline.core.records import Cluster, Failure
from testfix_pipeline.core.session_parts import UnparsedFile

LAYER = "L0"
_ERRORS = ("SyntaxError", "IndentationError", "TabError")


def with_unparsed_first(failures: Iterable[Failure], unparsed: Iterable[UnparsedFile]) -> list[Failure]:
    """Return the failures, first those caused by an unparsed file: as L0 failures of high criticality.

    The others keep their order. An unparsed file that makes no test fail adds no failure.
    """
    broken = list(unparsed)
    marked = [_marked(failure, broken) for failure in failures]
    return sorted(marked, key=lambda failure: failure.test_type != LAYER)


def _marked(failure: Failure, broken: Sequence[UnparsedFile]) -> Failure:
    cause = next((one for one in broken if _is_caused_by(failure, one)), None)
    if cause is None:
        return failure
    return failure.model_copy(
        update={
            "error": cause.describe(),
            "file": cause.file,
            "line": cause.line or None,
            "criticality": "high",
            "test_type": LAYER,
        }
    )


def _is_caused_by(failure: Failure, broken: UnparsedFile) -> bool:
    """Whether Python raised the failure over this file: it names the file's last part, or the frames end there."""
    if failure.error_type.rpartition(".")[2] not in _ERRORS and not any(name in failure.error for name in _ERRORS):
        return False
    last = failure.frames[-1].file if failure.frames else failure.test.file
    return last == broken.file or f"({PurePosixPath(broken.file).name}, line" in failure.error


def unparsed_clusters_first(groups: Sequence[Cluster], failures: Iterable[Failure]) -> list[Cluster]:
    """Return the clusters, first those whose failures an unparsed file causes."""
    static = {failure.test for failure in failures if failure.test_type == LAYER}
    return sorted(groups, key=lambda group: static.isdisjoint(group.tests))
