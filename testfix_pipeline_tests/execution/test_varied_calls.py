"""What the program's own functions give for arguments that no test passes, recorded in real runs of pytest."""

import json
import os
import subprocess
import sys
from pathlib import Path

from testfix_pipeline.execution.processes.environment import IN_TARGET
from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import CallRecording
from testfix_pipeline.repair.languages.python.libraries.recorded.behaviour import compared
from testfix_pipeline_tests.execution.targets import PLAIN

PROGRAM = """\
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Tax:
    rate: int = 0


class Shop:
    def __init__(self, prices):
        self.prices = dict(prices)

    def total(self, names, tax):
        return sum(self.prices[name] for name in {names}) + tax.rate


def note(path, text):
    Path(path).write_text(text)
    return len(text)


def lines(text):
    yield from text.split()
"""
TESTS = """\
from shop import Shop, Tax, lines, note


def test_total():
    assert Shop({"tea": 3, "milk": 1}).total(["tea", "milk"], Tax()) == 4


def test_note(tmp_path):
    note("kept.txt", "a 1")
    assert list(lines("b")) == ["b"]
"""


def recorded(root: Path, program: str, tests: str = TESTS, library: str = "") -> CallRecording:
    root.mkdir()
    if library:
        (root / "lib.py").write_text(library)
    (root / "shop.py").write_text(program)
    (root / "test_shop.py").write_text(tests)
    order = {
        "root": str(root),
        "files": ["shop.py"],
        "tests": ["test_shop.py"],
        "arguments": ["-q", "-p", "no:cacheprovider"],
        "libraries": ["lib"],
        "signatures": [],
        "varied_seconds": 60,
    }
    command = [sys.executable, str(IN_TARGET / "testfix_recorded_calls.py")]
    done = subprocess.run(
        command,
        cwd=root,
        env={**os.environ, **PLAIN},
        input=json.dumps(order),
        capture_output=True,
        text=True,
        check=True,
    )
    return CallRecording.model_validate_json(done.stdout)


def test_what_no_test_passes_tells_two_programs_apart(tmp_path: Path) -> None:
    old = recorded(tmp_path / "old", PROGRAM.replace("{names}", "names"))
    new = recorded(tmp_path / "new", PROGRAM.replace("{names}", "set(names)"))
    assert old.passes(["test_shop.py"]) and new.passes(["test_shop.py"])
    check = compared(old, new)
    said = "Shop(prices={'tea': 3, 'milk': 1}).total(names=['tea', 'milk', 'tea'], tax=Tax(rate=0))"
    assert f"{said} gives 4; under the old release 7." in (*check.differences, *check.rare)
    assert not (compared(old, old).differences or compared(old, old).rare)


def test_an_error_where_the_old_release_gave_a_result_tells_two_programs_apart(tmp_path: Path) -> None:
    old = recorded(tmp_path / "old", PROGRAM.replace("{names}", "names"))
    new = recorded(tmp_path / "new", PROGRAM.replace("for name in {names}", "for name in [*names[:2], names[1]][:2]"))
    assert old.passes(["test_shop.py"]) and new.passes(["test_shop.py"])
    check = compared(old, new)
    said = "Shop(prices={'tea': 3, 'milk': 1}).total(names=[], tax=Tax(rate=0))"
    assert f"{said} raises IndexError; under the old release it gives 0." in (*check.differences, *check.rare)
    assert any(one.raised == "KeyError" for one in old.varied), "both refuse names without a price"
    assert not any("KeyError" in said for said in (*check.differences, *check.rare))


ODD = """\


class Proxy:
    @property
    def __class__(self):
        raise RuntimeError("not now")

    def __repr__(self):
        raise RuntimeError("not now")


def first(values, proxy):
    return len(values)


def biggest(sizes):
    return max(sizes) > 1
"""
ODD_TESTS = """


def test_odd():
    from decimal import Decimal

    from shop import Proxy, biggest, first

    assert first({Proxy(), Proxy()}, Proxy()) == 2
    assert biggest([Decimal("Infinity"), Decimal(2)])
"""


def test_objects_that_can_not_be_looked_at_disturb_no_test(tmp_path: Path) -> None:
    found = recorded(tmp_path / "tree", PROGRAM.replace("{names}", "names") + ODD, TESTS + ODD_TESTS)
    assert {*found.outcomes.values()} == {"passed"} and len(found.outcomes) == 3
    assert {one.name for one in found.varied} == {"Shop.total", "lines", "biggest"}


def test_varied_calls_change_no_file(tmp_path: Path) -> None:
    found = recorded(tmp_path / "tree", PROGRAM.replace("{names}", "names"))
    names = {one.name for one in found.varied}
    assert names == {"Shop.total", "lines"}, "each call of `note` was refused"
    assert (tmp_path / "tree" / "kept.txt").read_text() == "a 1"
    assert sorted(one.name for one in (tmp_path / "tree").iterdir() if one.is_file()) == [
        "kept.txt", "shop.py", "test_shop.py",
    ]  # fmt: skip


TEST_OF_F = "import shop\n\n\ndef test_f():\n    assert shop.f() in (10, 12)\n"


def test_what_compiled_code_calls_inside_a_library_is_no_call_of_the_program(tmp_path: Path) -> None:
    library = "import functools\n\n\ndef _added(a, b):\n    return a + b\n\n\ndef scaled(a):\n    return 2 * a\n\n\n"
    library += "total = functools.partial(functools.reduce, _added)\n"
    program = "import lib\n\n\ndef f():\n    return lib.total([1, 2, 3]) + lib.scaled(2) + lib._added(1, 1)\n"
    found = recorded(tmp_path / "a", program, TEST_OF_F, library)
    assert found.passes(["test_shop.py"])
    calls = recorded(tmp_path / "b", program.replace(" + lib._added(1, 1)", ""), TEST_OF_F, library)
    assert [one.name for one in found.calls] == ["_added"] * 2 + ["scaled", "_added"], "the program names it"
    assert [one.name for one in calls.calls] == ["scaled"]
