import pytest

from zonelookup import AliasLoop, UnknownName, Zone, load

TEXT = """
# the office
web.example.org   A      10.0.0.7 10.0.0.5
www.example.org   CNAME  web.example.org
blog.example.org. cname  WWW.example.org   # moved
*.lab.example.org A      10.9.0.1
"""


@pytest.fixture
def zone():
    return load(TEXT)


def test_address(zone):
    assert zone.resolve("Web.Example.org.") == ["10.0.0.5", "10.0.0.7"]


def test_aliases(zone):
    assert zone.resolve("blog.example.org") == ["10.0.0.5", "10.0.0.7"]
    assert zone.aliases_of("web.example.org") == ["blog.example.org", "www.example.org"]


def test_cached(zone):
    for _ in range(3):
        zone.resolve("www.example.org")
    assert zone.lookups == 1


def test_unknown(zone):
    with pytest.raises(UnknownName):
        zone.resolve("example.org")


def test_loop(zone):
    zone.add_alias("a", "b")
    zone.add_alias("b", "a")
    with pytest.raises(AliasLoop):
        zone.resolve("a")


def test_wildcard(zone):
    assert zone.resolve("x.y.lab.example.org") == ["10.9.0.1"]


def test_changed_address(zone):
    zone.resolve("web.example.org")
    zone.add_address("web.example.org", "10.0.0.1")
    assert zone.resolve("web.example.org") == ["10.0.0.1", "10.0.0.5", "10.0.0.7"]


def test_changed_address_behind_alias(zone):
    zone.resolve("www.example.org")
    zone.add_address("web.example.org", "10.0.0.1")
    assert zone.resolve("www.example.org") == ["10.0.0.1", "10.0.0.5", "10.0.0.7"]


def test_changed_target_of_alias(zone):
    zone.resolve("blog.example.org")
    zone.add_alias("www.example.org", "new.lab.example.org")
    assert zone.resolve("www.example.org") == ["10.9.0.1"]
    assert zone.resolve("blog.example.org") == ["10.9.0.1"]


def test_removed(zone):
    zone.resolve("www.example.org")
    zone.remove("web.example.org")
    with pytest.raises(UnknownName):
        zone.resolve("web.example.org")
    with pytest.raises(UnknownName):
        zone.resolve("www.example.org")


def test_conflict(zone):
    with pytest.raises(ValueError):
        zone.add_address("www.example.org", "10.0.0.1")
    with pytest.raises(ValueError):
        zone.add_alias("web.example.org", "x")


def test_reverse(zone):
    assert zone.reverse("10.9.0.1") == ["*.lab.example.org"]
