"""Merge the episodes of a freshly downloaded podcast feed into the local library."""
from dataclasses import dataclass, field
from datetime import date


@dataclass
class Episode:
    guid: str
    title: str
    published: date
    duration: int = 0
    position: int = 0
    played: bool = False
    tags: set = field(default_factory=set)

    def remaining(self):
        return 0 if self.played else max(0, self.duration - self.position)


def normalise_guid(guid):
    return guid.strip().lower()


class Library:
    """Episodes of one show.

    What the feed says (title, date, duration) is taken over from the feed;
    what the listener did is kept.
    """

    def __init__(self, episodes=()):
        self._episodes = {}
        for episode in episodes:
            self._episodes[normalise_guid(episode.guid)] = episode

    def __len__(self):
        return len(self._episodes)

    def __contains__(self, guid):
        return normalise_guid(guid) in self._episodes

    def get(self, guid):
        return self._episodes[normalise_guid(guid)]

    def listen(self, guid, seconds):
        episode = self.get(guid)
        episode.position += seconds
        if episode.duration and episode.position >= episode.duration:
            episode.position = episode.duration
            episode.played = True

    def mark_played(self, guid):
        self.get(guid).played = True

    def tag(self, guid, *tags):
        self.get(guid).tags.update(tag.strip().lower() for tag in tags)

    def merge(self, feed):
        """Take over the episodes of the feed; returns (added, updated)."""
        added = updated = 0
        for fresh in feed:
            key = normalise_guid(fresh.guid)
            known = self._episodes.get(key)
            if known is None:
                added += 1
            else:
                fresh.position = max(fresh.position, known.position)
                fresh.tags = fresh.tags | known.tags
                if (fresh.title, fresh.published, fresh.duration) != (
                    known.title, known.published, known.duration
                ):
                    updated += 1
            self._episodes[key] = fresh
        return added, updated

    def newest(self, count=None):
        """Episodes from newest to oldest; of one day, by title."""
        ordered = sorted(
            self._episodes.values(),
            key=lambda e: (-e.published.toordinal(), e.title),
        )
        return ordered if count is None else ordered[:count]

    def unplayed(self):
        return [e for e in self.newest() if not e.played]

    def tagged(self, tag):
        tag = tag.strip().lower()
        return [e for e in self.newest() if tag in e.tags]

    def backlog(self):
        """Seconds still to listen to."""
        return sum(e.remaining() for e in self._episodes.values())

    def prune(self, before):
        """Forget played episodes published before a day; returns how many."""
        old = [
            key for key, e in self._episodes.items()
            if e.played and e.published < before
        ]
        for key in old:
            del self._episodes[key]
        return len(old)
