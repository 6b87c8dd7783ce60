"""What test files need whose libraries moved on: the rules for program code give the patch for a person."""

from pathlib import Path

import pytest

from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.updates.needed_test_changes import needed_test_changes
from testfix_pipeline.updates.nose_methods import nose_update, with_methods_of_pytest
from testfix_pipeline.updates.test_code_rules import _is_function


@pytest.mark.parametrize(
    ("library", "version", "symbol", "before", "after"),
    [
        (
            "moto", "5.1.0", "moto.mock_s3",
            "from moto import mock_s3, mock_sts\n\n\n@mock_s3\n@mock_sts()\ndef test():\n    pass\n",
            "import moto\n\n\n@moto.mock_aws\n@moto.mock_aws()\ndef test():\n    pass\n",
        ),
        ("scipy", "1.16.1", "scipy.pi", "import scipy\nx = scipy.cos(scipy.pi)\n",
         "import numpy\nx = numpy.cos(numpy.pi)\n"),
        ("python", "3.12.1", "importlib.find_loader", "import importlib\nx = importlib.find_loader('a') is None\n",
         "import importlib.util\nx = importlib.util.find_spec('a') is None\n"),
        ("python", "3.12.1", "collections.Mapping", "from collections import Mapping\nx = Mapping\n",
         "from collections.abc import Mapping\nx = Mapping\n"),
        ("python", "3.13.0", "unittest.makeSuite", "import unittest\nx = unittest.makeSuite(A)\n",
         "import unittest\nx = unittest.TestLoader().loadTestsFromTestCase(A)\n"),
        (
            "python", "3.12.1", "asyncio.coroutine",
            "import asyncio\n\n\n@asyncio.coroutine\ndef test():\n    yield from f()\n",
            "import types\n\n\n@types.coroutine\ndef test():\n    yield from f()\n",
        ),
        ("Flask", "3.1.1", "flask.ext", "from flask.ext.login import user\nimport flask.ext.script as s\nx = user, s\n",
         "from flask_login import user\nimport flask_script as s\nx = user, s\n"),
    ],
)  # fmt: skip
def test_a_rule_changes_a_test_file(
    tmp_path: Path, library: str, version: str, symbol: str, before: str, after: str
) -> None:
    (tmp_path / "test_a.py").write_text(before)
    update = Update(library=library, version=version, symbol=symbol, place="test_a.py:2")
    failure = Failure(test=TestId("test_a.py::test"), failure_class="test_defect", update=update)
    needed = needed_test_changes([failure], tmp_path)
    assert not needed.named
    assert [line[1:] for line in needed.patch.splitlines()[3:] if line[:1] in " +"] == after.splitlines()


NOSE = """\
class Base:
    def setup(self):
        self.rows = []

    def teardown(self):
        self.rows = None


class TestRows(Base):
    def setup(self):
        super().setup()
        self.more = 1

    def test(self):
        assert self.rows == []
"""


LACKS = "'TestRows' object has no attribute 'rows'"
HELPERS = """

class Server:
    def setup(self):
        self.teardown()

    def teardown(self):
        self.rows = Server().setup()


class TestOld(unittest.TestCase):
    def setup(self):
        self.rows = []


class TestMore(Base):
    def setup(self):
        Base.setup(self)
"""


def failing(name: str = "test_a.py::TestRows::test", error: str = LACKS) -> Failure:
    return Failure(test=TestId(name), error_type="AttributeError", error=error)


def test_methods_of_nose_get_the_names_of_pytest(tmp_path: Path) -> None:
    (tmp_path / "test_a.py").write_text(NOSE)
    found = nose_update(failing(), "8.4.1", tmp_path)
    assert found is not None and found.place == "test_a.py:10" and "setup_method is called" in found.evidence
    patch = needed_test_changes(
        [failing().model_copy(update={"update": found, "failure_class": "test_defect"})], tmp_path
    ).patch
    added = [line[1:].strip() for line in patch.splitlines()[3:] if line.startswith("+")]
    assert added == [
        "def setup_method(self):", "def teardown_method(self):", "def setup_method(self):", "super().setup_method()"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "test", "version"),
    [
        (NOSE, "test_a.py::TestRows::test", "7.4.4"),
        (NOSE, "test_a.py::TestRows::test", ""),
        (NOSE, "test_a.py::test", "8.4.1"),
        (NOSE.replace("class Base", "class Base(unittest.TestCase)"), "test_a.py::TestRows::test", "8.4.1"),
        (NOSE.replace("    def setup", "    @pytest.fixture\n    def setup").replace("teardown", "end"),
         "test_a.py::TestRows::test", "8.4.1"),
        (NOSE.replace("        assert", "        self.setup()\n        assert"), "test_a.py::TestRows::test", "8.4.1"),
        (NOSE + "\n\none = TestRows()\none.setup()\n", "test_a.py::TestRows::test", "8.4.1"),
        (NOSE + "\n\nTestRows().setup()\n", "test_a.py::TestRows::test", "8.4.1"),
        (NOSE.replace("setup", "setup_method").replace("teardown", "end"), "test_a.py::TestRows::test", "8.4.1"),
    ],
    ids=["older", "unknown", "function", "unittest", "fixture", "called", "of an object", "at once", "of pytest"],
)  # fmt: skip
def test_what_is_called_is_no_method_of_nose(tmp_path: Path, text: str, test: str, version: str) -> None:
    (tmp_path / "test_a.py").write_text(text)
    assert nose_update(failing(test), version, tmp_path) is None


@pytest.mark.parametrize(
    ("error", "is_found"),
    [
        (LACKS, True),
        ("name 'shared' is not defined", True),
        ("assert 4 == 3", False),
        ("'TestRows' object has no attribute 'cells'", False),
        ("'Server' object has no attribute 'rows'", False),
        ("name 'rows' is not defined", False),
        ("name 'self' is not defined", False),
    ],
)
def test_the_error_is_about_what_the_setup_sets(tmp_path: Path, error: str, is_found: bool) -> None:
    text = NOSE.replace("        self.rows = []", "        global shared\n        shared = self.rows = []")
    (tmp_path / "test_a.py").write_text(text)
    assert (nose_update(failing(error=error), "8.4.1", tmp_path) is not None) is is_found


def test_a_parameter_may_hold_whatever_it_wants(tmp_path: Path) -> None:
    (tmp_path / "test_a.py").write_text("def test_a(kind):\n    assert kind\n")
    failure = failing().model_copy(update={"test": TestId("test_a.py::test_a[text-2 (*]")})
    assert nose_update(failure, "8.4.1", tmp_path) is None


def test_only_the_classes_that_are_meant_are_changed() -> None:
    changed = with_methods_of_pytest(NOSE + HELPERS, "TestRows")
    more = HELPERS.rpartition("class TestMore")[2]
    assert changed == (NOSE + HELPERS.replace(more, more.replace("setup", "setup_method"))).replace(
        NOSE, NOSE.replace("setup", "setup_method").replace("teardown", "teardown_method")
    )


@pytest.mark.parametrize(
    ("module", "owner", "name", "expected"),
    [("unittest", "TestCase", "assertEqual", True), ("asyncio.compat", "Lock", "acquire", False)],
)
def test_a_module_that_this_python_lacks_has_no_methods(module: str, owner: str, name: str, expected: bool) -> None:
    assert _is_function(module, owner, name) is expected
