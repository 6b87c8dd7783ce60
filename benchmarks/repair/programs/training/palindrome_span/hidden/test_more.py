from palindrome_span import is_palindrome, longest_palindrome


def test_pair():
    assert longest_palindrome("zaab") == "aa"


def test_even_beats_odd():
    assert longest_palindrome("abaxyzzyx") == "xyzzyx"


def test_odd_beats_even():
    assert longest_palindrome("ccxyzyx") == "xyzyx"


def test_phrase_of_letters():
    assert is_palindrome("A toyota! Race fast, safe car. A Toyota")


def test_all_equal():
    assert longest_palindrome("aaaa") == "aaaa"


def test_first_of_equals():
    assert longest_palindrome("abaxcdc") == "aba"
