import pytest

from cook_timer import Step, Timer


@pytest.fixture
def timer():
    t = Timer([Step("a", 100), Step("b", 100), Step("c", 100)])
    t.start(0)
    return t


def test_pause_in_each_step(timer):
    timer.pause(10), timer.resume(30)
    timer.advance(50)
    timer.pause(60), timer.resume(65)
    timer.advance(75)
    assert timer.done == [("a", 30), ("b", 20)]
    assert timer.elapsed(80) == 5


def test_two_pauses_in_one_step(timer):
    timer.pause(10), timer.resume(20)
    timer.pause(30), timer.resume(50)
    assert timer.elapsed(60) == 30
    timer.advance(60)
    assert timer.elapsed(61) == 1


def test_not_paused_after_advance(timer):
    timer.pause(10)
    timer.advance(20)
    assert not timer.paused
    assert timer.elapsed(25) == 5


def test_resume_after_advance_does_nothing(timer):
    timer.pause(10)
    timer.advance(20)
    timer.resume(40)
    assert timer.elapsed(50) == 30


def test_earlier_pause_then_advance_while_paused(timer):
    timer.pause(10), timer.resume(20)
    timer.pause(30)
    timer.advance(45)
    assert timer.done == [("a", 20)]
    assert timer.remaining(50) == 95


def test_pause_again_in_next_step(timer):
    timer.pause(10)
    timer.advance(20)
    timer.pause(30)
    assert timer.paused
    assert timer.elapsed(99) == 10


def test_total_remaining_after_pause(timer):
    timer.pause(10), timer.resume(50)
    timer.advance(60)
    assert timer.total_remaining(70) == 190


def test_finish_while_paused(timer):
    timer.advance(1), timer.advance(2)
    timer.pause(5)
    assert timer.advance(9) is None
    assert timer.done[-1] == ("c", 3)
    assert timer.display(9) == "finished"
    assert timer.elapsed(20) == 0


def test_no_pauses(timer):
    timer.advance(30)
    timer.advance(50)
    assert timer.done == [("a", 30), ("b", 20)]


def test_advance_when_finished(timer):
    for now in (1, 2, 3):
        timer.advance(now)
    assert timer.advance(4) is None
    assert len(timer.done) == 3


def test_pause_before_start():
    t = Timer([Step("a", 100)])
    t.pause(0)
    assert not t.paused
    t.start(5)
    assert t.remaining(10) == 95
