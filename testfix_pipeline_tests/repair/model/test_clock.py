"""The time of one repair."""

from testfix_pipeline.repair.model.clock import Clock


def test_seconds_that_are_excluded_are_left_still() -> None:
    clock = Clock(1000)
    clock.shorten(500)
    clock.exclude(2000)
    assert clock.left() > 2000
    assert clock.final_left() > 2500
    clock.reopen()
    assert clock.left() > 2500
