import pytest

from mixtape import Mixer, Track, clumps


def tracks(text):
    return [Track(f"{artist}{i}", artist, 60) for i, artist in enumerate(text)]


@pytest.mark.parametrize("seed", [1, 2])
def test_opener_of_the_biggest_artist(seed):
    playlist = Mixer(tracks("AAABBB"), seed=seed).shuffle(opener="A0")
    assert "".join(t.artist for t in playlist) == "ABABAB"


@pytest.mark.parametrize("seed", [1, 2])
def test_opener_of_a_dominant_artist(seed):
    playlist = Mixer(tracks("AAAB"), seed=seed).shuffle(opener="A1")
    assert "".join(t.artist for t in playlist) == "ABAA"


def test_opener_with_gap_two():
    for seed in range(8):
        playlist = Mixer(tracks("AABBCC"), gap=2, seed=seed).shuffle(opener="b2")
        assert clumps(playlist, 2) == []
        assert playlist[0].title == "B2"


def test_gap_two_without_opener():
    for seed in range(8):
        assert clumps(Mixer(tracks("AABBCC"), gap=2, seed=seed).shuffle(), 2) == []


def test_gap_zero():
    playlist = Mixer(tracks("AAAB"), gap=0, seed=1).shuffle(opener="B3")
    assert len(playlist) == 4
    assert playlist[0].title == "B3"


def test_gap_zero_prefers_the_biggest_artist():
    playlist = Mixer(tracks("AAAAB"), gap=0, seed=1).shuffle(opener="A0")
    assert [t.artist for t in playlist[:2]] == ["A", "A"]


def test_opener_counts_in_length():
    playlist = Mixer(tracks("AAAB"), seed=3).shuffle(opener="A0", max_seconds=120)
    assert [t.artist for t in playlist] == ["A", "B"]


def test_opener_appears_once():
    playlist = Mixer(tracks("ABC"), seed=3).shuffle(opener="B1")
    assert sorted(t.title for t in playlist) == ["A0", "B1", "C2"]


def test_two_lists_from_one_mixer():
    mixer = Mixer(tracks("AABB"), seed=5)
    for _ in range(5):
        playlist = mixer.shuffle(opener="A0")
        assert "".join(t.artist for t in playlist) == "ABAB"


def test_opener_only():
    assert len(Mixer(tracks("A")).shuffle(opener="A0")) == 1


def test_explicit_opener_of_clean_list():
    with pytest.raises(LookupError):
        Mixer([Track("x", "A", 60, True)]).shuffle(opener="x", clean=True)
