"""What the tests of a module can use beside values: fixtures, and files with contents."""

from __future__ import annotations

from dataclasses import dataclass, field

from testfix_pipeline.planning.generation.subjects.fixtures import Fixtures


@dataclass(frozen=True)
class Supplies:
    """`contents` are texts for files and streams, the most informative first; `suffix` is that of the files."""

    fixtures: Fixtures = field(default_factory=Fixtures)
    contents: tuple[str, ...] = ()
    suffix: str = ".txt"

    @property
    def has_files(self) -> bool:
        """Whether tests can create files."""
        return "tmp_path" in self.fixtures.available
