"""A playlist with a current track that stays the same while tracks are added, moved and removed."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Track:
    title: str
    seconds: int


class Playlist:
    """Tracks in order; `position` is the index of the current one, None if nothing is played."""

    def __init__(self, tracks=(), repeat=False):
        self._tracks = list(tracks)
        self.position = 0 if self._tracks else None
        self.repeat = repeat

    def __len__(self):
        return len(self._tracks)

    @property
    def current(self):
        return None if self.position is None else self._tracks[self.position]

    @property
    def titles(self):
        return [track.title for track in self._tracks]

    @property
    def remaining(self):
        """Seconds from the start of the current track to the end of the list."""
        if self.position is None:
            return 0
        return sum(track.seconds for track in self._tracks[self.position:])

    def add(self, track, index=None):
        """Insert a track before an index, by default at the end."""
        if index is None:
            index = len(self._tracks)
        self._check(index, len(self._tracks) + 1)
        self._tracks.insert(index, track)
        if self.position is None:
            self.position = index
        elif index <= self.position:
            self.position += 1

    def remove(self, index):
        """Remove a track; if it's the current one, the next is current, or none after the last."""
        self._check(index, len(self._tracks))
        track = self._tracks.pop(index)
        if self.position is None:
            return track
        if index < self.position:
            self.position -= 1
        elif self.position == len(self._tracks):
            self.position = 0 if self.repeat and self._tracks else None
        return track

    def move(self, source, target):
        """Move a track so that it has the index `target` afterwards."""
        self._check(source, len(self._tracks))
        self._check(target, len(self._tracks))
        self._tracks.insert(target, self._tracks.pop(source))
        if self.position is None:
            return
        if source == self.position:
            self.position = target
        elif source < self.position <= target:
            self.position -= 1
        elif target < self.position < source:
            self.position += 1

    def play_next(self, index):
        """Move a track right behind the current one."""
        if self.position is None:
            self.position = index
        elif index < self.position:
            self.move(index, self.position)
        elif index > self.position:
            self.move(index, self.position + 1)

    def bring_up(self, index):
        """Play a track before the current one, which waits behind it."""
        self.move(index, self.position or 0)

    def skip(self, count=1):
        """Go on, or back with a negative count; returns the track then current."""
        if self.position is None:
            return None
        position = self.position + count
        if self.repeat:
            self.position = position % len(self._tracks)
        else:
            self.position = position if 0 <= position < len(self._tracks) else None
        return self.current

    def sort(self, key=lambda track: track.title):
        current = self.current
        self._tracks.sort(key=key)
        if current is not None:
            self.position = next(n for n, track in enumerate(self._tracks) if track is current)

    @staticmethod
    def _check(index, length):
        if not 0 <= index < length:
            raise IndexError(f"no place {index}")
