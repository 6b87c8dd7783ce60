import pytest

from mixtape import Mixer, Track, clumps, duration, listing

LIBRARY = [
    Track("Amber", "Ash", 200),
    Track("Birch", "Ash", 210),
    Track("Cedar", "Ash", 190, explicit=True),
    Track("Dusk", "Bell", 100),
    Track("Ember", "Bell", 120),
    Track("Fern", "Coil", 300),
]


def test_all_tracks_without_clumps():
    for seed in range(10):
        playlist = Mixer(LIBRARY, seed=seed).shuffle()
        assert sorted(t.title for t in playlist) == sorted(t.title for t in LIBRARY)
        assert clumps(playlist) == []


def test_same_seed_same_list():
    assert Mixer(LIBRARY, seed=4).shuffle() == Mixer(LIBRARY, seed=4).shuffle()


def test_opener():
    for seed in range(10):
        playlist = Mixer(LIBRARY, seed=seed).shuffle(opener=" fern ")
        assert playlist[0].title == "Fern"
        assert clumps(playlist) == []


def test_no_clump_after_the_opener():
    for seed in range(10):
        playlist = Mixer(LIBRARY, seed=seed).shuffle(opener="Amber")
        assert playlist[0].title == "Amber"
        assert clumps(playlist) == []


def test_unknown_opener():
    with pytest.raises(LookupError):
        Mixer(LIBRARY).shuffle(opener="Zinc")


def test_clean():
    playlist = Mixer(LIBRARY, seed=1).shuffle(clean=True)
    assert len(playlist) == 5
    assert not any(t.explicit for t in playlist)


def test_max_seconds():
    for seed in range(10):
        playlist = Mixer(LIBRARY, seed=seed).shuffle(max_seconds=500)
        assert 200 < sum(t.seconds for t in playlist) <= 500


def test_only_one_artist():
    tracks = [Track("x", "Ash"), Track("y", "Ash")]
    assert clumps(Mixer(tracks, seed=2).shuffle()) == [1]


def test_duration():
    assert duration(LIBRARY[:2]) == "6:50"
    assert duration([]) == "0:00"


def test_listing():
    assert listing(LIBRARY[3:5]) == "1. Bell - Dusk\n2. Bell - Ember\ntotal 3:40"
