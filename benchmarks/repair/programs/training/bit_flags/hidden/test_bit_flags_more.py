import pytest
from bit_flags import FlagSpace

S = FlagSpace("a", "b", "c", "d", "e")


@pytest.mark.parametrize("names,rest", [("", "abcde"), ("abcde", ""), ("ace", "bd"), ("b", "acde")])
def test_invert(names, rest):
    inverted = ~S.make(*names)
    assert inverted == S.make(*rest)
    assert len(inverted) == len(rest)
    assert bool(inverted) == bool(rest)


def test_invert_from_int_round_trip():
    f = ~S.make("a")
    assert S.from_int(f.bits) == f


def test_parse_all():
    assert S.parse("*") == S.make(*"abcde")
    assert S.parse("*|-c").bits == 27


def test_double_invert():
    f = S.make("b", "d")
    assert ~~f == f


def test_hash():
    assert len({~S.make("a", "b"), S.make("c", "d", "e")}) == 1


def test_empty_space():
    assert (~FlagSpace().make()).bits == 0


def test_sub():
    assert (S.make("a", "b") - S.make("b", "c")).bits == 1
