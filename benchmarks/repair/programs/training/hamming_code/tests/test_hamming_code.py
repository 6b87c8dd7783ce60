from hamming_code import decode, encode, fault_position


def test_encode():
    assert encode([1, 0, 1, 1]) == [0, 1, 1, 0, 0, 1, 1]


def test_encode_zeros():
    assert encode([0, 0, 0, 0]) == [0] * 7


def test_no_fault():
    assert fault_position([0, 1, 1, 0, 0, 1, 1]) == 0


def test_fault_position():
    assert fault_position([0, 1, 1, 0, 1, 1, 1]) == 5


def test_decode():
    assert decode([0, 1, 1, 0, 0, 1, 1]) == [1, 0, 1, 1]


def test_mended_check_bit():
    assert decode([1, 1, 1, 0, 0, 1, 1]) == [1, 0, 1, 1]


def test_mended_data_bit():
    assert decode([0, 1, 1, 0, 1, 1, 1]) == [1, 0, 1, 1]


def test_mended_last_bit():
    assert decode([0, 1, 1, 0, 0, 1, 0]) == [1, 0, 1, 1]
