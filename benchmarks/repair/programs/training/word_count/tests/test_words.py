from words import counts, share, top


def test_counts():
    assert counts("Red red blue") == {"red": 2, "blue": 1}


def test_punctuation():
    assert counts("Red, red! ... blue?") == {"red": 2, "blue": 1}


def test_stop_words():
    assert counts("The end of the road") == {"end": 1, "road": 1}


def test_own_stop_words():
    assert counts("my my road", stop_words={"my"}) == {"road": 1}


def test_top():
    assert top("y y x x c d", 2) == ["x", "y"]


def test_share():
    assert share("red blue", "red") == 0.5


def test_share_of_nothing():
    assert share("", "red") == 0.0
