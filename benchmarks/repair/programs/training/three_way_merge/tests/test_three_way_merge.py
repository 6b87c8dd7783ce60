from three_way_merge import merge, merge_all

BASE = {"host": "a", "port": 1}


def test_nothing_changed():
    assert merge(BASE, BASE, BASE) == (BASE, [])


def test_mine_changed():
    assert merge(BASE, {"host": "a", "port": 2}, BASE) == ({"host": "a", "port": 2}, [])


def test_theirs_changed():
    assert merge(BASE, BASE, {"host": "b", "port": 1}) == ({"host": "b", "port": 1}, [])


def test_different_keys():
    merged = merge(BASE, {"host": "a", "port": 2}, {"host": "b", "port": 1})
    assert merged == ({"host": "b", "port": 2}, [])


def test_removed_by_them():
    assert merge(BASE, BASE, {"host": "a"}) == ({"host": "a"}, [])


def test_conflict():
    assert merge({"port": 1}, {"port": 2}, {"port": 3}) == ({"port": 2}, ["port"])


def test_same_change():
    assert merge({"port": 1}, {"port": 2}, {"port": 2}) == ({"port": 2}, [])


def test_removed_by_both():
    assert merge(BASE, {"host": "a"}, {"host": "a"}) == ({"host": "a"}, [])


def test_several_copies():
    copies = [{"host": "a", "port": 2}, {"host": "b", "port": 1}]
    assert merge_all(BASE, copies) == ({"host": "b", "port": 2}, [])
