"""The priors of producers are fitted to counts."""

import pytest

from benchmarks.repair.producer_counts import fitted


def test_rates_are_what_was_right_by_what_was_proposed_and_ranks_say_how_fast_they_fall() -> None:
    ranks = {str(rank): 100 for rank in range(8)}
    flat = [{"id": "a", "ranks": {"wrap": ranks}, "right": {"wrap": list(range(8)) * 5}, "priors": 0.0, "found": 0}]
    steep = [{**flat[0], "right": {"wrap": [0] * 30 + [1] * 10 + [2] * 4}}]
    assert fitted(flat)["fall"] < fitted(steep)["fall"]
    assert fitted(steep)["wrap"] > 2 * fitted(flat)["wrap"]


def test_priors_are_on_the_scale_of_the_other_families() -> None:
    row = {"id": "a", "ranks": {"wrap": {"0": 99}}, "right": {"wrap": [0]}, "priors": 4.0, "found": 2}
    assert fitted([row])["wrap"] == pytest.approx(2 * fitted([{**row, "found": 0}])["wrap"], rel=0.01)
