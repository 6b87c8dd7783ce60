import pytest

from versions import Range, Version, newest


def test_parse():
    assert repr(Version("v1.2")) == "1.2.0"
    assert repr(Version("1.2.3-rc.1+build7")) == "1.2.3-rc.1"


def test_error():
    with pytest.raises(ValueError):
        Version("1.x")


def test_numbers_are_compared():
    assert Version("1.9.0") < Version("1.10.0")


def test_prerelease_is_older():
    assert Version("1.0.0-rc.1") < Version("1.0.0")
    assert Version("0.9.9") < Version("1.0.0-alpha")


def test_prerelease_words():
    assert Version("1.0.0-alpha") < Version("1.0.0-alpha.1") < Version("1.0.0-beta")


def test_numbered_prereleases():
    assert Version("1.0.0-rc.9") < Version("1.0.0-rc.10")
    assert Version("1.0.0-rc.10") < Version("1.0.0-rc.x")


@pytest.mark.parametrize(
    "wanted, inside, outside",
    [
        ("^1.4", "1.9.2", "2.0.0"),
        ("^0.3.1", "0.3.9", "0.4.0"),
        ("~2.1", "2.1.8", "2.2.0"),
        (">=1.2 <2 != 1.5.0", "1.4.9", "1.5.0"),
        ("1.0.0 || >3", "3.0.1", "2.0.0"),
    ],
)
def test_ranges(wanted, inside, outside):
    assert Version(inside) in Range(wanted)
    assert Version(outside) not in Range(wanted)


def test_newest():
    assert newest(["1.2.0", "1.10.0", "2.0.0-rc.1"]) == Version("1.10.0")
    assert newest(["1.2.0"], "^2") is None


def test_newest_candidate():
    texts = ["2.0.0-rc.2", "2.0.0-rc.11", "2.0.0-beta.12", "1.9.0"]
    assert repr(newest(texts, ">1", prereleases=True)) == "2.0.0-rc.11"
