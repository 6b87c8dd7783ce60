from swim_heats import Entry, seed, slowest_first, start_list


def names(*pairs):
    return [entry.name for entry in slowest_first([Entry(name, "x", seconds) for name, seconds in pairs])]


def test_two_groups_of_equal_times():
    assert names(("d", 50.0), ("b", 60.0), ("a", 60.0), ("c", 50.0)) == ["a", "b", "c", "d"]


def test_time_comes_before_the_name():
    assert names(("a", 50.0), ("b", 51.0), ("c", 49.0)) == ["b", "a", "c"]


def test_without_time_by_name():
    assert names(("z", None), ("y", 30.0), ("x", None), ("w", 30.0)) == ["x", "z", "w", "y"]


def test_lanes_of_equal_swimmers():
    (heat,) = seed([Entry(name, "x", 30.0) for name in "abc"], lanes=3)
    assert {lane: entry.name for lane, entry in heat.lanes.items()} == {2: "c", 3: "b", 1: "a"}


def test_heats_of_equal_swimmers():
    text = "\n".join(f"{name}; x; 30.0" for name in "fedcba")
    assert start_list(text, lanes=3) == ["heat 1: 1 a, 2 c, 3 b", "heat 2: 1 d, 2 f, 3 e"]


def test_order_of_entries_does_not_matter():
    pairs = [("a", 30.0), ("b", 31.0), ("c", 30.0), ("d", 31.0)]
    assert names(*pairs) == names(*reversed(pairs)) == ["b", "d", "a", "c"]
