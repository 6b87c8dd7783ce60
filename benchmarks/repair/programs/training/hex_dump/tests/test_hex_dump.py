import pytest

from hex_dump import HexError, differences, dump, load


def test_line():
    assert dump(b"Hello, world!\n\0\xff") == [
        "000000  48 65 6c 6c 6f 2c 20 77  6f 72 6c 64 21 0a 00 ff  |Hello, world!...|",
        "000010",
    ]


def test_short_line_keeps_the_columns():
    first, second, _ = dump(b"abcdef", width=4)
    assert first == "000000  61 62  63 64  |abcd|"
    assert second == "000004  65 66         |ef|"


def test_nothing():
    assert dump(b"") == ["000000"]


def test_squeeze():
    lines = dump(b"aa" * 4 + b"bb", width=2)
    assert lines == ["000000  61  61  |aa|", "*", "000008  62  62  |bb|", "00000a"]


def test_squeeze_twice():
    lines = dump(b"\0" * 8 + b"\1" * 8, width=2)
    assert lines == ["000000  00  00  |..|", "*", "000008  01  01  |..|", "*", "000010"]


def test_no_squeeze():
    assert len(dump(b"\0" * 8, width=2, squeeze=False)) == 5


def test_bad_width():
    with pytest.raises(ValueError):
        dump(b"x", width=0)


def test_load():
    data = bytes(range(40))
    assert load(dump(data)) == data


def test_load_squeezed():
    data = b"ab" * 10 + b"cd"
    assert load(dump(data, width=2)) == data


@pytest.mark.parametrize("lines", [["*", "000004"], ["hello"], ["000002  61"]])
def test_load_errors(lines):
    with pytest.raises(HexError):
        load(lines)


def test_differences():
    assert differences(b"aaaabbbb", b"aaaabbbc", width=4) == [
        "-000004  62 62  62 62  |bbbb|",
        "+000004  62 62  62 63  |bbbc|",
    ]
