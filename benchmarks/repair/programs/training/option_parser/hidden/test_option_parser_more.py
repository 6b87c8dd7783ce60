import pytest

from options import OptionParser, UsageError


def make():
    return OptionParser().flag("all", "a").option("num", "n", default=0, convert=int)


def test_second_double_dash_kept():
    assert make().parse(["--", "x", "--", "y"])[1] == ["x", "--", "y"]


def test_double_dash_last():
    assert make().parse(["x", "--"])[1] == ["x"]


def test_options_after_double_dash():
    values, rest = make().parse(["-n", "3", "--", "-n", "4", "--num=5"])
    assert values["num"] == 3
    assert rest == ["-n", "4", "--num=5"]


def test_options_before():
    values, rest = make().parse(["-a", "--", "-"])
    assert values["all"] is True and rest == ["-"]


def test_unknown_still_refused():
    with pytest.raises(UsageError):
        make().parse(["---"])
    with pytest.raises(UsageError):
        make().parse(["-z", "--", "a"])


def test_double_dash_as_value():
    with pytest.raises(UsageError):
        make().parse(["-n", "--"])
