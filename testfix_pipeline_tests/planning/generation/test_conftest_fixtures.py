"""The fixtures of conftest files: which of them generated tests are given, and which are not used, and why."""

import importlib
import re
from pathlib import Path

import pytest

from testfix_pipeline.core.plan_records import Generation
from testfix_pipeline.execution.in_target.observe_fixtures import ConftestFixtures
from testfix_pipeline.execution.processes.environment import IN_TARGET
from testfix_pipeline.planning.generation.fixture_trial import usable_fixtures
from testfix_pipeline_tests.execution.targets import ours
from testfix_pipeline_tests.planning.generating import failing_with, fixtures_of, generated, source
from testfix_pipeline_tests.project_files import stored, write_files

BOOKS = stored(str(Path(__file__).parent), "generated_programs.toml")["BOOKS"]
FILE = "books/book.py"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Generation:
    return generated(write_files(tmp_path_factory.mktemp("books"), BOOKS), FILE)


@pytest.mark.parametrize(
    ("target", "stated"),
    [
        ("statement", 'statement(book) == "ada: -15 (in debt)"'),  # by its name, the class seen when it was made
        ("Book.balance", "(book):\n    assert book.balance() == -15"),  # the instance itself
        ("Clock.stamp", "clock.stamp() =="),
    ],
)
def test_fixtures_of_the_project_are_what_tests_are_given(made, target, stated):
    assert stated in source(made, target)


def test_a_test_with_a_fixture_is_about_one_call(made):
    for test in made.tests:
        given = re.search(r"\((.*)\):", test.source)
        assert given and (not given[1] or test.source.count("Book(") <= 1), test.source


def test_what_a_fixture_set_up_is_undone(tmp_path):
    conftest = write_files(tmp_path, {"conftest.py": _ENDING}) / "conftest.py"
    fixtures = ConftestFixtures([str(conftest)], str(tmp_path))
    with fixtures.provide(["opened", "tmp_path"]) as given:
        (given["tmp_path"] / "inside").mkdir()
        (given["tmp_path"] / "inside" / "file").write_text("x")
        assert given["opened"] == ["begun"]
    assert given["opened"] == ["begun", "ended"]
    assert not given["tmp_path"].exists()


_ENDING = """
import pytest


@pytest.fixture()
def opened():
    log = ["begun"]
    yield log
    log.append("ended")
"""


@pytest.mark.parametrize("trouble", ["import sys\nsys.exit('no tests today')", "while True:\n    pass", "1 / 0"])
def test_a_conftest_that_can_not_be_run_costs_its_fixtures_only(tmp_path, monkeypatch, trouble):
    conftest = f"import pytest\n\n\n@pytest.fixture\ndef n():\n    return 3\n\n\n{trouble}\n"
    path = write_files(tmp_path, {"conftest.py": conftest}) / "conftest.py"
    monkeypatch.syspath_prepend(str(IN_TARGET))
    with importlib.import_module("observe_guard").TimeLimit(0.2):
        fixtures = ConftestFixtures([str(path)], str(tmp_path))
    with pytest.raises(KeyError), fixtures.provide(["n"]):
        pass


# --- which fixtures are used


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("@pytest.fixture\ndef f(request):\n    return request.node\n", "it needs `request`, which is not at hand"),
        ("@pytest.fixture(params=[1])\ndef f(request):\n    return request.param\n", "it has parameters"),
        ("@pytest.fixture(scope='session')\ndef f(): ...\n", "tests share its value"),
        ("@pytest.fixture(scope=SCOPE)\ndef f(): ...\n", "its scope is not written down"),
        ("if pytest:\n    @pytest.fixture\n    def f(): ...\n", "it is not defined at the top of its file"),
        ("@pytest.fixture\nasync def f(): ...\n", "it is asynchronous"),
        ("@pytest.fixture(name='a-b')\ndef f(): ...\n", "its name is no identifier"),
        ("@pytest.fixture\ndef f(f): ...\n", "it builds on another of its name"),
        ("@pytest.fixture\ndef f(mocker): ...\n", "it needs `mocker`, which is not at hand"),
        ("@pytest.fixture(scope='class')\ndef f(tmp_path): ...\n", "it needs `tmp_path`, which does not live as long"),
    ],
)  # fmt: skip
def test_which_fixtures_are_not_used_and_why(tmp_path, code, reason):
    fixtures = fixtures_of(tmp_path, code)
    assert not fixtures.every and fixtures.available == {"tmp_path", "monkeypatch"}
    (message,) = fixtures.refused.values()
    assert message.startswith("fixture is not used: ") and message.endswith(reason)


TROUBLED = """
import time

@pytest.fixture(autouse=True)
def endless():
    while True:
        pass

@pytest.fixture(autouse=True)
def quick(): ...

@pytest.fixture
def needy(endless) -> int: ...

@pytest.fixture
def broken():
    raise OSError

@pytest.fixture(scope="session")
def dated():
    return int(time.time())

@pytest.fixture(autouse=True, scope="session")
def counted():
    return [3]

@pytest.fixture
def sharing(counted):
    return counted

@pytest.fixture
def listed():
    return [3]
"""


def test_what_can_not_be_made_outside_of_pytest_is_not_used(tmp_path):
    fixtures = usable_fixtures(fixtures_of(tmp_path, TROUBLED), ours(), tmp_path)
    assert {name.partition("::")[2]: reason.partition(": ")[2] for name, reason in fixtures.refused.items()} == {
        "endless": "too slow",
        "needy": "it needs `endless`, which is not at hand",
        "broken": "it can't be made outside of pytest",
        "dated": "tests share its value",
        "sharing": "it needs `counted`, whose value tests share",
    }
    assert fixtures.autouse == ("counted", "quick")
    assert {name: one.kind for name, one in fixtures.own.items()} == {"listed": "list"}
    assert fixtures.available == {"listed", "tmp_path", "monkeypatch"}


PARAMETRISED = """
@pytest.fixture(params=["a", "b"], autouse=True)
def mode(request, monkeypatch):
    monkeypatch.setattr("modes.MODE", request.param)
"""
MODES = """MODE = "none"


def double(number: int) -> int:
    return number * 2


def mode(number: int) -> str:
    return MODE + str(number)
"""


def test_tests_that_a_parametrised_fixture_repeats_are_kept_if_each_run_passes(tmp_path):
    fixtures_of(tmp_path, PARAMETRISED)
    made = generated(write_files(tmp_path, {"modes.py": MODES}), "modes.py")
    assert {test.target for test in made.tests if test.kept} == {"modes.py::double"}


def test_they_pass_and_notice_a_fault(tmp_path, made):
    assert failing_with(tmp_path, BOOKS, made, FILE, "self.balance() < -limit", "self.balance() < limit")
