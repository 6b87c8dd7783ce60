from typo_distance import suggest, typo_distance


def test_swap_at_start_and_end():
    assert typo_distance("abcd", "bacd") == 1
    assert typo_distance("abcd", "abdc") == 1


def test_two_separate_swaps():
    assert typo_distance("abcd", "badc") == 2


def test_swap_plus_insertion():
    assert typo_distance("recieve", "received") == 2


def test_swapped_pair_is_not_edited_again():
    assert typo_distance("ca", "abc") == 3


def test_equal_letters_do_not_count_as_swap():
    assert typo_distance("aa", "aa") == 0
    assert typo_distance("aab", "aac") == 1
    assert typo_distance("xaay", "xbby") == 2


def test_symmetry():
    words = ["ab", "ba", "abc", "bca", "cab", "acb", ""]
    for a in words:
        for b in words:
            assert typo_distance(a, b) == typo_distance(b, a)


def test_swap_ranks_before_two_edits():
    assert suggest("flie", ["flag", "file", "flea"]) == ["file", "flag", "flea"]
