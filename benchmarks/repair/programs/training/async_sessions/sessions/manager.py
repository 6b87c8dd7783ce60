"""Logins of users, each on one device, that end after a time without activity."""

import itertools


class SessionManager:
    """Sessions in a store. `clock` gives the time in seconds, `idle_limit` is in seconds too."""

    def __init__(self, store, clock, idle_limit=1800):
        self._store = store
        self._clock = clock
        self._idle_limit = idle_limit
        self._numbers = itertools.count(1)

    async def login(self, user, device):
        """Start a session; its token."""
        token = f"{user}-{next(self._numbers)}"
        await self._store.write(token, {"user": user, "device": device, "seen": self._clock()})
        return token

    def _is_stale(self, record):
        return self._clock() - record["seen"] > self._idle_limit

    async def current_user(self, token):
        """The user of a session, which counts as activity; None for an unknown or stale session."""
        record = await self._store.read(token)
        if record is None:
            return None
        if self._is_stale(record):
            await self._store.delete(token)
            return None
        await self._store.write(token, {**record, "seen": self._clock()})
        return record["user"]

    async def devices(self, user):
        """The devices on which a user is logged in, in the order of the logins."""
        found = []
        for token in await self._store.keys():
            record = await self._store.read(token)
            if record and record["user"] == user and not self._is_stale(record):
                found.append(record["device"])
        return found

    async def logout(self, token):
        """End a session; True where it existed."""
        return await self._store.delete(token)

    async def logout_everywhere(self, user, keep=None):
        """End all sessions of a user except the one with the token `keep`; how many were ended."""
        ended = 0
        for token in await self._store.keys():
            record = await self._store.read(token)
            if record is None or record["user"] != user or token == keep:
                continue
            if self._store.delete(token):
                ended += 1
        return ended

    async def purge(self):
        """Remove stale sessions; how many there were."""
        removed = 0
        for token in await self._store.keys():
            record = await self._store.read(token)
            if record and self._is_stale(record) and await self._store.delete(token):
                removed += 1
        return removed
