from memo import memo


def test_several_keywords():
    @memo()
    def line(a=0, b=0, c=0):
        return (a, b, c)

    assert [line(a=1, b=2), line(a=2, b=1), line(b=1, c=2), line(c=1, b=2)] == [(1, 2, 0), (2, 1, 0), (0, 1, 2), (0, 2, 1)]
    assert line(b=2, a=1) == (1, 2, 0)
    assert line.stats.hits == 1


def test_the_order_of_keywords_does_not_matter():
    @memo()
    def pair(x, y):
        return object()

    assert pair(x=1, y=2) is pair(y=2, x=1)
