from courier import City


def test_long_chain():
    city = City()
    for n in range(5):
        city.add_leg(n, n + 1, n + 1)
    city.add_leg(0, 5, 14)
    assert city.minutes_from(0) == {0: 0, 1: 1, 2: 3, 3: 6, 4: 10, 5: 14}


def test_back_and_forth():
    city = City()
    city.add_street("a", "b", 5)
    city.add_street("b", "c", 5)
    assert city.minutes_from("c") == {"c": 0, "b": 5, "a": 10}
