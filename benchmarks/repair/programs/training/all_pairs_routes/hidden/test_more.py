from all_pairs_routes import route, shortest


def test_line():
    _, step = shortest([1, 2, 3, 4], [(1, 2, 1), (2, 3, 1), (3, 4, 1)])
    assert route(step, 1, 4) == [1, 2, 3, 4]
    assert route(step, 4, 2) == [4, 3, 2]


def test_doubled_road():
    distance, step = shortest("xy", [("x", "y", 5), ("x", "y", 2)])
    assert distance["y"]["x"] == 2
    assert route(step, "y", "x") == ["y", "x"]


def test_route_has_the_stated_length():
    roads = [("a", "b", 7), ("a", "c", 1), ("c", "d", 1), ("d", "b", 1), ("b", "e", 3), ("c", "e", 9)]
    lengths = {(x, y): n for x, y, n in roads} | {(y, x): n for x, y, n in roads}
    distance, step = shortest("abcde", roads)
    for start in "abcde":
        for end in "abcde":
            way = route(step, start, end)
            assert sum(lengths[pair] for pair in zip(way, way[1:])) == distance[start][end]


def test_no_roads():
    _, step = shortest("ab", [])
    assert route(step, "a", "b") is None
