"""Going down into both kinds of containers, and groups of what is in order."""

import pytest

from testfix_pipeline_tests.repair.sources import Propose, assert_proposed

DEEP = """
def deep(node, key):
    if isinstance(node, dict):
        for name, value in node.items():
            if name == key:
                yield value
            yield from deep(value, key)
"""
EXPAND = """
class Config:
    def expand(self, value, seen=()):
        if isinstance(value, dict):
            return {key: self.expand(item, seen) for key, item in value.items()}
        return value.strip()
"""
PATHS = """
def paths(node, prefix):
    if isinstance(node, dict):
        for name, value in node.items():
            yield from paths(value, f"{prefix}/{name}")
    else:
        yield prefix
"""
ROWS = """
def cleaned(rows):
    if isinstance(rows, (list, tuple)):
        return [cleaned(row) for row in rows]
    return rows
"""
GROUPS = "def f(xs, k):\n    return {one: list(some) for one, some in groupby(xs, key=k)}"
CASES: dict[str, tuple[Propose, str, str, str]] = {
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_is_missing_is_proposed(name: str) -> None:
    assert_proposed(*CASES[name])
