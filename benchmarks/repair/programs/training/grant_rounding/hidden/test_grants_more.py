from grants import shares


def test_seats():
    assert shares(10, {"p": 47, "q": 16, "r": 15, "s": 12, "t": 6, "u": 4}) == {
        "p": 5, "q": 2, "r": 1, "s": 1, "t": 1, "u": 0,
    }


def test_sum():
    assert sum(shares(1001, {"a": 3, "b": 5, "c": 9}).values()) == 1001
