from dnscache import Cache, Resolver


def test_seconds():
    now = [0]
    cache = Cache(lambda: now[0])
    cache.put("a", "A", ["1"], 3600)
    now[0] = 1_800_400
    assert cache.ttl("a", "A") == 1799


def test_alias_expires_first():
    now, asked = [0], []
    zone = {("w", "CNAME"): (["e"], 10), ("e", "A"): (["1"], 100)}

    def ask(name, kind):
        asked.append((name, kind))
        return zone.get((name, kind))

    resolver = Resolver(Cache(lambda: now[0]), ask)
    resolver.addresses("w")
    now[0] = 20_000
    assert resolver.addresses("w") == ["1"]
    assert asked == [("w", "A"), ("w", "CNAME"), ("e", "A"), ("w", "CNAME")]
