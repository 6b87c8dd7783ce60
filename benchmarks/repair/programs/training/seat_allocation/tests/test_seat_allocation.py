import pytest

from seat_allocation import AllocationError, allocate, format_result, majority, valid_votes


def test_exact_shares():
    assert allocate({"red": 50, "blue": 30, "green": 20}, 10) == {"red": 5, "blue": 3, "green": 2}


def test_left_over_seat_goes_to_largest_remainder():
    # quotas: 4.7, 3.9, 1.4
    assert allocate({"red": 47, "blue": 39, "green": 14}, 10) == {"red": 5, "blue": 4, "green": 1}


def test_small_party_wins_on_remainder():
    # quotas: 5.3, 2.8, 1.9
    assert allocate({"red": 53, "blue": 28, "green": 19}, 10) == {"red": 5, "blue": 3, "green": 2}


def test_one_seat_left():
    # quotas: 2.5, 1.9, 0.6
    assert allocate({"red": 50, "blue": 38, "green": 12}, 5) == {"red": 2, "blue": 2, "green": 1}


def test_threshold():
    assert allocate({"red": 60, "blue": 36, "tiny": 4}, 8, threshold=5) == {"red": 5, "blue": 3}


def test_no_votes():
    with pytest.raises(AllocationError):
        allocate({"red": 0}, 3)


def test_ballots():
    assert valid_votes(["Red", " red ", "", "blue"]) == {"red": 2, "blue": 1}


def test_majority():
    assert majority({"red": 6, "blue": 5}) == "red"
    assert majority({"red": 5, "blue": 5}) is None


def test_chart():
    assert format_result({"a": 1, "b": 2}, width=4) == "b            2 ####\na            1 ##"
