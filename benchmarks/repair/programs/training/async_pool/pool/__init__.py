"""A pool of connections for asyncio."""

from .connection import Connection, ConnectionBroken
from .pool import Pool, run_all

__all__ = ["Connection", "ConnectionBroken", "Pool", "run_all"]
