import pytest

from intake import Intake, QueueFull


def test_more():
    i = Intake(2)
    i.enter("a")
    i.enter("b")
    for n in "cd":
        with pytest.raises(QueueFull, match=n):
            i.enter(n)
