"""What repairs of one project find out about its libraries, and a later repair need not ask again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.update_records import InstalledVersions

UNCHANGED = "failures under old releases as well"
"""Where a language stores the keys of failures that are the same with every older release that the project names."""


def failure_key(failure: Failure) -> tuple[str, str, str]:
    """What is the same of one failure in two runs."""
    return failure.test, failure.error_type, failure.error


@dataclass
class LibraryFacts:
    """Filled by one repair after the other.

    installed: what is beside the interpreter, None where that is not known yet. found: by the name of a language what
    it stores; it stays true whatever becomes of the program's files.
    """

    installed: InstalledVersions | None = None
    found: dict[str, dict[str, Any]] = field(default_factory=dict)

    def are_unchanged(self, failures: Iterable[Failure]) -> bool:
        """Whether all of these are known to be the same with every older release that the project names."""
        known = set().union(*(found.get(UNCHANGED, ()) for found in self.found.values()))
        keys = {failure_key(one) for one in failures}
        return bool(keys) and keys <= known
