"""Podcast subscriptions: merge downloaded feeds and keep track of what was heard."""
from dataclasses import dataclass
from datetime import date


def parse_duration(text):
    """Seconds in '45', '12:30' or '1:02:30'."""
    seconds = 0
    for part in text.strip().split(":"):
        seconds = seconds * 60 + int(part)
    return seconds


def format_duration(seconds):
    hours, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    if hours:
        return f"{hours}:{minutes:02}:{seconds:02}"
    return f"{minutes}:{seconds:02}"


@dataclass
class Episode:
    guid: str
    title: str
    published: date
    seconds: int
    position: int = 0
    played: bool = False

    @property
    def remaining(self):
        return 0 if self.played else self.seconds - self.position


class Podcast:
    def __init__(self, name, keep=None):
        """`keep` limits how many episodes are remembered (the newest ones)."""
        self.name = name
        self.keep = keep
        self.episodes = {}

    def refresh(self, items):
        """Merge the entries of a downloaded feed, in whatever order they come.

        Known episodes keep what was heard of them, but take over a corrected
        title. Entries without an enclosure are announcements and aren't
        episodes. Returns the number of new episodes.
        """
        added = 0
        for item in items:
            if not item.get("enclosure"):
                continue
            known = self.episodes.get(item["guid"])
            if known is not None:
                known.title = item["title"]
                break
            self.episodes[item["guid"]] = Episode(
                item["guid"],
                item["title"],
                date.fromisoformat(item["published"]),
                parse_duration(item.get("duration", "0")),
            )
            added += 1
        self._trim()
        return added

    def _trim(self):
        if self.keep is None:
            return
        for episode in self.newest_first()[self.keep:]:
            del self.episodes[episode.guid]

    def newest_first(self):
        return sorted(self.episodes.values(), key=lambda e: (e.published, e.guid), reverse=True)

    def listen(self, guid, seconds):
        """Listen to the episode for some time from where we stopped."""
        episode = self.episodes[guid]
        episode.position = min(episode.position + seconds, episode.seconds)
        if episode.position == episode.seconds:
            episode.played = True

    def rewind(self, guid):
        episode = self.episodes[guid]
        episode.position = 0
        episode.played = False

    def unplayed(self):
        return [e for e in reversed(self.newest_first()) if not e.played]


def queue(podcasts, limit=None):
    """Titles to hear next over all podcasts: begun episodes first, then oldest first."""
    waiting = [(e, p.name) for p in podcasts for e in p.unplayed()]
    waiting.sort(key=lambda pair: (pair[0].position == 0, pair[0].published, pair[1]))
    return [f"{name}: {episode.title}" for episode, name in waiting[:limit]]


def total_remaining(podcasts):
    return format_duration(sum(e.remaining for p in podcasts for e in p.episodes.values()))
