from merge import merged


def test_more():
    assert merged([(i, i) for i in range(5)]) == [(0, 4)]
