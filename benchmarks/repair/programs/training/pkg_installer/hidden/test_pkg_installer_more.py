import pytest

from pkg_installer import Catalog, Package, PackageError, System


def make():
    return System(
        Catalog(
            [
                Package("app", ("lib", "log")),
                Package("lib", ("core",)),
                Package("core"),
                Package("log", ("core",)),
                Package("tool", ("log",)),
                Package("rival", (), ("app",)),
            ]
        )
    )


def test_asked_for_later():
    s = make()
    s.install("app")
    assert s.install("lib") == []
    assert s.describe() == ["core (auto)", "lib", "log (auto)", "app"]


def test_asked_for_later_keeps_requirements():
    s = make()
    s.install("app")
    s.install("log")
    s.remove("app")
    assert s.orphans() == ["lib"]
    assert s.autoremove() == ["lib"]
    assert s.installed == ["core", "log"]


def test_asked_before():
    s = make()
    s.install("lib")
    s.install("app")
    s.remove("app")
    assert s.autoremove() == ["log"]
    assert s.describe() == ["core (auto)", "lib"]


def test_install_twice():
    s = make()
    s.install("app")
    assert s.install("app") == []
    assert s.installed == ["core", "lib", "log", "app"]
    assert s.manual == {"app"}


def test_remove_forgets_request():
    s = make()
    s.install("core")
    s.remove("core")
    s.install("tool")
    s.remove("tool")
    assert s.autoremove() == ["log", "core"]


def test_requested_then_removed_then_auto():
    s = make()
    s.install("app")
    s.install("lib")
    s.remove("app")
    s.remove("lib")
    s.install("app")
    assert s.describe() == ["core (auto)", "log (auto)", "lib (auto)", "app"]


def test_no_orphans_at_first():
    s = make()
    s.install("app")
    assert s.orphans() == []
    assert s.autoremove() == []


def test_conflict_declared_by_installed():
    s = make()
    s.install("rival")
    with pytest.raises(PackageError):
        s.install("app")
    assert s.describe() == ["rival"]


def test_unknown_is_not_marked():
    s = make()
    with pytest.raises(PackageError):
        s.install("ghost")
    assert s.manual == set()


def test_remove_not_installed():
    with pytest.raises(PackageError):
        make().remove("app")
