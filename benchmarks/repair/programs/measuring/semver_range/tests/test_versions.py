import pytest

from versions import Version, newest, satisfies


@pytest.mark.parametrize("text", ["1.2", "1.2.x", "1.2.3-"])
def test_not_a_version(text):
    with pytest.raises(ValueError):
        Version(text)


def test_text():
    assert str(Version("v1.2.3-rc.1+build5")) == "1.2.3-rc.1"


def test_order_of_releases():
    assert Version("1.9.0") < Version("1.10.0") < Version("2.0.0")


def test_pre_release_comes_first():
    assert Version("1.0.0-alpha") < Version("1.0.0-alpha.1") < Version("1.0.0-beta") < Version("1.0.0")


def test_tenth_candidate():
    assert Version("1.0.0-rc.9") < Version("1.0.0-rc.10")


def test_build_does_not_matter():
    assert Version("1.0.0+a") == Version("1.0.0+b")


@pytest.mark.parametrize("part, text", [("major", "2.0.0"), ("minor", "1.3.0"), ("patch", "1.2.4")])
def test_bumped(part, text):
    assert Version("1.2.3").bumped(part) == text


def test_bumped_pre_release():
    assert Version("1.2.3-rc.1").bumped("patch") == "1.2.3"


@pytest.mark.parametrize(
    "version, text, fits",
    [
        ("1.5.0", "^1.2.3", True), ("2.0.0", "^1.2.3", False), ("1.2.9", "~1.2.3", True), ("1.3.0", "~1.2.3", False),
        ("1.5.0", ">=1.0.0, <1.5.0", False), ("3.0.0", "^1.0.0 || >= 3.0.0", True), ("0.3.0", "^0.2.1", False),
    ],
)
def test_satisfies(version, text, fits):
    assert satisfies(version, text) is fits


def test_newest_with_pre_releases():
    assert newest(["1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-beta.1"], pre=True) == "1.0.0-beta.11"
