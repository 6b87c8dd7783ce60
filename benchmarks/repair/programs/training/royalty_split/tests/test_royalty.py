import pytest

from royalty import Statement, format_cents, parse_cents, split


def test_parse():
    assert parse_cents("1,234.50") == 123450
    assert parse_cents("-7") == -700
    with pytest.raises(ValueError):
        parse_cents("1,23.50")


def test_format():
    assert format_cents(123450) == "1,234.50"
    assert format_cents(-5) == "-0.05"


def test_even():
    assert split(100, {"ann": 1, "bob": 3}) == {"ann": 25, "bob": 75}


def test_equal_shares():
    assert split(100, {"ann": 1, "bob": 1, "cat": 1}) == {"ann": 34, "bob": 33, "cat": 33}


def test_two_cents_left():
    assert split(101, {"ann": 1, "bob": 1, "cat": 1}) == {"ann": 34, "bob": 34, "cat": 33}


def test_left_over_cent_goes_to_the_largest_fraction():
    assert split(100, {"ann": 60, "bob": 31, "cat": 33}) == {"ann": 48, "bob": 25, "cat": 27}


def test_small_share_gets_the_cent():
    assert split(10, {"ann": 50, "bob": 41, "cat": 9}) == {"ann": 5, "bob": 4, "cat": 1}


def test_no_share():
    assert split(7, {"ann": 0, "bob": 2}) == {"ann": 0, "bob": 7}


def test_not_negative():
    with pytest.raises(ValueError):
        split(-1, {"ann": 1})
    with pytest.raises(ValueError):
        split(10, {"ann": 0})
    with pytest.raises(ValueError):
        split(10, {"ann": 2, "bob": -1})


def test_statement():
    statement = Statement()
    statement.add_song("Rain", {"ann": 50, "bob": 50})
    statement.add_song("Sun", {"bob": 1})
    statement.earn("Rain", 1000)
    statement.earn("Sun", 250)
    assert (statement.owed("ann"), statement.owed("bob"), statement.owed("cat")) == (500, 750, 0)


def test_pay():
    statement = Statement()
    statement.add_song("Rain", {"ann": 3, "bob": 1})
    statement.earn("Rain", 400)
    assert statement.pay(minimum=200) == {"ann": 300}
    assert statement.pay() == {"bob": 100}
    assert (statement.owed("bob"), statement.paid("bob")) == (0, 100)
    assert statement.pay() == {}


def test_song_twice():
    statement = Statement()
    statement.add_song("Rain", {"ann": 1})
    with pytest.raises(ValueError):
        statement.add_song("Rain", {"bob": 1})
