import pytest

from resolver import Index, Resolver, Unresolvable
from versions import Requirement, parse_version


@pytest.fixture
def resolver():
    index = Index()
    index.publish("core", "1.0")
    index.publish("core", "1.9")
    index.publish("core", "1.10")
    index.publish("core", "2.0")
    index.publish("web", "1.0", ["core ^1.0"])
    index.publish("web", "2.0", ["core >=2"])
    index.publish("shop", "1.0", ["web >=1", "core <2"])
    index.publish("shop", "1.1", ["web >=2", "core <2"])
    return Resolver(index)


def test_parse_version():
    assert parse_version("1.2") == (1, 2, 0)
    with pytest.raises(ValueError):
        parse_version("1.2.3.4")


def test_allows():
    r = Requirement.parse("core >=1.2, <2, !=1.5")
    assert [r.allows(parse_version(v)) for v in ("1.1", "1.2", "1.5", "2")] == [
        False, True, False, False]
    with pytest.raises(ValueError):
        Requirement.parse("core ~1")


def test_newest(resolver):
    assert resolver.resolve("core") == {"core": "2.0.0"}
    assert resolver.resolve("core <2") == {"core": "1.10.0"}


def test_dependencies(resolver):
    assert resolver.resolve("web ^1") == {"core": "1.10.0", "web": "1.0.0"}


def test_two_wishes(resolver):
    assert resolver.resolve("web <2", "core >=1.5") == {"core": "1.10.0", "web": "1.0.0"}


def test_older_web_for_shop(resolver):
    assert resolver.resolve("shop") == {
        "core": "1.10.0", "shop": "1.0.0", "web": "1.0.0"}


def test_core_first(resolver):
    assert resolver.resolve("core ==1.9", "web") == {"core": "1.9.0", "web": "1.0.0"}


def test_unresolvable(resolver):
    with pytest.raises(Unresolvable):
        resolver.resolve("core >3")
    with pytest.raises(Unresolvable):
        resolver.resolve("web >=2", "core <2")


def test_upgrades(resolver):
    assert resolver.upgrades({"core": "1.10"}, "web ^1") == {"web": (None, "1.0.0")}


def test_order(resolver):
    assert resolver.order("web") == ["core", "web"]
