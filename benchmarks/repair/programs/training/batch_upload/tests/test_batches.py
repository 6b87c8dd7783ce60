from batches import by_key, by_number, by_size, upload


def test_by_number():
    assert list(by_number("abcde", 2)) == [["a", "b"], ["c", "d"], ["e"]]


def test_by_number_even():
    assert list(by_number("abcd", 2)) == [["a", "b"], ["c", "d"]]


def test_by_size():
    assert list(by_size(["aa", "bb", "c"], 4)) == [["aa", "bb"], ["c"]]


def test_by_size_none():
    assert list(by_size([], 4)) == []


def test_by_size_long_one():
    assert list(by_size(["a", "bbbbbb", "c"], 4)) == [["a"], ["bbbbbb"], ["c"]]


def test_by_key():
    assert list(by_key([1, 3, 2, 5], lambda n: n % 2)) == [(1, [1, 3]), (0, [2]), (1, [5])]


def test_by_key_none():
    assert list(by_key([], str)) == []


def test_upload():
    assert upload("abcdefg", len) == 7
