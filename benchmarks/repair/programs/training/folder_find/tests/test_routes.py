from routes import find, lookup, size

TREE = {"a": {"b.txt": "hello", "c": {"d.txt": "x"}}, "e.txt": "yes"}


def test_find_at_top():
    assert find({"e.txt": "yes"}, "e.txt") == "e.txt"


def test_find_deep():
    assert find(TREE, "d.txt") == "a/c/d.txt"


def test_find_behind_folder():
    assert find(TREE, "e.txt") == "e.txt"


def test_find_nothing():
    assert find(TREE, "zzz") is None


def test_size():
    assert size(TREE) == 9


def test_lookup():
    assert lookup(TREE, "a/c/d.txt") == "x"


def test_lookup_through_file():
    assert lookup(TREE, "e.txt/x") is None
