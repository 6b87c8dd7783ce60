"""Candidates that are too slow for a first look get a share of the time, and no more."""

import math
import threading

from testfix_pipeline.repair.search.candidate_queue import CandidateQueue
from testfix_pipeline.repair.search.schedule import SLOW_SECONDS


def _queue() -> CandidateQueue:
    return CandidateQueue(threading.Lock(), lambda candidate: True, lambda experiment: None, lambda: False)


def test_a_slow_candidate_is_not_tried_before_its_share_of_the_time_can_hold_it() -> None:
    queue = _queue()
    assert not queue.has_time_for_slow(0.1, 9 * SLOW_SECONDS)
    assert queue.has_time_for_slow(0.1, 11 * SLOW_SECONDS)


def test_the_next_slow_candidate_is_expected_to_take_as_long_as_the_slowest() -> None:
    queue = _queue()
    queue.count_slow(8.0)
    queue.count_slow(1.0)
    assert not queue.has_time_for_slow(0.1, 169.0)
    assert queue.has_time_for_slow(0.1, 171.0)


def test_all_slow_candidates_are_tried_where_nothing_else_is_left() -> None:
    queue = _queue()
    queue.count_slow(8.0)
    assert queue.has_time_for_slow(math.inf, 0.5)
