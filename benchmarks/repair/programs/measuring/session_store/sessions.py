"""Login sessions held in memory."""

import itertools
from dataclasses import dataclass, field


@dataclass
class Session:
    token: str
    user: str
    created: float
    expires: float
    data: dict = field(default_factory=dict)


class SessionStore:
    """Sessions end `idle` seconds after their last use, and `longest` seconds after login whatever happens."""

    def __init__(self, clock, idle=600, longest=8 * 3600, per_user=3):
        self._clock = clock
        self.idle = idle
        self.longest = longest
        self.per_user = per_user
        self._sessions = {}
        self._numbers = itertools.count(1)

    def _live(self, session):
        return self._clock() < session.expires

    def login(self, user):
        """A new session; the user's oldest one ends if there are too many."""
        now = self._clock()
        open_ones = self.of_user(user)
        if len(open_ones) >= self.per_user:
            self.logout(open_ones[0].token)
        token = f"{user}-{next(self._numbers)}"
        self._sessions[token] = Session(token, user, now, min(now + self.idle, now + self.longest))
        return token

    def get(self, token):
        """The session of a token, its life prolonged; None where it ended or never was."""
        session = self._sessions.get(token)
        if session is None:
            return None
        if not self._live(session):
            del self._sessions[token]
            return None
        session.expires = min(self._clock() + self.idle, session.created + self.longest)
        return session

    def of_user(self, user):
        """The running sessions of a user, the oldest first."""
        own = [session for session in self._sessions.values() if session.user == user]
        return sorted(own, key=lambda session: session.created)

    def logout(self, token):
        self._sessions.pop(token, None)

    def logout_everywhere(self, user):
        tokens = [session.token for session in self._sessions.values() if session.user == user]
        for token in tokens:
            self.logout(token)
        return len(tokens)

    def sweep(self):
        """Drop what has expired; how many those were."""
        dead = [token for token, session in self._sessions.items() if not self._live(session)]
        for token in dead:
            del self._sessions[token]
        return len(dead)
