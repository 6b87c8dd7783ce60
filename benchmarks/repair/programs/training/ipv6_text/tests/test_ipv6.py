import pytest

from ipv6 import AddressError, canonical, expand, in_network, longest_zeros, parse


def test_parse_full():
    assert parse("1:2:3:4:5:6:7:8") == (1, 2, 3, 4, 5, 6, 7, 8)


def test_parse_short():
    assert parse("2001:db8::1") == (0x2001, 0xDB8, 0, 0, 0, 0, 0, 1)
    assert parse("::") == (0,) * 8
    assert parse("fe80::%eth0") == (0xFE80, 0, 0, 0, 0, 0, 0, 0)


@pytest.mark.parametrize("text", ["", "1:2:3", "1::2::3", "1:2:3:4:5:6:7:8:9", "12345::", "g::", "1:2:3:4::5:6:7:8"])
def test_parse_bad(text):
    with pytest.raises(AddressError):
        parse(text)


def test_longest_zeros():
    assert longest_zeros((1, 0, 0, 2, 0, 0, 0, 3)) == (4, 3)
    assert longest_zeros((1, 0, 0, 2, 0, 0, 4, 3)) == (1, 2)
    assert longest_zeros((1, 2, 3, 4, 5, 6, 7, 8)) == (0, 0)


def test_canonical():
    assert canonical("2001:0DB8:0000:0000:0000:0000:0002:0001") == "2001:db8::2:1"


def test_canonical_ends():
    assert canonical("0:0:0:0:0:0:0:1") == "::1"
    assert canonical("1:0:0:0:0:0:0:0") == "1::"
    assert canonical("0:0:0:0:0:0:0:0") == "::"


def test_canonical_two_runs():
    assert canonical("2001:db8:0:0:1:0:0:1") == "2001:db8::1:0:0:1"
    assert canonical("2001:0:0:1:0:0:0:1") == "2001:0:0:1::1"


def test_canonical_single_zero():
    assert canonical("2001:db8:0:1:1:1:1:1") == "2001:db8:0:1:1:1:1:1"


def test_canonical_single_zero_at_an_end():
    assert canonical("0:2:3:4:5:6:7:8") == "0:2:3:4:5:6:7:8"
    assert canonical("1:2:3:4:5:6:7::") == "1:2:3:4:5:6:7:0"


def test_canonical_without_zeros():
    assert canonical("1:2:3:4:5:6:7:8") == "1:2:3:4:5:6:7:8"


def test_expand():
    assert expand(parse("::a:1")) == "0000:0000:0000:0000:0000:0000:000a:0001"


def test_in_network():
    assert in_network("2001:db8::5", "2001:db8::/32")
    assert not in_network("2001:db9::5", "2001:db8::/32")
    with pytest.raises(AddressError):
        in_network("::1", "::1")
