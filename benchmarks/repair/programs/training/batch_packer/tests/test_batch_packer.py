import pytest

from batch_packer import batch_count, batches, fill_ratio


def test_no_items():
    assert list(batches([], 10)) == []
    assert fill_ratio([], 10) == 0.0


def test_everything_fits_in_one_batch():
    assert list(batches(["aa", "bbb"], 5)) == [["aa", "bbb"]]


def test_splits_in_two():
    assert list(batches(["aaa", "bbb"], 5)) == [["aaa"], ["bbb"]]


def test_full_size_items_get_their_own_batch():
    assert batch_count(["aaaa", "bbbb", "cccc"], 4) == 3


def test_oversized_item():
    with pytest.raises(ValueError):
        list(batches(["a", "bbbbbb"], 5))


def test_refills_after_split():
    words = ["aaa", "bbb", "c", "dd", "e"]
    assert list(batches(words, 5)) == [["aaa"], ["bbb", "c"], ["dd", "e"]]


def test_custom_weight():
    assert list(batches([4, 3, 2, 5, 1], 6, weight=int)) == [[4], [3, 2], [5, 1]]
