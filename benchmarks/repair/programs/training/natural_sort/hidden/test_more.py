from natural_sort import latest, natural_key, natural_sorted


def test_leading_numbers():
    assert natural_sorted(["100 m", "60 m", "9 m"]) == ["9 m", "60 m", "100 m"]


def test_leading_zeros():
    assert natural_sorted(["p010", "p9", "p0011"]) == ["p9", "p010", "p0011"]


def test_long_numbers():
    assert latest(["log99999", "log100000"]) == "log100000"


def test_chapters():
    assert natural_sorted(["2-11", "2-2", "10-1"]) == ["2-2", "2-11", "10-1"]


def test_equal_values():
    assert natural_key("x07") == natural_key("X7")


def test_words():
    assert natural_sorted(["beta", "alpha"]) == ["alpha", "beta"]
