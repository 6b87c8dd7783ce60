"""A connection to something; real ones would talk to a server."""

import asyncio


class ConnectionBroken(Exception):
    pass


class Connection:
    def __init__(self, number, backend):
        self.number = number
        self.backend = backend
        self.healthy = True
        self.resets = 0

    async def query(self, text):
        """Ask the backend. Raises ConnectionBroken, and always does after that until the connection is reset."""
        await asyncio.sleep(0)
        if not self.healthy:
            raise ConnectionBroken(f"connection {self.number} is broken")
        try:
            return self.backend(text)
        except OSError as error:
            self.healthy = False
            raise ConnectionBroken(str(error)) from error

    async def reset(self):
        """Start over. Raises ConnectionBroken after the second time, no server wants that more often."""
        await asyncio.sleep(0)
        self.resets += 1
        if self.resets > 2:
            raise ConnectionBroken("too many resets")
        self.healthy = True
