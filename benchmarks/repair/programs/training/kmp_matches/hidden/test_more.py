from kmp_matches import find_all


def test_three_overlaps():
    assert find_all("abababa", "aba") == [0, 2, 4]


def test_border_of_one():
    assert find_all("xoxox", "xox") == [0, 2]


def test_apart():
    assert find_all("one two one", "one") == [0, 8]


def test_long_border():
    assert find_all("aabaabaab", "aabaab") == [0, 3]


def test_whole_text():
    assert find_all("abc", "abc") == [0]
