from datetime import date

from podmerge import Episode, Library


def ep(guid, day=1, duration=100, **more):
    return Episode(guid, f"T {guid}", date(2024, 5, day), duration, **more)


def test_played_in_feed_stays_played():
    lib = Library([ep("a")])
    lib.merge([ep("a", played=True)])
    assert lib.get("a").played is True


def test_played_kept_with_odd_guid():
    lib = Library([ep("a")])
    lib.mark_played("A")
    lib.merge([ep(" A ")])
    assert lib.get("a").played


def test_unplayed_stays_unplayed():
    lib = Library([ep("a")])
    lib.merge([ep("a")])
    assert not lib.get("a").played


def test_played_kept_through_two_merges():
    lib = Library([ep("a")])
    lib.mark_played("a")
    lib.merge([ep("a")])
    lib.merge([ep("a", duration=200)])
    assert lib.get("a").played
    assert lib.get("a").duration == 200


def test_backlog_after_merge():
    lib = Library([ep("a"), ep("b")])
    lib.mark_played("a")
    lib.merge([ep("a"), ep("b"), ep("c")])
    assert lib.backlog() == 200


def test_half_heard_is_not_played():
    lib = Library([ep("a")])
    lib.listen("a", 50)
    lib.merge([ep("a")])
    assert not lib.get("a").played
    assert lib.backlog() == 50


def test_prune_after_merge():
    lib = Library([ep("a", 1), ep("b", 2)])
    lib.mark_played("a")
    lib.merge([ep("a", 1), ep("b", 2)])
    assert lib.prune(date(2024, 6, 1)) == 1
    assert "a" not in lib and "b" in lib


def test_new_episodes():
    lib = Library()
    assert lib.merge([ep("a"), ep("b", played=True)]) == (2, 0)
    assert [e.guid for e in lib.unplayed()] == ["a"]


def test_other_episode_not_marked():
    lib = Library([ep("a", 1), ep("b", 2)])
    lib.mark_played("a")
    lib.merge([ep("b", 2), ep("a", 1)])
    assert [e.guid for e in lib.unplayed()] == ["b"]
