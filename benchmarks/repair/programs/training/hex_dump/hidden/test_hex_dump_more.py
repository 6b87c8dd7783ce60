from hex_dump import dump, load


def stars(data, width=1):
    return [number for number, line in enumerate(dump(data, width=width)) if line == "*"]


def test_three_runs():
    assert stars(b"aaabbbccc") == [1, 3, 5]


def test_single_lines_between_runs():
    assert stars(b"aaabcccd") == [1, 4]


def test_same_run_again():
    assert stars(b"aabaa") == [1, 4]


def test_one_star_for_a_long_run():
    assert stars(b"a" * 50) == [1]


def test_round_trip_with_runs():
    data = b"\0" * 100 + bytes(range(30)) + b"\xff" * 77 + b"x"
    for width in (1, 3, 8, 16):
        assert load(dump(data, width=width)) == data


def test_no_star_without_runs():
    assert stars(b"abab") == []
