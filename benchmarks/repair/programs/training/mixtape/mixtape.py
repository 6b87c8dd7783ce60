"""Shuffles a music library into playlists without clumps of one artist."""
import random
from collections import Counter, deque
from dataclasses import dataclass


@dataclass(frozen=True)
class Track:
    title: str
    artist: str
    seconds: int = 180
    explicit: bool = False


class Mixer:
    """Builds playlists; `gap` other tracks lie between two of the same artist if possible."""

    def __init__(self, tracks, gap=1, seed=None):
        if gap < 0:
            raise ValueError("negative gap")
        self.tracks = list(tracks)
        self.gap = gap
        self._random = random.Random(seed)

    def shuffle(self, opener=None, clean=False, max_seconds=None):
        """A new playlist.

        opener: title of the track to begin with
        clean: leave out explicit tracks
        max_seconds: leave out what would make the playlist longer
        """
        pool = [t for t in self.tracks if not (clean and t.explicit)]
        result = []
        recent = deque(maxlen=self.gap)
        left = max_seconds
        if opener is not None:
            first = self._find(pool, opener)
            pool.remove(first)
            result.append(first)
            if left is not None:
                left -= first.seconds
        while True:
            if left is not None:
                pool = [t for t in pool if t.seconds <= left]
            if not pool:
                return result
            track = self._pick(pool, recent)
            pool.remove(track)
            result.append(track)
            recent.append(track.artist)
            if left is not None:
                left -= track.seconds

    def _pick(self, pool, recent):
        """A random track of the artist with the most tracks left, of those not just heard."""
        allowed = [t for t in pool if t.artist not in recent]
        if not allowed:
            allowed = self._longest_ago(pool, recent)
        counts = Counter(t.artist for t in pool)
        most = max(counts[t.artist] for t in allowed)
        return self._random.choice([t for t in allowed if counts[t.artist] == most])

    @staticmethod
    def _longest_ago(pool, recent):
        """The tracks of the artist in `recent` whose last turn is the longest ago."""
        last = {artist: place for place, artist in enumerate(recent)}
        oldest = min(last[t.artist] for t in pool)
        return [t for t in pool if last[t.artist] == oldest]

    @staticmethod
    def _find(pool, title):
        wanted = title.strip().lower()
        for track in pool:
            if track.title.lower() == wanted:
                return track
        raise LookupError(f"no track {title!r}")


def duration(playlist):
    minutes, seconds = divmod(sum(t.seconds for t in playlist), 60)
    return f"{minutes}:{seconds:02d}"


def clumps(playlist, gap=1):
    """Positions of the tracks whose artist also has one of the `gap` tracks before."""
    artists = [t.artist for t in playlist]
    return [i for i, artist in enumerate(artists) if artist in artists[max(0, i - gap):i]]


def listing(playlist):
    lines = [f"{i}. {t.artist} - {t.title}" for i, t in enumerate(playlist, start=1)]
    return "\n".join(lines + [f"total {duration(playlist)}"])
