import pytest

from schema import Boolean, Invalid, ListOf, Number, Text


def test_text():
    assert Text().read("x") == "x"
    with pytest.raises(Invalid) as caught:
        Text(choices=["red", "blue"]).read("green")
    assert caught.value.errors == [".: not one of red, blue"]


@pytest.mark.parametrize("value", [True, "1", None, -1])
def test_bad_number(value):
    with pytest.raises(Invalid):
        Number(least=0).read(value)


def test_boolean():
    assert Boolean().read(False) is False
    with pytest.raises(Invalid):
        Boolean().read(0)


def test_list():
    with pytest.raises(Invalid) as caught:
        ListOf(Number()).read([1, "x", 2, None])
    assert caught.value.errors == ["[1]: not a number", "[3]: not a number"]
