import pytest

from curriculum import Curriculum, CycleError


@pytest.fixture
def maths():
    c = Curriculum()
    c.add("ana1", credits=9)
    c.add("lin1", credits=6)
    c.add("ana2", ["ana1", " LIN1"])
    c.add("stat", ["ana1", "prob"])
    c.add("prob", ["ana2"])
    return c


def test_terms(maths):
    assert maths.terms() == [["ANA1", "LIN1"], ["ANA2"], ["PROB"], ["STAT"]]


def test_all_needs(maths):
    assert maths.all_needs("prob") == ["ANA1", "ANA2", "LIN1"]


def test_needed_by(maths):
    assert maths.needed_by("ana1") == ["ANA2", "STAT"]


def test_available(maths):
    assert maths.available(["ana1", "lin1"]) == ["ANA2"]


def test_no_cycle(maths):
    assert maths.find_cycle() is None


def test_simple_cycle():
    c = Curriculum()
    c.add("a", ["b"])
    c.add("b", ["c"])
    c.add("c", ["b"])
    assert c.find_cycle() == ["B", "C", "B"]


def test_cycle_among_other_courses():
    c = Curriculum()
    c.add("cs2", ["cs1", "lab"])
    c.add("lab", ["cs2"])
    assert c.find_cycle() == ["CS2", "LAB", "CS2"]


def test_terms_with_cycle(maths):
    maths.add("ana2", ["stat"])
    with pytest.raises(CycleError) as info:
        maths.terms()
    assert str(info.value) == "ANA2 -> STAT -> PROB -> ANA2"


def test_credits(maths):
    assert maths.credits(["ana1", "stat"]) == 14
