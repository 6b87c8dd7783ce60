from gradebook import Category, Gradebook


def test_two_dropped():
    assert Category("quiz", 1, drop=2).average([100, 20, 60, 10, 80]) == 80


def test_scores_keep_their_order():
    scores = [9, 1, 5]
    Category("quiz", 1, drop=1).average(scores)
    assert scores == [9, 1, 5]


def test_everything_dropped_keeps_all():
    assert Category("quiz", 1, drop=2).average([50, 40]) == 45


def test_last_is_lowest():
    book = Gradebook([Category("lab", 1, drop=1)])
    for score in (60, 50, 10):
        book.record("cy", "lab", score)
    assert book.total("cy") == 55
