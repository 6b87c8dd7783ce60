from avatars import AvatarCache


def test_order():
    cache = AvatarCache(9)
    for user in "abc":
        cache.put(user, b"xxx")
    cache.get("a")
    cache.get("b")
    assert cache.order == ["c", "a", "b"]


def test_a_miss_changes_nothing():
    cache = AvatarCache(9)
    cache.put("a", b"x")
    cache.get("z")
    assert cache.order == ["a"]
