import pytest

from crane import Crane


def test_right_ends_at_the_wall():
    crane = Crane([[], []])
    crane.follow("right right right")
    assert crane.at == 1


def test_left():
    crane = Crane([[], []])
    crane.follow("right left left")
    assert crane.at == 0


def test_lift():
    crane = Crane([["a", "b"], []])
    assert crane.follow("lift") == [["a"], []]
    assert crane.load == "b"


def test_move():
    assert Crane([["a", "b"], []]).follow("lift right drop") == [["a"], ["b"]]


def test_move_two():
    assert Crane([["a", "b"], []]).follow("lift right drop left lift right drop") == [[], ["b", "a"]]


def test_unknown():
    with pytest.raises(ValueError, match="spin"):
        Crane([[]]).follow("spin")
