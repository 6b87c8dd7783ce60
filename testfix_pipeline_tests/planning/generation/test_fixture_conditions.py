"""Fixtures that more than one test depends on: shared ones, such with parameters, and those in force for every test."""

from pathlib import Path

import pytest

from testfix_pipeline.core.plan_records import Generation
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.planning.generation.subjects.examples import Example
from testfix_pipeline.planning.generation.subjects.fixture_conditions import (
    combined_observation,
    is_comparison,
    orders_of,
)
from testfix_pipeline_tests.execution.targets import ours
from testfix_pipeline_tests.planning.generating import fixtures_of, generated, source
from testfix_pipeline_tests.project_files import write_files

STORES = """
import os

RATE = 1


class ListStore:
    def __init__(self):
        self._items = []

    def put(self, item):
        self._items.append(item)

    def size(self):
        return len(self._items)


class CountStore:
    def __init__(self):
        self._count = 0

    def put(self, item):
        self._count += 1

    def size(self):
        return self._count


class Ledger:
    def __init__(self, owner):
        self.owner = owner
        self._posted = []

    def post(self, amount):
        self._posted.append(amount)
        return amount * 2

    def balance(self):
        return sum(self._posted)


def priced(amount: int) -> int:
    return amount * RATE


def mode(settings=os.environ) -> str:
    return settings["STORES_MODE"] + "!"


def filled(store):
    return store.size() * 10 + 1


def described(store):
    return "%s of %d" % (type(store).__name__, filled(store))


def owed(ledger):
    return ledger.balance() + 1


def noted(ledger):
    return "noted %d" % _posted(ledger)


def _posted(ledger):
    return ledger.post(1)


def listed(catalogue):
    return sorted(catalogue)[0].upper()


def counted(register):
    return "%d entries" % len(register)
"""
CONFTEST = """
import os

import pytest

from stores.store import CountStore, ListStore, Ledger


@pytest.fixture(autouse=True)
def doubled(monkeypatch):
    monkeypatch.setattr("stores.store.RATE", 2)


@pytest.fixture(autouse=True, scope="session")
def in_test_mode():
    os.environ["STORES_MODE"] = "test"
    yield
    del os.environ["STORES_MODE"]


@pytest.fixture(autouse=True)
def elsewhere():
    os.chdir("/")


@pytest.fixture(params=[ListStore, pytest.param(CountStore, id="counting")])
def store(request):
    made = request.param()
    made.put("tea")
    yield made


@pytest.fixture(scope="module")
def ledger():
    ledger = Ledger("ada")
    ledger.post(5)
    return ledger


@pytest.fixture(scope="session")
def catalogue():
    return ["tea", "milk"]


@pytest.fixture(scope="session")
def register():
    return {"tea": 1, "milk": 2}
"""
CHANGES_WHAT_IS_SHARED = """
def test_register(register):
    register["bread"] = 3
    assert len(register) == 3


def test_catalogue(catalogue):
    assert len(catalogue) == 2
"""
FILES = {
    "stores/__init__.py": "",
    "stores/store.py": STORES,
    "tests/conftest.py": CONFTEST,
    "tests/test_register.py": CHANGES_WHAT_IS_SHARED,
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_files(tmp_path_factory.mktemp("stores"), FILES)


@pytest.fixture(scope="module")
def made(root: Path) -> Generation:
    return generated(root, "stores/store.py")


# --- what is in force for each test


def test_what_is_in_force_for_each_test_is_so_while_inputs_are_tried(made):
    assert "priced(3) == 6" in source(made, "priced")
    assert 'mode() == "test!"' in source(made, "mode")


def test_an_autouse_fixture_that_can_not_be_made_is_named(made):
    reason = made.left_out["tests/conftest.py::elsewhere"]
    assert reason == "autouse fixture is not in force while inputs are tried: side effect: os.chdir"
    assert made.dropped[reason] == 1


# --- parameters


def test_what_holds_for_all_parameters_of_a_fixture_is_stated(root, made):
    assert "(store):\n    assert filled(store) == 11\n" in source(made, "filled")
    kept = {test.name: test for test in made.tests if test.kept}
    assert kept["test_filled_typical_values"].new_lines


def test_what_differs_between_the_parameters_is_not_stated(made):
    assert "(store)" not in source(made, "described")
    assert made.left_out["stores/store.py::described"] == "is not the same for all parameters of a fixture"


# --- what tests share


def test_what_only_looks_at_a_shared_value_is_stated_with_it(made):
    assert "owed(ledger) == 6" in source(made, "owed")


@pytest.mark.parametrize("name", ["noted", "Ledger.post"])
def test_what_changes_a_shared_value_is_not_called_with_it(made, name):
    assert "(ledger):" not in source(made, name)


def test_why_there_is_no_test_of_what_changes_a_shared_value(made):
    assert made.left_out["stores/store.py::noted"] == "changes a fixture's value that tests share"


def test_what_the_projects_own_tests_change_is_not_relied_on(made):
    assert "listed(catalogue) ==" in source(made, "listed")
    assert "(register)" not in source(made, "counted")
    (dropped,) = [test for test in made.tests if "counted(register)" in test.source]
    assert dropped.reason == "fails behind the project's own tests, which share a fixture with it"


def test_they_all_pass_among_the_projects_own(tmp_path, made):
    run = run_suite(ours(), write_files(tmp_path, {**FILES, **made.files}), timeout=60)
    assert run.fault is None and not run.failing
    (generated,) = made.files
    ways = {name for name in run.outcomes if name.startswith(f"{generated}::test_filled_typical_values[")}
    assert {name.partition("[")[2] for name in ways} == {"ListStore]", "counting]"}


# --- the orders of an example


TWO = """
@pytest.fixture(params=[1, 2], scope="module")
def one(request): return request.param
@pytest.fixture(params=["a", "b"])
def other(request, monkeypatch):
    monkeypatch.setenv("X", request.param)
@pytest.fixture(params=[1, 2, 3, 4])
def many(request): ...
"""


def test_each_combination_of_parameters_is_observed_and_what_is_shared_compared(tmp_path):
    fixtures = fixtures_of(tmp_path, TWO)
    orders = orders_of(Example("f(one, other)", "typical", fixtures=("one", "other")), fixtures)
    assert [is_comparison(order) for order in orders] == [False, True] * 4
    assert orders[0]["fixtures"] == ["monkeypatch", "testfix_one_0", "testfix_other_0", "one", "other"]
    assert orders[-2]["fixtures"][1:3] == ["testfix_one_1", "testfix_other_1"]
    assert orders[0]["settings"] == ["X"]
    assert orders_of(Example("f(many, other)", "typical", fixtures=("many", "other")), fixtures) == []


def said(value: str, *lines: int) -> dict[str, object]:
    return {"checks": [{"on": "result", "form": "{}", "value": value}], "shown": "", "lines": list(lines)}


@pytest.mark.parametrize(
    ("seen", "problem"),
    [
        ([said("3", 1), said("True"), said("3", 2), said("True")], ""),
        ([said("3"), said("True"), said("4"), said("True")], "is not the same for all parameters of a fixture"),
        ([said("3"), said("True"), said("3"), said("False")], "changes a fixture's value that tests share"),
        ([said("3"), {"problem": "input can't be made"}, said("3"), said("True")], "can't be compared"),
        ([said("3"), said("True"), {"problem": "too slow"}, said("True")], "too slow"),
        ([], "fixtures with too many parameters"),
    ],
)
def test_what_the_orders_of_an_example_say_together(tmp_path, seen, problem):
    example = Example("f(one)", "typical", fixtures=("one",))
    together = combined_observation(example, fixtures_of(tmp_path, TWO), seen)
    assert together is not None and together.get("problem", "").endswith(problem)
    assert bool(together.get("problem")) is bool(problem)
    if not problem:
        assert (together["lines"], together["ways"]) == ([1, 2], 2)


def test_an_example_that_crashed_in_one_way_says_nothing(tmp_path):
    assert (
        combined_observation(
            Example("f(one)", "typical", fixtures=("one",)), fixtures_of(tmp_path, TWO), [said("3"), None]
        )
        is None
    )
