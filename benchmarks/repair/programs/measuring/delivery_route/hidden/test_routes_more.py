from routes import Stop, nearest_first

DEPOT = Stop("depot", 0, 0)


def test_zigzag():
    stops = [Stop("n1", 0, 10), Stop("s1", 0, -11), Stop("n2", 0, 15), Stop("s2", 0, -12), Stop("n3", 0, 19)]
    assert [s.name for s in nearest_first(DEPOT, stops)] == ["n1", "n2", "n3", "s1", "s2"]


def test_goes_on_from_the_last_urgent_stop():
    stops = [Stop("home", 1, 0), Stop("next door", 9, 1), Stop("rush", 9, 0, urgent=True)]
    assert [s.name for s in nearest_first(DEPOT, stops)] == ["rush", "next door", "home"]


def test_two_urgent():
    stops = [Stop("a", 5, 0, urgent=True), Stop("b", -6, 0, urgent=True), Stop("c", 8, 0, urgent=True)]
    assert [s.name for s in nearest_first(DEPOT, stops)] == ["a", "c", "b"]
