import pytest

from cook_timer import Step, Timer, clock, parse_duration

RECIPE = """
Boil water: 5m
Cook: pasta: 1m 30s

Rest: 2
"""


@pytest.fixture
def timer():
    return Timer.from_recipe(RECIPE)


def test_parse_duration():
    assert parse_duration("1h 30M") == 5400
    assert parse_duration("12") == 720
    with pytest.raises(ValueError):
        parse_duration("soon")


def test_recipe(timer):
    assert timer.steps == [Step("Boil water", 300), Step("Cook: pasta", 90), Step("Rest", 120)]


def test_clock():
    assert clock(65) == "1:05"
    assert clock(3661) == "1:01:01"


def test_start_and_remaining(timer):
    assert timer.display(0) == "ready"
    timer.start(1000)
    assert timer.remaining(1100) == 200
    assert timer.remaining(2000) == 0
    with pytest.raises(RuntimeError):
        timer.start(1001)


def test_pause_and_resume(timer):
    timer.start(0)
    timer.pause(100)
    assert timer.remaining(150) == 200
    assert timer.display(150) == "Boil water 3:20 (paused)"
    timer.resume(160)
    assert timer.remaining(170) == 190


def test_advance(timer):
    timer.start(0)
    assert timer.advance(310).title == "Cook: pasta"
    assert timer.remaining(320) == 80
    timer.advance(400)
    assert timer.advance(520) is None
    assert timer.display(520) == "finished"
    assert timer.done == [("Boil water", 310), ("Cook: pasta", 90), ("Rest", 120)]


def test_next_step_after_a_pause(timer):
    timer.start(0)
    timer.pause(100)
    timer.resume(160)
    timer.advance(360)
    assert timer.elapsed(370) == 10
    assert timer.remaining(370) == 80


def test_advance_while_paused(timer):
    timer.start(0)
    timer.pause(100)
    timer.advance(150)
    assert timer.done == [("Boil water", 100)]
    assert timer.display(160) == "Cook: pasta 1:20"


def test_extend(timer):
    timer.start(0)
    timer.extend("1m")
    assert timer.remaining(10) == 350
    assert timer.total_remaining(10) == 350 + 90 + 120
