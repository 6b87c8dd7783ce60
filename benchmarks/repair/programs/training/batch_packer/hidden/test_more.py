import pytest

from batch_packer import batch_count, batches, fill_ratio


def test_unit_weights_make_even_chunks():
    got = list(batches(range(7), 3, weight=lambda _: 1))
    assert got == [[0, 1, 2], [3, 4, 5], [6]]


def test_every_later_batch_fills_up():
    assert batch_count(["xx"] * 10, 4) == 5


def test_average_load():
    assert fill_ratio(["aa", "aa", "aa", "aa"], 4) == 1.0
    assert fill_ratio([3, 3, 1], 4, weight=int) == pytest.approx(7 / 8)


def test_weightless_items_join_current_batch():
    assert list(batches(["", "ab", "", "c", ""], 2)) == [["", "ab", ""], ["c", ""]]


def test_lazy_and_order_preserving():
    gen = batches(iter([2, 2, 2, 1, 1]), 3, weight=int)
    assert next(gen) == [2]
    assert next(gen) == [2]
    assert next(gen) == [2, 1]
    assert next(gen) == [1]
    assert next(gen, None) is None


def test_too_heavy_item_late_in_stream():
    gen = batches([3, 2, 9], 4, weight=int)
    assert next(gen) == [3]
    with pytest.raises(ValueError):
        next(gen)
