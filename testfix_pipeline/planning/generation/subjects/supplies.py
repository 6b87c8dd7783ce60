"""What tests of one module may use besides values: fixtures, and files with contents."""

from __future__ import annotations

from dataclasses import dataclass, field

from testfix_pipeline.planning.generation.subjects.fixtures import Fixtures


@dataclass(frozen=True)
class Supplies:
    """`contents` are texts for files and streams, the most telling first, `suffix` ends the files' names."""

    fixtures: Fixtures = field(default_factory=Fixtures)
    contents: tuple[str, ...] = ()
    suffix: str = ".txt"

    @property
    def has_files(self) -> bool:
        return "tmp_path" in self.fixtures.available
