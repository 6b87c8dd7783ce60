import pytest

from pkg_installer import Catalog, Package, PackageError, System


@pytest.fixture
def system():
    return System(
        Catalog(
            [
                Package("web", ("http", "json")),
                Package("http", ("tls",)),
                Package("tls"),
                Package("json"),
                Package("client", ("http",)),
                Package("oldtls", (), ("tls",)),
                Package("egg", ("hen",)),
                Package("hen", ("egg",)),
            ]
        )
    )


def test_order(system):
    assert system.install("web") == ["tls", "http", "json", "web"]
    assert system.describe() == ["tls (auto)", "http (auto)", "json (auto)", "web"]


def test_only_missing_ones(system):
    system.install("client")
    assert system.install("web") == ["json", "web"]


def test_cycle(system):
    with pytest.raises(PackageError):
        system.install("egg")


def test_unknown(system):
    with pytest.raises(PackageError):
        system.install("nothing")


def test_conflict(system):
    system.install("tls")
    with pytest.raises(PackageError):
        system.install("oldtls")
    assert system.installed == ["tls"]


def test_remove_needed(system):
    system.install("client")
    with pytest.raises(PackageError):
        system.remove("http")


def test_autoremove(system):
    system.install("client")
    system.install("web")
    system.remove("web")
    assert system.autoremove() == ["json"]
    system.remove("client")
    assert system.autoremove() == ["http", "tls"]


def test_autoremove_keeps_what_was_asked_for(system):
    system.install("web")
    assert system.install("json") == []
    system.remove("web")
    assert system.autoremove() == ["http", "tls"]
    assert system.describe() == ["json"]
