from race import Runner, places


def ranks(*seconds):
    return [place for place, _ in places([Runner(f"r{n}", 30, s) for n, s in enumerate(seconds)])]


def test_three_first():
    assert ranks(5, 5, 5, 6) == [1, 1, 1, 4]


def test_two_ties():
    assert ranks(1, 2, 2, 3, 3, 4) == [1, 2, 2, 4, 4, 6]


def test_last_two():
    assert ranks(9, 8, 8) == [1, 1, 3]
