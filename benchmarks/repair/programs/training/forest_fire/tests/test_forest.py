import pytest

from forest import FIRE, TREE, Forest


def stepped(text, steps=1):
    forest = Forest.parse(text)
    for _ in range(steps):
        forest.step()
    return str(forest).split()


def test_spreads():
    assert stepped("TTTTT TTTTT TT*TT TTTTT TTTTT") == ["TTTTT", "TT*TT", "T*.*T", "TT*TT", "TTTTT"]


def test_two_steps():
    assert stepped("TTTTT ~~~~~ TT*TT ~~~~~ TTTTT", 2) == ["TTTTT", "~~~~~", "*...*", "~~~~~", "TTTTT"]


def test_stops_at_water():
    assert stepped("TT~*~TT", 3) == ["TT~.~TT"]


def test_right_corner():
    assert stepped("TTT TTT TT*") == ["TTT", "TT*", "T*."]


def test_both_sides_of_a_river():
    forest = Forest.parse("*T~TT TT~TT")
    assert forest.burn() == pytest.approx(0.5)
    assert str(forest).split() == ["..~TT", "..~TT"]


def test_fire_break_below():
    forest = Forest.parse("TTT T*T ~~~ TTT")
    forest.burn()
    assert forest.count(TREE) == 3


def test_steps_until_out():
    forest = Forest.parse("T*TTTT")
    forest.burn()
    assert forest.steps == 5


def test_ignite():
    forest = Forest.parse("T~T")
    assert [forest.ignite(0, column) for column in (0, 1, 0)] == [True, False, False]
    assert forest.count(FIRE) == 1


@pytest.mark.parametrize("text", ["TT T", "TXT"])
def test_errors(text):
    with pytest.raises(ValueError):
        Forest.parse(text)


def test_grow():
    forest = Forest.grow(20, 10, 0.5, seed=3)
    assert str(forest) == str(Forest.grow(20, 10, 0.5, seed=3))
    assert 60 < forest.count(TREE) < 140


def test_nothing_to_burn():
    assert Forest.parse("~~").burn() == 0
