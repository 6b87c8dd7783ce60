from datetime import date

import pytest

from podmerge import Episode, Library


def episode(n, **more):
    return Episode(f"guid-{n}", f"Episode {n}", date(2024, 3, n), 600, **more)


@pytest.fixture
def library():
    return Library([episode(1), episode(2), episode(3)])


def test_merge_counts(library):
    feed = [episode(3), episode(4), Episode(" GUID-2 ", "Renamed", date(2024, 3, 2), 600)]
    assert library.merge(feed) == (1, 1)
    assert len(library) == 4
    assert library.get("guid-2").title == "Renamed"


def test_newest(library):
    assert [e.guid for e in library.newest(2)] == ["guid-3", "guid-2"]


def test_listen_to_the_end(library):
    library.listen("guid-1", 400)
    library.listen("guid-1", 400)
    assert library.get("guid-1").position == 600
    assert library.get("guid-1").played


def test_position_survives_merge(library):
    library.listen("guid-2", 100)
    library.merge([episode(2)])
    assert library.get("guid-2").position == 100


def test_unplayed_after_merge(library):
    library.mark_played("guid-3")
    library.merge([episode(3), episode(4)])
    assert [e.guid for e in library.unplayed()] == ["guid-4", "guid-2", "guid-1"]


def test_tags_survive_merge(library):
    library.tag("guid-1", " News")
    library.merge([episode(1, tags={"politics"})])
    assert library.get("guid-1").tags == {"news", "politics"}
    assert len(library.tagged("NEWS")) == 1


def test_backlog(library):
    library.listen("guid-1", 100)
    library.mark_played("guid-2")
    assert library.backlog() == 1100


def test_prune(library):
    library.mark_played("guid-1")
    library.mark_played("guid-3")
    assert library.prune(date(2024, 3, 3)) == 1
    assert "guid-1" not in library
