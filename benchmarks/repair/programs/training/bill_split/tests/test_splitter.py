import pytest

from splitter import Expense, balances, report, settle, split_by_weight, split_evenly


def test_even():
    assert split_evenly(900, ["a", "b", "c"]) == {"a": 300, "b": 300, "c": 300}


def test_one_cent_is_left():
    assert split_evenly(1000, ["a", "b", "c"]) == {"a": 334, "b": 333, "c": 333}


def test_weights():
    assert split_by_weight(1000, ["a", "b"], [1, 3]) == {"a": 250, "b": 750}
    assert split_by_weight(100, ["a", "b", "c"], [1, 1, 1]) == {"a": 33, "b": 33, "c": 34}


def test_weights_for_all():
    with pytest.raises(ValueError):
        split_by_weight(100, ["a", "b"], [1])


def test_balances():
    expenses = [Expense("a", 600, ("a", "b")), Expense("b", 100, ("a", "b"))]
    assert balances(expenses) == {"a": 250, "b": -250}


def test_balances_add_up():
    expenses = [Expense("a", 1001, ("a", "b", "c", "d")), Expense("b", 77, ("c", "d", "a"))]
    assert sum(balances(expenses).values()) == 0


def test_settle():
    assert settle({"a": 500, "b": -300, "c": -200}) == [("b", "a", 300), ("c", "a", 200)]


def test_nothing_to_settle():
    assert report([]) == ["all settled"]


def test_report():
    assert report([Expense("ann", 1250, ("ann", "bob"))]) == ["bob pays ann 6.25"]


def test_pays_for_others():
    assert report([Expense("ann", 500, ("bob",))]) == ["bob pays ann 5.00"]
