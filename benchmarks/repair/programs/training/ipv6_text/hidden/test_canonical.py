import ipaddress
import random

import pytest

from ipv6 import canonical, compress, parse


@pytest.mark.parametrize("position", range(8))
def test_one_zero_stays(position):
    groups = tuple(0 if number == position else 0xAB for number in range(8))
    assert "::" not in compress(groups)
    assert parse(compress(groups)) == groups


@pytest.mark.parametrize("position", range(7))
def test_two_zeros_go(position):
    groups = tuple(0 if number in (position, position + 1) else 0xAB for number in range(8))
    assert compress(groups).count("::") == 1
    assert parse(compress(groups)) == groups


def test_separate_zeros():
    assert canonical("1:0:1:0:1:0:1:0") == "1:0:1:0:1:0:1:0"


def test_like_the_library():
    rng = random.Random(7)
    for _ in range(200):
        text = ":".join(rng.choice(["0", "0", "1f", "ABCD"]) for _ in range(8))
        assert canonical(text) == str(ipaddress.IPv6Address(text))


def test_short_form_of_one_group():
    assert canonical("1:2:3::5:6:7:8") == "1:2:3:0:5:6:7:8"


def test_run_beside_single_zero():
    assert canonical("0:1:0:0:1:1:0:1") == "0:1::1:1:0:1"
