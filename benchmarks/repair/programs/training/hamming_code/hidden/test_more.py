from itertools import product

import pytest

from hamming_code import decode, encode, fault_position


@pytest.mark.parametrize("place", [0, 2, 3, 5, 6])
def test_any_single_fault(place):
    for data in product((0, 1), repeat=4):
        code = encode(data)
        code[place] ^= 1
        assert fault_position(code) == place + 1
        assert decode(code) == list(data)


def test_all_without_fault():
    for data in product((0, 1), repeat=4):
        assert decode(encode(data)) == list(data)


def test_argument_is_kept():
    code = [0, 0, 0, 0, 0, 0, 1]
    assert decode(tuple(code)) == [0, 0, 0, 0]
    assert code == [0, 0, 0, 0, 0, 0, 1]
