from interval_set import IntervalSet


def numbers(text):
    return IntervalSet.parse(text)


def left(text, start, end):
    some = numbers(text)
    some.remove(start, end)
    return str(some)


def test_one_number_from_the_middle():
    assert left("1-9", 5, 5) == "1-4, 6-9"
    assert left("1-3", 2, 2) == "1, 3"


def test_exact_borders():
    assert left("1-9", 1, 4) == "5-9"
    assert left("1-9", 5, 9) == "1-4"
    assert left("1-9", 1, 9) == ""


def test_others_stay():
    assert left("1-3, 10-20, 30", 12, 15) == "1-3, 10-11, 16-20, 30"


def test_intersection():
    assert str(numbers("1-10, 20-30").intersection(numbers("5-25"))) == "5-10, 20-25"
    assert str(numbers("1-30").intersection(numbers("3, 5-6"))) == "3, 5-6"


def test_like_sets_of_numbers():
    whole = set(range(1, 30)) - set(range(12, 15))
    for start in range(0, 31):
        for end in range(start, 31):
            some = numbers("1-11, 15-29")
            some.remove(start, end)
            assert {n for n in range(32) if n in some} == whole - set(range(start, end + 1))


def test_difference_leaves_the_set_alone():
    some = numbers("1-9")
    some.difference(numbers("5"))
    assert str(some) == "1-9"
