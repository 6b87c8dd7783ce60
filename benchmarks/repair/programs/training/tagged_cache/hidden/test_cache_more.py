from tagged_cache import TaggedCache


def test_untagged_update_keeps_tags():
    cache = TaggedCache(3)
    cache.set("a", 1, tags=["x"])
    cache.set("a", 2)
    assert cache.invalidate("x") == 1


def test_evictions_in_a_row():
    cache = TaggedCache(2)
    for n in range(6):
        cache.set(n, n, tags=[f"t{n}", "all"])
    assert cache.tags() == ["all", "t4", "t5"]
    assert cache.invalidate("all") == 2
    assert cache.tags() == []


def test_recent_tagged_key_stays():
    cache = TaggedCache(2)
    cache.set("a", 1, tags=["x"])
    cache.set("b", 2, tags=["y"])
    cache.get("a")
    cache.set("c", 3)
    assert cache.tags() == ["x"]
    assert cache.invalidate("x") == 1
