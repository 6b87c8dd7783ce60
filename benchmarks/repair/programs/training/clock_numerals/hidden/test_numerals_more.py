from numerals import number, numeral


def test_all():
    assert all(number(numeral(n)) == n for n in range(1, 4000, 7))


def test_long():
    assert number("MMMDCCCLXXXVIII") == 3888
