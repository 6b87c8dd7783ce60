from small_cache import SmallCache


def filled(*keys):
    cache = SmallCache(len(keys))
    for key in keys:
        cache.put(key, key.upper())
    return cache


def test_room_for_one():
    cache = filled("a")
    assert cache.put("a", 1) is None
    assert cache.put("b", 2) == "a"


def test_last_key_again():
    cache = filled("a", "b", "c")
    assert cache.put("c", 1) is None
    assert len(cache) == 3
    assert cache.get("a") == "A"


def test_often():
    cache = filled("a", "b", "c")
    for value in range(5):
        cache.put("b", value)
    assert list(cache.entries) == ["a", "c", "b"]


def test_none_as_value():
    cache = filled("a", "b")
    cache.put("a", None)
    assert cache.put("c", 1) == "b"
    assert cache.get("a", "x") is None


def test_new_keys_push_out():
    cache = filled("a", "b")
    assert [cache.put(key, 0) for key in "cd"] == ["a", "b"]
