from column_profile import describe, most_incomplete, profile


def test_one_text():
    found = profile("x", ["a"])
    assert (found.count, found.different, found.common) == (1, 1, (("a", 1),))


def test_last_cell_is_text():
    assert profile("x", ["1", "2", "two"]).line() == "x: 3 texts, 3 different: 1 (1), 2 (1), two (1)"


def test_first_cell_is_text():
    assert profile("x", ["one", "2", "2"]).line() == "x: 3 texts, 2 different: 2 (2), one (1)"


def test_cells_are_stripped():
    assert profile("x", [" a", "a ", "b"]).different == 2


def test_numbers_are_kept_apart():
    assert describe("n,t\n1,x\n-,y\n3,-") == [
        "n: 2 numbers, 1 to 3, mean 2.00, deviation 1.41",
        "t: 2 texts, 2 different: x (1), y (1)",
    ]


def test_missing_texts():
    found = profile("x", ["a", "-", "", "b"])
    assert (found.missing, found.count) == (2, 2)
    assert most_incomplete("a,b\nx,\ny,z") == "b"
