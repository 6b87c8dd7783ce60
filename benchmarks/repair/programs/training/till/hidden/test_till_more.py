from till import Till


def test_more():
    t = Till(10)
    t.refund(1)
    t.refund(2)
    assert t.movements == 2
