from speeds import Part, average


def test_long_and_short():
    assert average([Part(10, 30), Part(10, 60)]) == 13.3


def test_with_a_pause():
    assert average([Part(20, 60), Part(0, 60)]) == 10.0


def test_three():
    assert average([Part(5, 30), Part(40, 120), Part(1, 10)]) == 17.2
