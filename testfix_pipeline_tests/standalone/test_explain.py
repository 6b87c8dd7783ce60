"""`explain_project`: why tests of whole projects fail, without a patch and without a change."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from testfix_pipeline.cli.views import explain_view
from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.explanation.model import Cause, Explanation
from testfix_pipeline.standalone.explain import QuestionForModel, explain_project
from testfix_pipeline_tests.repair.left_behind import contents

Write = Callable[[Mapping[str, str]], Path]
PRICES = """\
def discounted(cents, percent):
    return cents - cents * percent // 10


def total(prices, percent=0):
    return sum(discounted(cents, percent) for cents in prices)
"""
TESTS = """\
import prices

def test_no_discount(): assert prices.total([100, 200]) == 300
def test_discount(): assert prices.discounted(1000, 10) == 900
def test_total(): assert prices.total([1000, 200], 50) == 600
"""


def test_one_fault_that_shows_in_two_ways_is_one_cause_with_its_statement(write: Write) -> None:
    root = write({"prices.py": PRICES, "test_prices.py": TESTS})
    before = contents(root)
    found = explain_project(root, seconds=4, cores=1)
    assert contents(root) == before
    (cause,) = found.causes
    assert (found.tests, found.failing, found.abstained) == (3, 2, "")
    assert cause.place is not None and cause.place.shown == "prices.py:2"
    assert sorted(cause.tests) == ["test_prices.py::test_discount", "test_prices.py::test_total"]
    assert "where 900 is expected" in cause.cause or "where 600 is expected" in cause.cause
    assert not any(text in found.model_dump_json() for text in ("---", "+++", "@@"))
    shown = explain_view.text(found)
    assert "look at   prices.py:2  return cents - cents * percent // 10" in shown and "evidence" in shown
    assert "why the tests fail" in explain_view.markdown(found)
    assert Explanation.model_validate_json(found.model_dump_json()) == found


def test_what_no_small_edit_can_repair_is_said_and_what_to_do(write: Write) -> None:
    stub = 'def discounted(cents, percent):\n    """Return less."""\n    raise NotImplementedError\n\n\n'
    root = write({"prices.py": stub + PRICES.split("\n\n\n")[1], "test_prices.py": TESTS})
    found = explain_project(root, seconds=4, cores=1)
    assert found.abstained.startswith("no small edit can repair this: 3 failing tests need 1 part of the program")
    assert "`discounted` (prices.py:1) is a stub" in found.causes[0].cause and "Ask a model" in found.next
    assert explain_view.headline(found).startswith("No small edit can repair this")


def test_tests_that_contradict_each_other_are_no_cause_in_the_code(write: Write) -> None:
    more = "\ndef test_other(): assert prices.total([100, 200]) == 301\n"
    right = PRICES.replace("// 10", "// 100")
    tests = TESTS.replace("import prices\n", "import prices\n") + more
    found = explain_project(write({"prices.py": right, "test_prices.py": tests}), seconds=2, cores=1)
    assert found.causes == [] and [one.test for one in found.not_of_the_code] == ["test_prices.py::test_other"]
    assert "Tests contradict each other" in found.not_of_the_code[0].reason
    assert "Tests contradict each other" in explain_view.text(found) + explain_view.markdown(found)


def test_a_model_that_is_asked_comes_first_and_is_named(write: Write) -> None:
    def ask(question: QuestionForModel) -> tuple[list[Cause], list[str]]:
        assert (question.root / "prices.py").read_text() == PRICES and question.results.failed == 2
        return [Cause(title="by a model", tests=[], cause="ten is not a hundred", by="claude")], ["claude answered."]

    root = write({"prices.py": PRICES, "test_prices.py": TESTS})
    found = explain_project(root, ["test_prices.py::test_discount"], seconds=1, cores=1, ask=ask)
    assert [one.by for one in found.causes] == ["claude", "builtin"] and found.asked == ["claude answered."]
    assert "[claude]" in explain_view.text(found)


def test_nothing_fails_and_no_such_test(write: Write) -> None:
    root = write({"prices.py": PRICES.replace("// 10", "// 100"), "test_prices.py": TESTS})
    found = explain_project(root, seconds=1, cores=1)
    assert (found.failing, found.causes, found.next) == (0, [], "")
    assert explain_view.headline(found) == "nothing to explain: none of 3 tests fails"
    with pytest.raises(UsageError, match="There is no test"):
        explain_project(root, ["test_prices.py::test_discont"], seconds=1, cores=1)


def test_a_test_that_depends_on_the_order_is_said_with_the_polluter_and_the_state(write: Write) -> None:
    tests = """\
import prices

RATES = {}

def test_rate():
    RATES['eur'] = 1
    assert RATES['eur'] == 1
def test_total(): assert prices.total([100, 200]) == 300
def test_no_rates(): assert RATES == {}
"""
    found = explain_project(write({"prices.py": PRICES, "test_prices.py": tests}), seconds=4, cores=1)
    assert found.causes == [] and [one.test for one in found.not_of_the_code] == ["test_prices.py::test_no_rates"]
    said = found.not_of_the_code[0].reason
    assert said.startswith("Passes alone, fails after test_prices.py::test_rate, which leaves test_prices.RATES")
    assert "Reproduce: pytest test_prices.py::test_rate test_prices.py::test_no_rates" in said
    assert "`testfix fix` offers a change of the tests" in found.next


def test_state_of_the_program_that_a_test_leaves_is_a_cause_without_an_experiment(write: Write) -> None:
    program = "def add(item, basket=[]):\n    basket.append(item)\n    return basket\n"
    tests = """\
import basket

def test_one(): assert len(basket.add(1)) == 1
def test_other(): assert basket.add(2) == [2]
def test_wrong(): assert basket.add(3, []) == [4]
"""
    found = explain_project(write({"basket.py": program, "test_basket.py": tests}), seconds=4, cores=1)
    by_order = next(one for one in found.causes if one.tests == ["test_basket.py::test_other"])
    assert "fails after test_basket.py::test_one" in by_order.cause and "add.__defaults__[0]" in by_order.cause
    assert not any("Experiment" in said for said in by_order.evidence)
