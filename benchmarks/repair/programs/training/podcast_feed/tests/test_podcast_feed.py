import pytest

from podcast_feed import Podcast, format_duration, parse_duration, queue, total_remaining


def item(n, day, title=None, duration="10:00", enclosure="x.mp3"):
    return {"guid": f"g{n}", "title": title or f"Episode {n}", "published": f"2024-03-{day:02}",
            "duration": duration, "enclosure": enclosure}


@pytest.fixture
def pod():
    p = Podcast("Bees")
    p.refresh([item(2, 8), item(1, 1)])
    return p


def test_durations():
    assert parse_duration("1:02:30") == 3750
    assert format_duration(3750) == "1:02:30"
    assert format_duration(65) == "1:05"


def test_first_refresh(pod):
    assert [e.guid for e in pod.newest_first()] == ["g2", "g1"]


def test_announcements_are_skipped(pod):
    assert pod.refresh([item(5, 9, enclosure=""), item(6, 10)]) == 1
    assert "g5" not in pod.episodes


def test_refresh_newest_first(pod):
    assert pod.refresh([item(3, 15), item(2, 8), item(1, 1)]) == 1
    assert len(pod.episodes) == 3


def test_refresh_oldest_first(pod):
    assert pod.refresh([item(1, 1), item(2, 8), item(3, 15)]) == 1
    assert [e.guid for e in pod.newest_first()] == ["g3", "g2", "g1"]


def test_corrected_titles(pod):
    pod.listen("g1", 60)
    pod.refresh([item(2, 8, "Second"), item(1, 1, "First")])
    assert [e.title for e in pod.unplayed()] == ["First", "Second"]
    assert pod.episodes["g1"].position == 60


def test_keep():
    p = Podcast("Short", keep=2)
    assert p.refresh([item(n, n) for n in (1, 2, 3)]) == 3
    assert sorted(p.episodes) == ["g2", "g3"]


def test_listen_to_end(pod):
    pod.listen("g1", 9999)
    assert [e.guid for e in pod.unplayed()] == ["g2"]
    assert total_remaining([pod]) == "10:00"


def test_queue(pod):
    pod.listen("g2", 5)
    assert queue([pod]) == ["Bees: Episode 2", "Bees: Episode 1"]
    assert queue([pod], 1) == ["Bees: Episode 2"]
