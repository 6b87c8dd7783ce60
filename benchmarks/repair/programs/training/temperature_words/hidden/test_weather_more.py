from weather import feel


def test_all():
    assert [feel(d) for d in range(12, 24)] == ["mild"] * 10 + ["warm"] * 2
