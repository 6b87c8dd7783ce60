import pytest

from typed_options import OptionError, apply, convert


@pytest.mark.parametrize(("text", "expected"), [("1", True), (" True ", True), ("0", False), ("no", False)])
def test_switches(text, expected):
    assert convert(text, False) is expected


def test_number_with_default_zero():
    value = convert("1", 0)
    assert value == 1
    assert not isinstance(value, bool)


def test_several():
    assert apply({"a": True, "b": 1}, {"a": "on", "b": "7"}) == {"a": True, "b": 7}


def test_bad_rate():
    with pytest.raises(OptionError):
        apply({"rate": 1.5}, {"rate": "fast"})
