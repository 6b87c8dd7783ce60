"""What a mutation took away is looked for among all that the engine proposes."""

import pytest

from benchmarks.repair.mutation import Mutation
from benchmarks.repair.reach import reached
from testfix_pipeline.repair.languages.python.source import SourceFile

CODE = (
    "def f(number, size, mask):\n    part = number & mask\n    size &= mask\n    return (number - 1) // size + part\n"
)


@pytest.mark.parametrize(
    ("old", "new", "how"),
    [
        ("(number - 1) // size", "number // size", "producer"),
        ("number & mask", "number", "pool"),
        ("(number - 1) // size + part", "hash(repr(mask))", ""),
        ("number & mask", "number & (mask)", "none"),
        ("(number - 1)", "(number -)", "none"),
    ],
)
def test_how_an_original_comes_back(old: str, new: str, how: str) -> None:
    start = CODE.index(old)
    line = CODE[:start].count("\n") + 1
    mutation = Mutation("m.py", start, start + len(old), new, "test", line)
    assert reached(SourceFile("m.py", CODE.encode()), mutation) == how
