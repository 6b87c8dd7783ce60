import pytest

from passwords import problems

REPEATS = "repeats a character three times"


@pytest.mark.parametrize("password", ["Zoo-Keeper-88", "Aa-Bb-Cc-11-22", "Mississippi-7"])
def test_two_in_a_row(password):
    assert REPEATS not in problems(password)


@pytest.mark.parametrize("password", ["Zooo-Keeper-8", "x---------", "Aa111bcd-e", "Hmmmm-Kiwi-4"])
def test_three_and_more(password):
    assert REPEATS in problems(password)
