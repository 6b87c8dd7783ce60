"""A playlist without duplicates."""


class Playlist:
    def __init__(self, longest=None):
        self.songs = []
        self.longest = longest

    def add_all(self, songs):
        """Add songs that are not in yet, as long as there is room; how many were added."""
        added = 0
        for song in songs:
            if self.longest is not None and len(self.songs) >= self.longest:
                break
            self.songs.append(song)
            added += 1
        return added

    def after(self, song):
        """The song that follows; the first one behind the last."""
        at = self.songs.index(song)
        return self.songs[(at + 1) % len(self.songs)]

    def drop(self, song):
        if song in self.songs:
            self.songs.remove(song)
