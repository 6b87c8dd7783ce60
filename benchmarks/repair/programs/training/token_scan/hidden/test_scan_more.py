from scan import depth


def test_more():
    assert depth("((a)(b))(c)") == 2
