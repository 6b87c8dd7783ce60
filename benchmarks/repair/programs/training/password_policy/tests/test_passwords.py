import pytest

from passwords import Policy, has_sequence, problems, score


def test_good():
    assert problems("Tr0mbone-Kiwi") == []


def test_short():
    assert "has less than 10 characters" in problems("Ab1-")


def test_classes():
    assert problems("onlytinyletrs") == ["lacks a capital letter or a digit or a sign"]


@pytest.mark.parametrize("text, found", [("xx1234xx", True), ("dcba", True), ("1357", False), ("abd", False)])
def test_sequence(text, found):
    assert has_sequence(text) is found


def test_three_of_the_same():
    assert problems("Kiwiii-Trom7") == ["repeats a character three times"]


def test_double_letters_are_fine():
    assert problems("Coffee-Tree9") == []


def test_leet():
    assert problems("My-P4$$w0rd-X") == ["contains a common word"]


def test_user_name():
    assert problems("XavierHas2-dogs", user="xavier") == ["contains the user's name"]


def test_old_ones():
    old = ["Tr0mbone-Kiwi"]
    assert problems("Tr0mbone-Kiwi", old=old) == ["was used before"]
    assert problems("Tr0mbone-Kiwi", old=["x"] * 5 + old) == []


def test_policy():
    assert problems("abc", policy=Policy(3, 1)) == []


def test_score():
    assert score("a") == 0
    assert score("Tr0mbone-Kiwi-Lamp") == 4
