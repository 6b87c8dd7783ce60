from playlist import Playlist, Track


def test_every_move():
    for position in range(5):
        for source in range(5):
            for target in range(5):
                playlist = Playlist(Track(title, 1) for title in "abcde")
                playlist.skip(position)
                title = playlist.current.title
                playlist.move(source, target)
                assert playlist.current.title == title, (position, source, target)
                assert playlist.titles[target] == "abcde"[source]
