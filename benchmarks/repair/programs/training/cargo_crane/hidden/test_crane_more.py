from crane import Crane


def test_nothing():
    c = Crane([[1], []])
    assert c.follow("drop lift drop drop") == [[1], []]
