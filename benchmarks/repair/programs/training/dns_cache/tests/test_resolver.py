import pytest

from dnscache import Cache, NotFound, Resolver

ZONE = {
    ("example.org", "A"): (["1.2.3.4", "1.2.3.5"], 300),
    ("www.example.org", "CNAME"): (["example.org"], 60),
    ("x.org", "CNAME"): (["y.org"], 60),
    ("y.org", "CNAME"): (["x.org"], 60),
}


class Server:
    def __init__(self):
        self.now = 0
        self.asked = []

    def __call__(self, name, kind):
        self.asked.append((name, kind))
        return ZONE.get((name, kind))


@pytest.fixture
def server():
    return Server()


@pytest.fixture
def resolver(server):
    return Resolver(Cache(lambda: server.now), server)


def test_address(resolver):
    assert resolver.addresses("example.org") == ["1.2.3.4", "1.2.3.5"]


def test_alias(resolver):
    assert resolver.addresses("www.example.org") == ["1.2.3.4", "1.2.3.5"]


def test_not_asked_again(server, resolver):
    resolver.addresses("example.org")
    server.now += 200_000
    resolver.addresses("example.org")
    assert len(server.asked) == 1


def test_unknown(server, resolver):
    for _ in range(2):
        with pytest.raises(NotFound):
            resolver.addresses("nowhere.org")
    assert len(server.asked) == 2


def test_circle(resolver):
    with pytest.raises(NotFound):
        resolver.addresses("x.org")
