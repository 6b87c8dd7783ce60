"""How a night's time is shared between projects."""

from testfix_pipeline.analytics.nightly.fair_share import LEAST_S, NightCandidate, budgets, candidate, in_order
from testfix_pipeline.analytics.nightly.nights import Night


def night(at: str, verdict: str = "blocked", branch: str = "", started: bool = True) -> Night:
    return Night("shop", at, verdict=verdict, at=at, branch=branch, started=started)


def test_the_longest_waiting_is_first_and_then_the_most_promising() -> None:
    found = in_order(
        [
            NightCandidate("late", "2026-03-02"),
            NightCandidate("early", "2026-03-01"),
            NightCandidate("never"),
            NightCandidate("good", "2026-03-01", runs=10, landed=9),
        ]
    )
    assert [one.name for one in found] == ["never", "good", "early", "late"]


def test_a_project_is_judged_by_its_latest_runs_and_a_missed_night_is_no_look_at_it() -> None:
    nights = [night(f"2026-03-{day:02d}", branch="testfix/x" if day < 5 else "") for day in range(1, 15)]
    nights += [night("2026-03-20", "green", started=False), night("2026-03-21", "missed", started=False)]
    found = candidate("shop", 600, nights)
    assert (found.looked_at, found.runs, found.landed) == ("2026-03-20", 10, 0)


def test_time_follows_the_yield_and_what_some_do_not_take_is_shared() -> None:
    good, bad = NightCandidate("good", runs=10, landed=10), NightCandidate("bad", runs=10, landed=0)
    small = NightCandidate("small", own_s=400, runs=10, landed=10)
    shares = budgets(4000, [good, bad, small])
    assert shares["small"] == 400
    assert shares["good"] > 5 * (shares["bad"] - LEAST_S) + LEAST_S
    assert abs(sum(shares.values()) - 4000) < 2
