"""`testfix measure --repeat`: tests that fail now and then, and those that fail in other orders."""

from typing import Any

CONFTEST = {"conftest.py": "import pathlib, sys\nsys.path.insert(0, str(pathlib.Path(__file__).parent))\n"}
BY_SEED = {
    "test_names.py": "def test_first():\n    assert next(iter({'ann', 'bob', 'cleo', 'dora'})) == 'ann'\n\n\n"
    "def test_all():\n    assert len({'ann', 'bob'}) == 2\n"
}
BY_ORDER = {
    "limits.py": "MOST = 10\n",
    "test_limits.py": "import limits\n\n\ndef test_default():\n    assert limits.MOST == 10\n\n\n"
    "def test_more():\n    limits.MOST = 99\n    assert limits.MOST > 10\n",
}

BY_CHANCE = {
    "test_dice.py": "import random\n\nCHANCE = random.SystemRandom()\nSEEN = []\n\n\n"
    + "".join(f"def test_{name}():\n    SEEN.append('{name}')\n\n\n" for name in "abcdef")
    + "def test_throw():\n    assert CHANCE.random() < 0.5\n"
}


def test_a_test_that_fails_under_some_hash_seeds_is_in_the_table(repository: Any, testfix: Any) -> None:
    repo = repository(files={**CONFTEST, **BY_SEED})
    said = testfix("measure", "--project", repo.root, "--repeat", "12", "--json")
    [found] = said.found["failing"]
    assert (said.code, said.found["runs"], found["test"]) == (1, 12, "test_names.py::test_first")
    assert 0 < found["failed"] < found["runs"] == 12


def test_a_steady_suite_ends_with_0(repository: Any, testfix: Any) -> None:
    repo = repository(files={**CONFTEST, **BY_ORDER})
    said = testfix("measure", "--project", repo.root, "--repeat", "2")
    assert said.code == 0 and said.out.strip().endswith("2 tests in 2 runs: none failed")


def test_random_orders_show_a_victim_of_a_green_suite_and_its_polluter(repository: Any, testfix: Any) -> None:
    repo = repository(files={**CONFTEST, **BY_ORDER})
    said = testfix("measure", "--project", repo.root, "--repeat", "6", "--random-order")
    assert said.code == 1 and "test_limits.py::test_default: assert 99 == 10" in said.out
    assert "fails after test_limits.py::test_more, which leaves limits.MOST (10 before, 99 after) changed" in said.out
    assert "pytest test_limits.py::test_more test_limits.py::test_default" in said.out
    assert "+    limits.MOST = saved" in said.out


def test_random_orders_blame_no_other_test_for_a_failure_by_chance(repository: Any, testfix: Any) -> None:
    repo = repository(files={**CONFTEST, **BY_CHANCE})
    said = testfix("measure", "--project", repo.root, "--repeat", "8", "--random-order", "--json")
    assert said.found["order_findings"] is None, said.found["order_findings"]
    assert said.found["flaky_findings"]["tests"][0]["test"] == "test_dice.py::test_throw"


def test_random_orders_without_repetition_are_a_usage_error(repository: Any, testfix: Any) -> None:
    said = testfix("measure", "--project", repository(files=BY_ORDER).root, "--random-order")
    assert said.code == 2 and "--random-order needs --repeat" in said.err


def test_a_flaky_test_is_explained_and_its_command_shows_the_failure(repository: Any, testfix: Any) -> None:
    repo = repository(files={**CONFTEST, **BY_SEED})
    test = "test_names.py::test_first"
    said = testfix("measure", "--project", repo.root, "--repeat", "3", "--test", test)
    _, _, command = said.out.partition("Reproduce: testfix ")
    assert f"flaky  {test}: Depends on the iteration order of sets" in said.out
    again = testfix(*command.split(), "--project", repo.root, "--json")
    assert again.code == 1 and again.found["failing"][0]["failed"] == again.found["runs"] == 8


def test_a_control_that_is_unknown_or_has_no_test_is_a_usage_error(repository: Any, testfix: Any) -> None:
    root = repository(files=BY_SEED).root
    said = testfix("measure", "--project", root, "--repeat", "2", "--control", "seed=1")
    assert said.code == 2 and "--control needs --test" in said.err
    said = testfix(
        "measure", "--project", root, "--repeat", "2", "--test", "test_names.py::test_all", "--control", "x=1"
    )
    assert said.code == 2 and "no control 'x'" in said.err


def test_every_second_run_is_under_load_and_counted_apart(repository: Any, testfix: Any) -> None:
    repo = repository(files={**CONFTEST, "test_load.py": "def test_names():\n    assert 'ann' == 'bob'\n"})
    said = testfix("measure", "--project", repo.root, "--repeat", "3", "--load")
    assert "1 test in 3 runs, 1 under load: 1 test failed" in said.out and said.code == 1
    assert "     3 of    3     1 of  1  test_load.py::test_names" in said.out


def test_tests_that_never_fail_in_the_same_order_are_all_explained(repository: Any, testfix: Any) -> None:
    test = "def test_{}():\n    assert limits.MOST != {}\n    limits.MOST = {}\n\n\n"
    tests = f"import limits\n\n\n{test.format('first', 2, 1)}{test.format('second', 1, 2)}"
    repo = repository(files={**CONFTEST, "limits.py": "MOST = 10\n", "test_limits.py": tests})
    said = testfix("measure", "--project", repo.root, "--repeat", "6", "--random-order", "--json")
    names = ["test_limits.py::test_first", "test_limits.py::test_second"]
    assert {one["test"]: one["others"] for one in said.found["order_findings"]["tests"]} == {
        names[0]: [names[1]], names[1]: [names[0]],
    }  # fmt: skip
