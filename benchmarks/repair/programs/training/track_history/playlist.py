"""A player that shuffles a playlist and can walk back through what it played."""
import random


class Player:
    """Plays every track once per round, in random order.

    `rng` needs a `shuffle` method; the history keeps the last `limit` tracks.
    """

    def __init__(self, tracks=(), rng=None, repeat=False, limit=50):
        self.tracks = list(dict.fromkeys(tracks))
        self.repeat = repeat
        self.limit = limit
        self._rng = rng or random.Random()
        self._queue = []
        self._history = []
        self._pos = -1
        self._refill()

    def _refill(self):
        self._queue = list(self.tracks)
        self._rng.shuffle(self._queue)
        if len(self._queue) > 1 and self._queue[0] == self.current:
            self._queue.append(self._queue.pop(0))

    def _record(self, track):
        self._history.append(track)
        self._pos += 1
        if len(self._history) > self.limit:
            self._history.pop(0)
            self._pos -= 1

    @property
    def current(self):
        return self._history[self._pos] if self._pos >= 0 else None

    @property
    def upcoming(self):
        """What the next calls of `next` will play in this round."""
        return self._history[self._pos + 1:] + self._queue

    @property
    def played(self):
        return self._history[:self._pos + 1]

    def next(self):
        if self._pos + 1 < len(self._history):
            self._pos += 1
            return self.current
        if not self._queue:
            if not self.repeat or not self.tracks:
                return None
            self._refill()
        self._record(self._queue.pop(0))
        return self.current

    def previous(self):
        if self._pos <= 0:
            return None
        self._pos -= 1
        return self.current

    def play(self, track):
        """Play a track right now; anything to go forward to is dropped."""
        if track not in self.tracks:
            raise KeyError(track)
        if track in self._queue:
            self._queue.remove(track)
        del self._history[self._pos + 1:]
        self._record(track)

    def add(self, track):
        if track in self.tracks:
            return False
        self.tracks.append(track)
        self._queue.append(track)
        return True

    def remove(self, track):
        """Forget a track altogether, the history included."""
        if track not in self.tracks:
            raise KeyError(track)
        self.tracks.remove(track)
        self._queue = [t for t in self._queue if t != track]
        self._history = [t for t in self._history if t != track]
