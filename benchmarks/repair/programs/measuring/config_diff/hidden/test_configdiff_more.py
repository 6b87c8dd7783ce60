from configdiff import Change, compare, report


def test_removed_below():
    assert compare({"a": {"b": {"c": 1, "d": None}}}, {"a": {"b": {"c": 1}}}) == [Change("removed", "a.b.d", None, None)]


def test_everything_removed():
    assert [c.path for c in compare({"b": 1, "a": {"x": 1}}, {})] == ["a", "b"]


def test_removed_in_a_list():
    assert compare([{"a": 1, "b": 2}], [{"b": 2}]) == [Change("removed", "[0].a", 1, None)]


def test_removed_secret():
    assert report(compare({"token": "t"}, {})) == ["- token: ***"]


def test_there_and_back():
    old, new = {"a": 1, "b": 2}, {"b": 3, "c": 4}
    swap = {"added": "removed", "removed": "added", "changed": "changed"}
    assert [(swap[c.kind], c.path) for c in compare(old, new)] == [(c.kind, c.path) for c in compare(new, old)]
