from datetime import date

import pytest

from job_hunt import load

ROWS = [
    ("Acme", "Tester", "applied", "2024-05-01"),
    ("Bolt", "Coder", "applied", "2024-05-03"),
    ("Acme", "Tester", "interview", "2024-05-06"),
    ("Cork", "Clerk", "applied", "2024-05-07"),
    ("Cork", "Clerk", "rejected", "2024-05-08"),
]


@pytest.fixture
def tracker():
    return load(ROWS)


def test_status(tracker):
    assert tracker.find(" acme ", "TESTER").status == "interview"
    assert [app.company for app in tracker.open()] == ["Acme", "Bolt"]


def test_no_duplicates(tracker):
    with pytest.raises(ValueError):
        tracker.apply("bolt", "coder", date(2024, 6, 1))


def test_apply_again_after_close(tracker):
    tracker.apply("Cork", "Clerk", date(2024, 6, 1))
    assert len(tracker.open()) == 3


def test_forward_only(tracker):
    with pytest.raises(ValueError):
        tracker.advance("Acme", "Tester", "screening", date(2024, 5, 9))
    with pytest.raises(ValueError):
        tracker.advance("Cork", "Clerk", "offer", date(2024, 5, 9))


def test_stale(tracker):
    assert [a.company for a in tracker.stale(date(2024, 5, 17))] == ["Bolt"]
    assert [a.company for a in tracker.stale(date(2024, 5, 17), 7)] == ["Bolt", "Acme"]


def test_report(tracker):
    assert tracker.report(date(2024, 5, 17)) == (
        "2 open on 2024-05-17\nNo news for 14 days or more:\n- Bolt, Coder (14 days)"
    )
    assert tracker.report(date(2024, 5, 8)) == "2 open on 2024-05-08"


def test_short_report(tracker):
    assert tracker.report(date(2024, 5, 13), 7) == (
        "2 open on 2024-05-13\nNo news for 7 days or more:\n"
        "- Bolt, Coder (10 days)\n- Acme, Tester (7 days)"
    )


def test_funnel(tracker):
    assert tracker.funnel() == {"applied": 3, "screening": 1, "interview": 1, "offer": 0}
