"""Projects whose suites hang, one wrong line each, and two large ones; with checks that no session sees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.repair.packages import sdist, unpack

NETWORKX = "3.4.2"


@dataclass(frozen=True)
class Project:
    """A project with one wrong line.

    files: of the project, by path. checks: Python that fails where the fixed project is not right. enough: the budget,
    in seconds, from which a session has to end in success. fill: puts in what is not among the files.
    """

    name: str
    files: dict[str, str]
    checks: str
    enough: float = 120.0
    fill: Callable[[Path], None] | None = field(default=None, compare=False)


def _tests(module: str, function: str, cases: list[tuple[str, str]]) -> str:
    bodies = [f"def test_{number}():\n    assert {function}({given}) == {result}\n" for number, (given, result) in
              enumerate(cases)]  # fmt: skip
    return "\n\n".join([f"from {module} import {function}\n", *bodies])


SAME_STATE = Project(
    "loop in the same state",
    {
        "finder.py": """\
def index_of(values, wanted):
    low, high = 0, len(values) - 1
    while low <= high:
        middle = (low + high) // 2
        if values[middle] == wanted:
            return middle
        if values[middle] < wanted:
            low = middle
        else:
            high = middle - 1
    return -1
""",
        "test_finder.py": _tests(
            "finder",
            "index_of",
            [(f"[0, 2, 4, 6, 8, 10, 12, 14, 16, 18], {wanted}", str(place)) for wanted, place in
             [(18, 9), (16, 8), (14, 7), (6, 3), (12, 6), (19, -1), (5, -1), (11, -1), (17, -1)]],
        ),
    },
    "from finder import index_of\n"
    "for size in range(12):\n"
    "    for wanted in range(-1, 2 * size + 1):\n"
    "        values = list(range(0, 2 * size, 2))\n"
    "        assert index_of(values, wanted) == (values.index(wanted) if wanted in values else -1)\n",
)  # fmt: skip
NEW_STATES = Project(
    "loop that grows",
    {
        "digits.py": """\
def digits(number):
    found = []
    while number >= 0:
        found.append(number % 10)
        number //= 10
    return found[::-1]
""",
        "test_digits.py": _tests(
            "digits", "digits", [(str(n), str([int(c) for c in str(n)])) for n in (1, 12, 123, 1234, 9, 98, 77, 50, 60)]
        ),
    },
    "from digits import digits\nassert all(digits(n) == [int(c) for c in str(n)] for n in range(1, 2000))\n",
)
DESERTED = Project(
    "wait that nobody ends",
    {
        "inbox.py": """\
import threading


class Inbox:
    def __init__(self, *letters):
        self._letters = list(letters)
        self._ready = threading.Condition()

    def take(self):
        with self._ready:
            while self._letters:
                self._ready.wait()
            return self._letters.pop(0)
""",
        "test_inbox.py": "from inbox import Inbox\n\n\n"
        "def test_one():\n    assert Inbox('a').take() == 'a'\n\n\n"
        "def test_two():\n    inbox = Inbox('a', 'b')\n    assert [inbox.take(), inbox.take()] == ['a', 'b']\n",
    },
    "from inbox import Inbox\nbox = Inbox(1, 2, 3)\nassert [box.take(), box.take(), box.take()] == [1, 2, 3]\n",
)
POLLING = Project(
    "polling without end",
    {
        "job.py": """\
import time


class Job:
    def __init__(self, parts):
        self.left = parts

    def step(self):
        if self.left > 0:
            self.left -= 1

    @property
    def done(self):
        return self.left < 0


def run(parts):
    job, steps = Job(parts), 0
    while not job.done:
        time.sleep(0.01)
        job.step()
        steps += 1
    return steps
""",
        "test_job.py": _tests("job", "run", [("1", "1"), ("2", "2"), ("3", "3"), ("5", "5")]),
    },
    "from job import Job, run\nassert [run(n) for n in range(8)] == list(range(8)) and not Job(1).done\n",
)
CHILD = Project(
    "child process that waits",
    {
        "adder.py": """\
import subprocess
import sys

PROGRAM = "import sys; print(sum(int(sys.stdin.readline()) for _ in range(int(sys.argv[1]))))"


def total(numbers):
    command = [sys.executable, "-c", PROGRAM, str(len(numbers) + 1)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        for number in numbers:
            process.stdin.write(f"{number}\\n")
        process.stdin.flush()
        return int(process.stdout.readline())
""",
        "test_adder.py": _tests("adder", "total", [("[1]", "1"), ("[1, 2]", "3"), ("[4, 5, 6]", "15")]),
    },
    "from adder import total\nassert total([7, 8]) == 15 and total([1, 1, 1, 1]) == 4\n",
)
IMPORT = Project(
    "import that never ends",
    {
        "powers.py": """\
POWERS = [1]
while POWERS[-1] < 1000:
    POWERS.append(POWERS[-1] * 1)


def is_power(number):
    return number in POWERS
""",
        "test_powers.py": "from powers import POWERS, is_power\n\n\n"
        "def test_last():\n    assert POWERS[-1] == 1024\n\n\n"
        "def test_powers():\n    assert is_power(64) and is_power(2) and not is_power(63)\n",
    },
    "from powers import POWERS\nassert POWERS == [2**n for n in range(11)]\n",
)
HANGING = (SAME_STATE, NEW_STATES, DESERTED, POLLING, CHILD, IMPORT)

_MODULES, _TESTS_EACH, _WORK = 60, 50, 60_000


def _made() -> Project:
    """3,000 tests of 60 modules, some 20 ms of computing each."""
    files = {"shop/__init__.py": ""}
    for number in range(_MODULES):
        wrong = " + 1" if number == _MODULES - 1 else ""
        files[f"shop/part_{number}.py"] = (
            f"def price(units):\n    work = sum(range({_WORK}))\n"
            f"    return units * {number + 2}{wrong} + work - {sum(range(_WORK))}\n"
        )
        files[f"tests/test_part_{number}.py"] = (
            f"import pytest\n\nfrom shop.part_{number} import price\n\n\n"
            f"@pytest.mark.parametrize('units', range({_TESTS_EACH}))\n"
            f"def test_price(units):\n    assert price(units) == {number + 2} * units\n"
        )
    last = _MODULES - 1
    checks = f"from shop.part_{last} import price\nassert all(price(n) == {last + 2} * n for n in range(-9, 99))\n"
    return Project("large suite of small tests", files, checks, enough=600.0)


def _networkx(folder: Path) -> None:
    """The real package and its 5,498 tests, with the smallest of the predecessors in place of the greatest."""
    tree = folder.with_name("networkx-tree")
    unpack(sdist("networkx", NETWORKX), tree)
    for path in list(tree.iterdir()):
        path.rename(folder / path.name)
    file = folder / "networkx/algorithms/dag.py"
    right, wrong = "maxu = max(us", "maxu = min(us"
    head, found, tail = file.read_text().partition(right)
    if not found:
        raise LookupError(f"{file.name} of networkx {NETWORKX} has no {right!r}")
    file.write_text(f"{head}{wrong}{tail}")


_LONGEST = """\
import networkx as nx
graph = nx.DiGraph()
graph.add_weighted_edges_from([(1, 2, 1), (1, 3, 5), (3, 2, 4), (2, 4, 1), (3, 4, 2)])
assert nx.dag_longest_path(graph) == [1, 3, 2, 4]
"""
REAL = Project("networkx", {}, _LONGEST, enough=1800.0, fill=_networkx)
LARGE = (_made(), REAL)
