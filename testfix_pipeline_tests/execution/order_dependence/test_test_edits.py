"""Changed test files put back exactly the named state and leave the tests themselves as they are."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from testfix_pipeline.core.order_records import OrderDependence, SharedState
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.order_dependence import test_edits
from testfix_pipeline_tests.execution.targets import PLAIN

LIMIT = SharedState(name="limits.MOST", save="limits.MOST", restore=["limits.MOST = saved"], modules=["limits"])
FILE = SharedState(
    name="out.txt",
    save="(ROOT / 'out.txt').read_bytes() if (ROOT / 'out.txt').exists() else None",
    restore=[
        "if saved is not None:",
        "    (ROOT / 'out.txt').write_bytes(saved)",
        "elif (ROOT / 'out.txt').exists():",
        "    (ROOT / 'out.txt').unlink()",
    ],
)
OF_PYTEST = (
    '"""Big numbers."""\n\nimport limits\n\n\ndef test_big():\n    limits.MOST = 99\n    assert limits.MOST == 99\n'
)
OF_UNITTEST = (
    "import unittest\n\nimport limits\n\n\nclass BigTest(unittest.TestCase):\n    def test_big(self):\n"
    "        limits.MOST = 99\n        self.assertEqual(limits.MOST, 99)\n"
)
WITH_SET_UP = OF_UNITTEST.replace(
    "    def test_big", "    def setUp(self):\n        self.more = 1\n\n    def test_big"
).replace("99)", "98 + self.more)")
FOR_THE_CLASS = OF_UNITTEST.replace(
    "    def test_big(self):\n        limits.MOST = 99\n",
    "    @classmethod\n    def setUpClass(cls):\n        limits.MOST = 99\n\n    def test_big(self):\n",
)
VICTIM = "import limits\n\n\ndef test_small():\n    assert limits.MOST == 10\n"


def run(folder: Path) -> str:
    command = [sys.executable, "-m", "pytest", "-q", "--tb=no", "-p", "no:cacheprovider", "-p", "no:randomly"]
    env = {**os.environ, **PLAIN}
    return subprocess.run(command, cwd=folder, env=env, text=True, capture_output=True, check=False).stdout


@pytest.mark.parametrize(
    ("text", "test", "scope"),
    [
        (OF_PYTEST, "test_a.py::test_big", "test"),
        (OF_PYTEST, "test_a.py::test_big", "module"),
        (OF_UNITTEST, "test_a.py::BigTest::test_big", "test"),
        (OF_UNITTEST, "test_a.py::BigTest::test_big", "module"),
        (WITH_SET_UP, "test_a.py::BigTest::test_big", "test"),
        (FOR_THE_CLASS, "test_a.py::BigTest::test_big", "module"),
    ],
)
def test_a_polluter_puts_back_what_it_changes(tmp_path: Path, text: str, test: str, scope: test_edits.Scope) -> None:
    (tmp_path / "limits.py").write_text("MOST = 10\n")
    (tmp_path / "test_a.py").write_text(text)
    (tmp_path / "test_b.py").write_text(VICTIM)
    assert "1 failed, 1 passed" in run(tmp_path)
    changed = test_edits.with_restoration(text, TestId(test), [LIMIT], scope)
    assert [line for line in text.splitlines() if line not in changed.splitlines()] == []
    (tmp_path / "test_a.py").write_text(changed)
    assert "2 passed" in run(tmp_path)


VICTIM_BELOW = (
    "\n\nclass SmallTest(unittest.TestCase):\n    def test_small(self):\n        self.assertEqual(limits.MOST, 10)\n"
)


@pytest.mark.parametrize("begin", ["", "    @classmethod\n    def setUpClass(me):\n        limits.MOST = 99\n\n"])
def test_what_a_class_sets_up_is_put_back_before_the_next_class_of_its_file(tmp_path: Path, begin: str) -> None:
    text = OF_UNITTEST.replace("    def test_big", f"{begin}    def test_big") + VICTIM_BELOW
    (tmp_path / "limits.py").write_text("MOST = 10\n")
    (tmp_path / "test_big.py").write_text(text)
    assert "1 failed, 1 passed" in run(tmp_path)
    changed = test_edits.with_restoration(text, TestId("test_big.py::BigTest::test_big"), [LIMIT], "class")
    (tmp_path / "test_big.py").write_text(changed)
    assert "2 passed" in run(tmp_path), changed
    assert test_edits.with_restoration(OF_PYTEST, TestId("test_big.py::test_big"), [LIMIT], "class") == ""


@pytest.mark.parametrize("text", [VICTIM, OF_UNITTEST.replace("= 99", "== 10").replace("99)", "10)")])
def test_a_victim_begins_with_the_state_as_it_was_at_its_import(tmp_path: Path, text: str) -> None:
    test = "test_b.py::BigTest::test_big" if "class" in text else "test_b.py::test_small"
    (tmp_path / "limits.py").write_text("MOST = 10\n")
    (tmp_path / "test_a.py").write_text(OF_PYTEST)
    (tmp_path / "test_b.py").write_text(text)
    assert "1 failed, 1 passed" in run(tmp_path)
    (tmp_path / "test_b.py").write_text(test_edits.with_restoration(text, TestId(test), [LIMIT], "import"))
    assert "2 passed" in run(tmp_path)


def test_a_file_that_a_test_leaves_behind_is_removed_and_one_that_was_there_is_not(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    text = "import pathlib\n\nOUT = pathlib.Path(__file__).parent.parent / 'out.txt'\n\n\ndef test_out():\n"
    text += "    OUT.write_text('new')\n    assert OUT.exists()\n"
    changed = test_edits.with_restoration(text, TestId("tests/test_a.py::test_out"), [FILE], "test")
    (tmp_path / "tests" / "test_a.py").write_text(changed)
    assert "1 passed" in run(tmp_path) and not (tmp_path / "out.txt").exists()
    (tmp_path / "out.txt").write_text("old")
    assert "1 passed" in run(tmp_path) and (tmp_path / "out.txt").read_text() == "old"


def test_blanks_at_the_end_of_other_lines_stay() -> None:
    text = f"{OF_UNITTEST}        \n    # more to come   \n"
    changed = test_edits.with_restoration(text, TestId("test_a.py::BigTest::test_big"), [LIMIT], "test")
    assert [line for line in text.splitlines() if line not in changed.splitlines()] == []


def test_what_no_statement_names_is_not_put_back() -> None:
    unnamed = SharedState(name="a variable of a closure")
    assert test_edits.with_restoration(OF_PYTEST, TestId("test_a.py::test_big"), [LIMIT, unnamed], "test") == ""


SETTER = "import store\nfrom people import ANN\n\n\ndef test_adds():\n    store.add(ANN)\n    assert store.rows\n"
BRITTLE = 'import store\n\n\ndef test_finds():\n    """Finds Ann."""\n    assert store.find("ann")\n'


def test_a_brittle_test_begins_with_the_statements_of_its_state_setter_and_what_they_import() -> None:
    statements = test_edits.statements_of(SETTER, TestId("test_a.py::test_adds"))
    assert statements == ["store.add(ANN)"]
    changed = test_edits.with_lines_before(BRITTLE, TestId("test_b.py::test_finds"), statements, SETTER)
    assert changed == (
        'import store\nfrom people import ANN\n\n\ndef test_finds():\n    """Finds Ann."""\n    store.add(ANN)\n'
        '    assert store.find("ann")\n'
    )


def test_statements_that_need_a_helper_of_their_own_file_are_not_taken_over() -> None:
    source = SETTER.replace("from people import ANN", "ANN = object()")
    assert test_edits.with_lines_before(BRITTLE, TestId("test_b.py::test_finds"), ["store.add(ANN)"], source) == ""


def test_statements_that_need_a_fixture_or_the_instance_are_left_out() -> None:
    text = "class TestA:\n    def test_a(self, tmp_path):\n        self.x = 1\n        y = tmp_path\n        z = 2\n"
    assert test_edits.statements_of(text, TestId("test_a.py::TestA::test_a")) == ["z = 2"]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("from bank import RATES\nRATES.clear()\n", True),
        ("import bank\nassert bank.RATES == {}\n", True),
        ("from bank import rate\nRATES = rate()\n", True),
        ("from bank import rate\n\ndef test():\n    RATES = rate()\n    assert RATES.RATES\n", False),
        ("import bank\nassert bank.RATES('eur')\n", False),
    ],
    ids=["imported", "of the module", "a name of the file", "a local variable", "called"],
)
def test_a_test_file_names_state_that_it_uses(text: str, named: bool) -> None:
    assert test_edits.names_state(text, "bank.RATES['eur']") is named
    assert test_edits.names_state(text, "the cache of bank.RATES") is named


IN_PYTHON = (
    "from rates import convert, load\n\n\ndef test_converts():\n    assert convert(1) == 2\n\n\ndef test_other():\n"
)
IN_JAVASCRIPT = (
    "const { convert, load } = require('./rates.js');\ntest('test_converts', () => { expect(convert(1)).toBe(2); });\n"
)


@pytest.mark.parametrize("file", ["test_rates.py", "rates.test.js"])
@pytest.mark.parametrize(("call", "of_program"), [("load(3)", False), ("convert(4)", True)], ids=["set up", "repeated"])
def test_state_that_a_brittle_test_lacks_is_of_tests_unless_its_own_calls_set_it(
    tmp_path: Path, file: str, call: str, of_program: bool
) -> None:
    other = f"test('test_other', () => {{ {call}; expect(convert(1)).toBe(2); }});\n"
    python = file.endswith(".py")
    (tmp_path / file).write_text(f"{IN_PYTHON}    {call}\n" if python else IN_JAVASCRIPT + other)
    tests = [TestId.of(file, (one,)) for one in ("test_converts", "test_other")]
    state = [SharedState(name="rates._rates" if python else "table of rates.js", of_program=True)]
    brittle = OrderDependence(test=tests[0], kind="brittle", others=tests[1:], state=state)
    victim = brittle.model_copy(update={"kind": "victim", "state": [state[0].model_copy()]})
    test_edits.keep_owners([brittle, victim], tmp_path)
    assert (brittle.may_be_the_program, victim.may_be_the_program) == (of_program, True)


@pytest.mark.parametrize(
    ("file", "state", "body", "of_program"),
    [
        ("ids.py", "ids._next", "_next = 1\ndef new():\n    global _next\n    _next += 1\n", False),
        ("ids.py", "ids._known['a']", "_known = {}\ndef new(name):\n    _known[name] = 1\n", False),
        ("ids.js", "known of ids.js", "const known = [];\nfunction add(name) {\n  known.push(name);\n}\n", False),
        ("ids.py", "ids.BASE", "BASE = {}\ndef new(**more):\n    made = BASE\n    made.update(more)\n", True),
        ("ids.py", "ids.Ids.all", "class Ids:\n    all = []\n    def add(self): self.all.append(1)\n", True),
    ],
    ids=["counter", "registry", "JavaScript", "alias", "attribute of a class"],
)
def test_state_that_a_function_changes_by_its_name_is_shared_by_the_tests(
    tmp_path: Path, file: str, state: str, body: str, of_program: bool
) -> None:
    tests = [TestId.of(f"test_ids.{file[-2:]}", (one,)) for one in ("a", "b")]
    (tmp_path / file).write_text(body)
    (tmp_path / tests[0].file).write_text("")
    found = OrderDependence(
        test=tests[1], kind="victim", others=tests[:1], state=[SharedState(name=state, of_program=True)]
    )
    test_edits.keep_owners([found], tmp_path)
    assert found.may_be_the_program is of_program
