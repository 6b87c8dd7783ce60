from scoped_settings import Settings


def make(defaults=None):
    s = Settings(["low", "mid", "top"], defaults)
    calls = []
    s.watch(lambda *args: calls.append(args))
    return s, calls


def test_lowest_hidden_by_top():
    s, calls = make({"k": 1})
    s.set("top", "k", 3)
    s.set("low", "k", 2)
    s.set("mid", "k", 4)
    assert calls == [("k", 1, 3)]
    assert s.get("k") == 3


def test_same_value_above():
    s, calls = make({"k": 1})
    s.set("top", "k", 1)
    assert calls == []


def test_hidden_by_false_value():
    s, calls = make({"k": True})
    s.set("top", "k", False)
    s.set("mid", "k", True)
    assert calls == [("k", True, False)]


def test_hidden_by_none():
    s, calls = make({"k": 1})
    s.set("top", "k", None)
    s.set("mid", "k", 5)
    assert calls == [("k", 1, None)]
    s.unset("top", "k")
    assert calls[1:] == [("k", None, 5)]


def test_visible_change_in_the_middle():
    s, calls = make({"k": 1})
    s.set("mid", "k", 2)
    s.set("mid", "k", 3)
    assert calls == [("k", 1, 2), ("k", 2, 3)]


def test_unset_hidden():
    s, calls = make({"k": 1})
    s.set("top", "k", 3)
    s.unset("low", "k")
    assert calls == [("k", 1, 3)]
    s.unset("top", "k")
    assert calls[1:] == [("k", 3, None)]


def test_new_key():
    s, calls = make()
    s.set("mid", "a", 1)
    assert calls == [("a", None, 1)]
    assert s.origin("a") == "mid"


def test_load_hidden_layer():
    s, calls = make()
    s.load("top", {"a": 1, "b": 2})
    del calls[:]
    s.load("low", {"a": 7, "b": 8, "c": 9})
    assert calls == [("c", None, 9)]
    assert s.overridden("low") == ["a", "b"]


def test_value_is_stored_though_hidden():
    s, calls = make()
    s.set("top", "a", 1)
    s.set("low", "a", 2)
    s.unset("top", "a")
    assert s.get("a") == 2
    assert calls == [("a", None, 1), ("a", 1, 2)]


def test_all_watchers():
    s, calls = make()
    other = []
    s.watch(lambda *args: other.append(args), "a")
    s.set("top", "ab", 1)
    s.set("low", "ab", 2)
    assert other == calls == [("ab", None, 1)]
