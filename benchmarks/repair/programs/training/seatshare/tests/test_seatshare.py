import pytest

from seatshare import DHONDT, HARE, SAINTE_LAGUE, Election

VOTES = {"red": 470, "blue": 330, "green": 160, "grey": 40}


def test_dhondt():
    assert Election(VOTES).seats(10) == {"red": 5, "blue": 4, "green": 1, "grey": 0}


def test_sainte_lague():
    seats = Election(VOTES).seats(10, SAINTE_LAGUE)
    assert seats == {"red": 5, "blue": 3, "green": 2, "grey": 0}


def test_hare():
    assert Election(VOTES).seats(10, HARE) == {"red": 5, "blue": 3, "green": 2, "grey": 0}


def test_share():
    assert Election(VOTES).share("green") == 16


def test_threshold():
    assert set(Election(VOTES, 5).qualified()) == {"red", "blue", "green"}
    assert set(Election(VOTES, 4).qualified()) == set(VOTES)


def test_exempt():
    election = Election(VOTES, 5, exempt=["grey"])
    assert election.seats(50)["grey"] == 2


def test_nobody():
    with pytest.raises(ValueError):
        Election({"a": 0}).seats(3)
    with pytest.raises(ValueError):
        Election({"a": -1})


def test_unknown_method():
    with pytest.raises(ValueError):
        Election(VOTES).seats(3, "lottery")


def test_dhondt_tie_goes_to_larger_party():
    votes = {"small": 100, "large": 200, "other": 50}
    assert Election(votes).seats(2) == {"small": 0, "large": 2, "other": 0}


def test_remainder_tie_goes_to_larger_party():
    votes = {"a": 50, "b": 150}
    assert Election(votes).seats(2, HARE) == {"a": 0, "b": 2}


def test_majority():
    assert Election(VOTES).majority(10) is None
    assert Election({"a": 60, "b": 40}).majority(5) == "a"


def test_distortion():
    assert Election({"a": 60, "b": 40}).distortion(5) == 0
    assert Election({"a": 60, "b": 40}).distortion(1) == 40
