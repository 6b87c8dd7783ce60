"""A suite in which several tests fail by chance is driven to what is true: defects repaired, chance named as chance."""

import pytest

from testfix_pipeline_tests.cycle.projects import GOOD, analyses, broken, fix

pytestmark = pytest.mark.usefixtures("every_round")

# Chance that comes out the same whenever this test runs: drawn from how often each test ran, counted outside.
TESTS = """\
import pathlib
import zlib

import pytest

from calc import add, half

COUNTS = pathlib.Path({counts!r})


def chance(name, percent):
    file = COUNTS / name
    runs = len(file.read_text()) if file.exists() else 0
    file.write_text("x" * (runs + 1))
    assert zlib.crc32(f"{{name}}-{{runs}}-{seed}".encode()) % 100 >= percent, "by chance"


def test_add():
    assert add(30, 12) == 42


def test_often():
    chance("often", 50)


def test_sometimes():
    chance("sometimes", 10)


def test_seldom():
    chance("seldom", 2)


@pytest.mark.parametrize("n", range(80))
def test_steady(n):
    assert half(2 * n) == n
"""


def test_chance_is_neither_repaired_nor_blamed_on_a_fix(repository, scripted, run_cycle, tmp_path) -> None:
    counts = tmp_path / "counts"
    counts.mkdir()
    repo = repository(files={"calc.py": broken("add"), "test_calc.py": TESTS.format(counts=str(counts), seed=4)})
    useless = broken("add").replace("return a - b", "return a - b + 0")
    agent = scripted(analyses(9), {"IMPL-fix-1": fix(useless), "*": fix(GOOD)})
    result = run_cycle(repo, agents=[agent], sandbox={"write": [str(counts)]}, max_iterations=4)
    assert result["outcome"] in ("success", "partial")
    chancy = {f"test_calc.py::test_{name}" for name in ("often", "sometimes", "seldom")}
    assert result["fixed_tests"] == ["test_calc.py::test_add"]
    assert set(result["remaining_failures"]) <= chancy
    landed = repo.git("diff", "main", f"{result['branch']}", "--", "calc.py")
    assert "+    return a + b" in landed and "+ 0" not in landed
