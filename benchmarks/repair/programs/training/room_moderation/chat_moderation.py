"""A chat room with slow mode, blocked words, strikes and mutes (times in seconds)."""
import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Message:
    user: str
    text: str
    time: int


def name_key(user):
    """User names are compared without case and surrounding blanks."""
    return user.strip().lower()


class Room:
    STRIKES_TO_MUTE = 3

    def __init__(self, slow_seconds=0, mute_seconds=60, blocked=()):
        self.slow_seconds = slow_seconds
        self.mute_seconds = mute_seconds
        self.blocked = {word.lower() for word in blocked}
        self.messages = []
        self.log = []
        self._members = {}
        self._moderators = set()
        self._last_post = {}
        self._muted_until = {}
        self._strikes = {}

    def join(self, user, moderator=False):
        key = name_key(user)
        self._members.setdefault(key, user.strip())
        if moderator:
            self._moderators.add(key)

    def leave(self, user):
        key = name_key(user)
        self._moderators.discard(key)
        return self._members.pop(key, None) is not None

    @property
    def members(self):
        return sorted(self._members.values(), key=str.lower)

    def is_muted(self, user, now):
        return now < self._muted_until.get(name_key(user), 0)

    def strikes(self, user):
        return self._strikes.get(name_key(user), 0)

    def mute(self, user, now, seconds=None):
        key = name_key(user)
        until = now + (self.mute_seconds if seconds is None else seconds)
        self._muted_until[key] = max(until, self._muted_until.get(key, 0))
        self.log.append(("mute", key, now))

    def pardon(self, user):
        key = name_key(user)
        self._strikes.pop(key, None)
        self._muted_until.pop(key, None)

    def _strike(self, key, now):
        count = self._strikes.get(key, 0) + 1
        self.log.append(("strike", key, now))
        if count >= self.STRIKES_TO_MUTE:
            self.mute(key, now)
            count = 0
        self._strikes[key] = count

    def _has_blocked_word(self, text):
        return any(word in self.blocked for word in re.findall(r"\w+", text.lower()))

    def post(self, user, text, now):
        """Post a message; returns "ok" or the reason why it was refused."""
        key = name_key(user)
        if key not in self._members:
            return "not a member"
        if self.is_muted(user, now):
            return "muted"
        text = text.strip()
        if not text:
            return "empty"
        last = self._last_post.get(key)
        self._last_post[key] = now
        if key not in self._moderators:
            if last is not None and now - last < self.slow_seconds:
                return "slow down"
            if self._has_blocked_word(text):
                self._strike(key, now)
                return "blocked"
        self.messages.append(Message(self._members[key], text, now))
        return "ok"

    def purge(self, user):
        """Delete all messages of a user; returns how many there were."""
        key = name_key(user)
        kept = [m for m in self.messages if name_key(m.user) != key]
        count = len(self.messages) - len(kept)
        self.messages = kept
        return count
