import pytest
from semver_order import Version, latest, satisfies

V = Version.parse


def test_parse_and_show():
    v = V("v1.2.3-rc.1+b5")
    assert (v.major, v.pre, v.build) == (1, ("rc", "1"), "b5")
    assert str(v) == "1.2.3-rc.1+b5"


def test_bad():
    for bad in ("1.2", "1.2.3-", "a.b.c", "1.2.3-a..b"):
        with pytest.raises(ValueError):
            V(bad)


def test_numeric_order():
    assert V("1.10.0") > V("1.9.9")


def test_prerelease_before_release():
    assert V("1.0.0-rc") < V("1.0.0")


def test_prerelease_numbers():
    assert V("1.0.0-rc.2") < V("1.0.0-rc.10")


def test_prerelease_words():
    assert V("1.0.0-alpha") < V("1.0.0-alpha.1") < V("1.0.0-beta")


def test_build_ignored():
    assert V("1.0.0+a") == V("1.0.0+b")


def test_bump():
    assert str(V("1.2.3").bump("minor")) == "1.3.0"
    assert str(V("1.2.3-rc").bump("patch")) == "1.2.3"


def test_satisfies():
    assert satisfies(V("1.9.0"), "^1.2.3")
    assert not satisfies(V("2.0.0"), "^1.2.3")
    assert not satisfies(V("0.3.0"), "^0.2.1")
    assert satisfies(V("1.2.9"), "~1.2.3")


def test_latest():
    texts = ["1.0.0", "1.10.0", "1.9.0", "2.0.0-rc.9", "2.0.0-rc.10"]
    assert latest(texts) == "1.10.0"
    assert latest(texts, prereleases=True) == "2.0.0-rc.10"
    assert latest(texts, "~1.8.0") is None
