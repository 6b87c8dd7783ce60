from sessions.manager import SessionManager
from sessions.store import MemoryStore

__all__ = ["MemoryStore", "SessionManager"]
