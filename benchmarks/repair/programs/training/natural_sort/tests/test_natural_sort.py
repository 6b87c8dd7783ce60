from natural_sort import latest, natural_sorted


def test_plain_words():
    assert natural_sorted(["pear", "apple", "fig"]) == ["apple", "fig", "pear"]


def test_case():
    assert natural_sorted(["b", "A", "C"]) == ["A", "b", "C"]


def test_same_width():
    assert natural_sorted(["img12", "img10", "img11"]) == ["img10", "img11", "img12"]


def test_widths():
    assert natural_sorted(["img10", "img9", "img1"]) == ["img1", "img9", "img10"]


def test_two_numbers():
    assert natural_sorted(["v1.10", "v1.9", "v1.2"]) == ["v1.2", "v1.9", "v1.10"]


def test_reverse():
    assert natural_sorted(["a1", "a3", "a2"], reverse=True) == ["a3", "a2", "a1"]


def test_latest():
    assert latest(["run7", "run12", "run3"]) == "run12"


def test_latest_of_none():
    assert latest([]) is None


def test_leading_number():
    assert natural_sorted(["2 b", "1 c", "a"]) == ["1 c", "2 b", "a"]
