"""Small programs with one realistic bug each: the right source, the fragment that was got wrong, and the tests."""

from collections.abc import Mapping
from dataclasses import dataclass

from testfix_pipeline_tests.project_files import stored


@dataclass(frozen=True)
class Program:
    """`broken` is the source with the bug in it."""

    right: str
    good: str
    bad: str
    tests: str

    @property
    def broken(self) -> str:
        assert self.right.count(self.good) == 1, self.good
        return self.right.replace(self.good, self.bad)


def read_programs(module: str, name: str) -> Mapping[str, Program]:
    """The programs of a TOML file in the folder of a module's file, by name; their tests import them as `subject`."""
    tables = stored(module, name).items()
    return {name: Program(**{**known, "tests": f"from subject import *\n{known['tests']}"}) for name, known in tables}
