import pytest

from podcast_feed import Podcast, queue, total_remaining


def item(n, day, title=None, duration="1:00", enclosure="u"):
    return {"guid": f"g{n}", "title": title or f"E{n}", "published": f"2024-05-{day:02}",
            "duration": duration, "enclosure": enclosure}


@pytest.fixture
def pod():
    p = Podcast("P")
    p.refresh([item(1, 1), item(2, 2), item(3, 3)])
    return p


def test_new_between_known(pod):
    assert pod.refresh([item(1, 1), item(4, 4), item(2, 2), item(5, 5)]) == 2
    assert sorted(pod.episodes) == ["g1", "g2", "g3", "g4", "g5"]


def test_all_titles(pod):
    pod.refresh([item(n, n, f"T{n}") for n in (3, 1, 2)])
    assert [e.title for e in pod.unplayed()] == ["T1", "T2", "T3"]


def test_known_last(pod):
    assert pod.refresh([item(4, 4), item(3, 3)]) == 1


def test_nothing_new(pod):
    assert pod.refresh([item(1, 1), item(2, 2)]) == 0
    assert len(pod.episodes) == 3


def test_empty_feed(pod):
    assert pod.refresh([]) == 0


def test_same_entry_twice_in_feed():
    p = Podcast("P")
    assert p.refresh([item(1, 1), item(1, 1, "again"), item(2, 2)]) == 2
    assert p.episodes["g1"].title == "again"


def test_played_stays(pod):
    pod.listen("g1", 60)
    pod.refresh([item(1, 1, "X"), item(2, 2, "Y")])
    assert pod.episodes["g1"].played
    assert pod.episodes["g1"].title == "X"
    assert pod.episodes["g2"].title == "Y"


def test_announcement_after_known(pod):
    assert pod.refresh([item(2, 2), item(8, 8, enclosure=None), item(9, 9)]) == 1
    assert "g8" not in pod.episodes and "g9" in pod.episodes


def test_keep_after_known():
    p = Podcast("P", keep=2)
    p.refresh([item(1, 1), item(2, 2)])
    assert p.refresh([item(2, 2), item(3, 3)]) == 1
    assert sorted(p.episodes) == ["g2", "g3"]


def test_rewind(pod):
    pod.listen("g1", 60)
    pod.rewind("g1")
    assert total_remaining([pod]) == "3:00"


def test_queue_two(pod):
    other = Podcast("A")
    other.refresh([item(7, 1)])
    assert queue([pod, other], 2) == ["A: E7", "P: E1"]
