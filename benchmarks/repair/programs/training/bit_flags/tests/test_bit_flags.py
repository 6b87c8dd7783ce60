import pytest
from bit_flags import FlagSpace

RWX = FlagSpace("r", "w", "x")


def test_make():
    assert RWX.make("r", "x").bits == 5


def test_unknown():
    with pytest.raises(KeyError):
        RWX.make("q")


def test_operators():
    a, b = RWX.make("r", "w"), RWX.make("w", "x")
    assert str(a | b) == "r|w|x"
    assert str(a & b) == "w"
    assert str(a - b) == "r"


def test_invert_names():
    assert list(~RWX.make("w")) == ["r", "x"]


def test_invert_bits():
    assert (~RWX.make("w")).bits == 5


def test_invert_all_is_empty():
    assert not ~RWX.make("r", "w", "x")


def test_from_int():
    assert RWX.from_int(6) == RWX.make("w", "x")
    with pytest.raises(ValueError):
        RWX.from_int(8)


def test_parse():
    assert str(RWX.parse("r | w | -r")) == "w"
    assert str(RWX.parse("")) == "-"


def test_mixed_spaces():
    with pytest.raises(TypeError):
        RWX.make("r") | FlagSpace("r").make("r")
