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


def test_time_without_a_processor_does_not_count_until_the_wall_time_is_over() -> None:
    waiting, quiet = Clock(1000, stretch=3.0, share=lambda: 0.0), Clock(1000, stretch=3.0, share=lambda: 1.0)
    over = Clock(0.0, stretch=3.0, share=lambda: 0.0)
    while quiet.passed() == 0.0:
        pass
    assert waiting.passed() == 0.0 and waiting.left() == 1000
    assert quiet.left() < 1000
    assert over.over() == "budget"


def test_wall_time_counts_alone_where_nothing_else_is_allowed() -> None:
    clock = Clock(1000, share=lambda: 0.0)
    while clock.passed() == 0.0:
        pass
    assert clock.left() < 1000


def test_what_ends_a_run_by_wall_time_waits_for_all_that_its_seconds_can_become() -> None:
    busy = Clock(1000, stretch=3.0, share=lambda: 0.0)
    assert 2900 < busy.wall_left() <= 3000
    assert Clock(1000).wall_left() <= 1000
