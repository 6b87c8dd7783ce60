import itertools

from dice_sheet import Sheet, score
from dice_sheet.scoring import longest_run


def test_run_lengths():
    assert longest_run([1, 1, 1, 1, 1]) == 1
    assert longest_run([1, 1, 2, 2, 3]) == 3
    assert longest_run([2, 6, 3, 3, 5]) == 2
    assert longest_run([4, 5, 5, 6, 3]) == 4


def test_every_small_straight():
    runs = [{1, 2, 3, 4}, {2, 3, 4, 5}, {3, 4, 5, 6}]
    for dice in itertools.product(range(1, 7), repeat=5):
        expected = 30 if any(run <= set(dice) for run in runs) else 0
        assert score("small straight", list(dice)) == expected


def test_number_of_large_straights():
    rolls = itertools.product(range(1, 7), repeat=5)
    assert sum(score("large straight", list(dice)) == 40 for dice in rolls) == 240


def test_dice_stay_as_they_are():
    dice = [4, 3, 3, 2, 1]
    assert score("small straight", dice) == 30
    assert dice == [4, 3, 3, 2, 1]
    assert score("chance", dice) == 13


def test_pair_counts_in_other_categories():
    assert score("threes", [1, 3, 3, 2, 4]) == 6
    assert score("three of a kind", [3, 3, 3, 2, 4]) == 15


def test_best_category_when_the_straight_is_filled():
    sheet = Sheet()
    assert sheet.enter("small straight", [5, 4, 3, 3, 6]) == 30
    assert sheet.best_category([5, 4, 3, 3, 6]) == "chance"
    assert sheet.total == 30
