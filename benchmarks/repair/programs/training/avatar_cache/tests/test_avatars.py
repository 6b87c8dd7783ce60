import pytest

from avatars import AvatarCache


def test_put_and_get():
    cache = AvatarCache(10)
    cache.put("ann", b"123")
    assert cache.get("ann") == b"123"


def test_miss():
    assert AvatarCache(10).get("bob") is None


def test_oldest_goes():
    cache = AvatarCache(6)
    for user in ("ann", "bob", "cy"):
        cache.put(user, b"123")
    assert cache.get("ann") is None
    assert cache.get("cy") == b"123"


def test_reading_keeps():
    cache = AvatarCache(6)
    cache.put("ann", b"123")
    cache.put("bob", b"123")
    cache.get("ann")
    cache.put("cy", b"123")
    assert cache.get("ann") == b"123"
    assert cache.get("bob") is None


def test_put_again():
    cache = AvatarCache(6)
    cache.put("ann", b"123")
    cache.put("ann", b"12345")
    assert cache.size == 5


def test_too_large():
    with pytest.raises(ValueError):
        AvatarCache(2).put("ann", b"123")


def test_forget():
    cache = AvatarCache(6)
    cache.put("ann", b"123")
    cache.forget("ann")
    cache.forget("bob")
    assert cache.get("ann") is None


def test_rate():
    cache = AvatarCache(6)
    cache.put("ann", b"123")
    cache.get("ann")
    cache.get("bob")
    assert cache.rate() == 0.5
