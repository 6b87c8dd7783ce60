from shelf import between, find, first_at_least, insert


def test_end():
    assert first_at_least([1, 2], 5) == 2
    assert between([1, 2, 3], 2, 9) == [2, 3]


def test_insert_many():
    values = []
    for n in (5, 1, 9, 3, 7):
        values = insert(values, n)
    assert values == [1, 3, 5, 7, 9] and find(values, 10) == -1
