from typo_distance import suggest, typo_distance


def test_equal_words():
    assert typo_distance("word", "word") == 0


def test_empty_word():
    assert typo_distance("", "abc") == 3
    assert typo_distance("abc", "") == 3


def test_single_edits():
    assert typo_distance("cat", "cart") == 1
    assert typo_distance("cart", "cat") == 1
    assert typo_distance("cat", "cut") == 1


def test_mixed_edits():
    assert typo_distance("planet", "plants") == 2


def test_adjacent_swap_is_one_typo():
    assert typo_distance("form", "from") == 1


def test_suggest_sorts_by_distance():
    assert suggest("lamp", ["lemon", "lamps", "clamp", "table"]) == ["clamp", "lamps"]


def test_suggest_swapped_letters():
    assert suggest("tset", ["test", "seat", "reset"], limit=1) == ["test"]
