import pytest

from dice_sheet import Sheet, SheetError, score


def test_upper():
    assert score("twos", [2, 2, 3, 4, 2]) == 6
    assert score("sixes", [1, 2, 3, 4, 5]) == 0


def test_of_a_kind():
    assert score("three of a kind", [3, 3, 3, 4, 5]) == 18
    assert score("four of a kind", [3, 3, 3, 4, 5]) == 0
    assert score("four of a kind", [2, 2, 2, 2, 2]) == 10


def test_full_house():
    assert score("full house", [2, 2, 3, 3, 3]) == 25
    assert score("full house", [2, 2, 3, 3, 4]) == 0


def test_large_straight():
    assert score("large straight", [5, 3, 2, 4, 6]) == 40
    assert score("large straight", [1, 2, 3, 4, 6]) == 0


def test_small_straight():
    assert score("small straight", [1, 2, 3, 4, 6]) == 30
    assert score("small straight", [1, 2, 3, 5, 6]) == 0


def test_small_straight_with_a_pair_inside():
    assert score("small straight", [3, 4, 5, 4, 6]) == 30
    assert score("small straight", [1, 2, 2, 3, 4]) == 30


def test_large_straight_is_a_small_one():
    assert score("small straight", [1, 2, 3, 4, 5]) == 30


def test_pairs_without_a_straight():
    assert score("small straight", [1, 1, 2, 2, 3]) == 0


def test_five_of_a_kind():
    assert score("five of a kind", [4] * 5) == 50


def test_not_five_dice():
    with pytest.raises(ValueError):
        score("chance", [1, 2, 3, 4])
    with pytest.raises(ValueError):
        score("chance", [1, 2, 3, 4, 7])


def test_sheet():
    sheet = Sheet()
    sheet.enter("chance", [1, 2, 3, 4, 6])
    with pytest.raises(SheetError):
        sheet.enter("chance", [1, 1, 1, 1, 1])
    assert sheet.total == 16
    assert "chance" not in sheet.open_categories


def test_bonus():
    sheet = Sheet()
    for category, face in [("fours", 4), ("fives", 5), ("sixes", 6), ("threes", 3), ("twos", 2)]:
        sheet.enter(category, [face] * 3 + [1, 1])
    assert sheet.bonus == 0
    sheet.enter("ones", [1, 1, 1, 5, 5])
    assert sheet.total == 63 + 35


def test_best_category():
    sheet = Sheet()
    assert sheet.best_category([2, 3, 3, 4, 5]) == "small straight"
    assert sheet.best_category([6, 6, 6, 6, 5]) == "three of a kind"
