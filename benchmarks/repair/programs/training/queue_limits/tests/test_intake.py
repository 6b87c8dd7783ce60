import pytest

from intake import Intake, QueueFull


def test_enter():
    intake = Intake(2)
    assert intake.enter("Ada") == 1
    assert intake.enter("Bob") == 2


def test_limit():
    with pytest.raises(ValueError):
        Intake(0)


def test_full():
    intake = Intake(1)
    intake.enter("Ada")
    with pytest.raises(QueueFull, match="no room for Bob"):
        intake.enter("Bob")
    assert intake.waiting == ["Ada"]


def test_room_again():
    intake = Intake(1)
    intake.enter("Ada")
    assert intake.call() == "Ada"
    assert intake.enter("Bob") == 1


def test_call_nobody():
    assert Intake(1).call() is None


def test_room():
    intake = Intake(3)
    intake.enter("Ada")
    assert intake.room() == 2
