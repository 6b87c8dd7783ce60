import pytest
from version_range import Range, Version


def test_order():
    texts = ["1.0.0-alpha", "1.0.0-alpha.2", "1.0.0-alpha.10", "1.0.0-beta", "1.0.0", "1.2", "1.10"]
    assert sorted(texts[::-1], key=Version) == texts


def test_equal():
    assert Version("1.2") == Version("1.2.0")
    assert str(Version("1.2-rc.1")) == "1.2.0-rc.1"


def test_bad():
    for bad in ("", "x", "1.2.3.4", "1..2"):
        with pytest.raises(ValueError):
            Version(bad)


def test_comparisons():
    r = Range(">=1.2, <2")
    assert "1.2.0" in r and "1.9.9" in r
    assert "2.0.0" not in r and "1.1.9" not in r


def test_caret():
    assert "1.9.0" in Range("^1.2.3") and "2.0.0" not in Range("^1.2.3")
    assert "0.2.9" in Range("^0.2.3") and "0.3.0" not in Range("^0.2.3")
    assert "0.0.4" not in Range("^0.0.3")


def test_tilde():
    r = Range("~1.4.2")
    assert "1.4.9" in r and "1.5.0" not in r


def test_tilde_short():
    assert "1.9.0" in Range("~1")
    assert "1.4.7" in Range("~1.4")
    assert "1.5.0" not in Range("~1.4")


def test_or():
    assert "3.1.0" in Range("1.0.0 || ^3.0")


def test_best():
    assert Range("^1.0").best(["1.2.0", "1.10.0", "2.0.0", "0.9.0"]) == "1.10.0"
    assert Range("^5").best(["1.0.0"]) is None


def test_prerelease():
    assert "1.3.0-rc.1" not in Range("^1.2.0")
    assert "1.2.0-rc.2" in Range(">=1.2.0-rc.1")
