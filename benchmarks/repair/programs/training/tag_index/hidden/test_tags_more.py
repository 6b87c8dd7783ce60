from tags import Notes


def test_more():
    n = Notes()
    n.add("x", "A  b")
    assert n.tagged(" a b ") == ["x"]
