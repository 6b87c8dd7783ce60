import pytest

from options import OptionParser, UsageError


@pytest.fixture
def parser():
    return (OptionParser().flag("verbose", "v").flag("dry-run")
            .option("level", "l", default=1, convert=int).option("out", "o"))


def test_defaults(parser):
    assert parser.parse([]) == (
        {"verbose": False, "dry-run": False, "level": 1, "out": None}, [])


def test_flags(parser):
    values, rest = parser.parse(["-v", "a", "--dry-run", "b"])
    assert values["verbose"] and values["dry-run"]
    assert rest == ["a", "b"]


def test_option_value(parser):
    assert parser.parse(["-l", "5"])[0]["level"] == 5


def test_option_equals(parser):
    assert parser.parse(["--out=x=y"])[0]["out"] == "x=y"


def test_missing_value(parser):
    with pytest.raises(UsageError):
        parser.parse(["--out"])


def test_bad_number(parser):
    with pytest.raises(UsageError):
        parser.parse(["--level=much"])


def test_unknown(parser):
    with pytest.raises(UsageError):
        parser.parse(["--nope"])


def test_single_dash_is_positional(parser):
    assert parser.parse(["-"])[1] == ["-"]


def test_double_dash(parser):
    assert parser.parse(["a", "--", "b"])[1] == ["a", "b"]


def test_double_dash_before_flag(parser):
    values, rest = parser.parse(["--", "-v", "--nope"])
    assert values["verbose"] is False
    assert rest == ["-v", "--nope"]
