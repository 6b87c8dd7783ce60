from invoice import MEMBER, total


def test_more():
    assert total([100, 300], MEMBER) == 320
