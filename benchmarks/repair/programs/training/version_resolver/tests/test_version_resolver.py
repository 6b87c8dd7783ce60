import pytest

from version_resolver import Range, Registry, ResolutionError, Version, resolve


@pytest.fixture
def registry():
    r = Registry()
    r.publish("lib", "1.0.0")
    r.publish("lib", "1.5.0")
    r.publish("lib", "2.0.0")
    r.publish("app", "1.0.0", {"lib": "^1.0"})
    r.publish("app", "2.0.0", {"lib": "^2.0"})
    return r


def test_parse():
    assert Version.parse("v1.2") == Version(1, 2, 0)
    with pytest.raises(ValueError):
        Version.parse("one")


@pytest.mark.parametrize("text, yes, no", [
    ("^1.2", "1.9.9", "2.0.0"),
    ("^0.2.1", "0.2.9", "0.3.0"),
    ("~1.2.3", "1.2.9", "1.3.0"),
    (">=1.0 <2.0", "1.0.0", "2.0.0"),
    ("1.4.0 || 2.1.0", "2.1.0", "1.4.1"),
])
def test_range(text, yes, no):
    assert Version.parse(yes) in Range(text)
    assert Version.parse(no) not in Range(text)


def test_newest(registry):
    assert resolve(registry, {"app": "*"}) == {"app": "2.0.0", "lib": "2.0.0"}


def test_pinned_app(registry):
    assert resolve(registry, {"app": "^1.0"}) == {"app": "1.0.0", "lib": "1.5.0"}


def test_older_app_when_library_is_limited(registry):
    assert resolve(registry, {"app": "*", "lib": "<2.0"}) == {"app": "1.0.0", "lib": "1.5.0"}


def test_impossible(registry):
    with pytest.raises(ResolutionError):
        resolve(registry, {"app": "^2.0", "lib": "^1.0"})


def test_unknown_package(registry):
    with pytest.raises(ResolutionError):
        resolve(registry, {"nothing": "*"})


def test_steps_back_twice(registry):
    registry.publish("app", "3.0.0", {"lib": "^3.0"})
    registry.publish("tool", "1.0.0", {"app": "<2.0"})
    assert resolve(registry, {"app": "*", "tool": "*", "lib": "*"}) == {
        "app": "1.0.0", "lib": "1.5.0", "tool": "1.0.0"}
