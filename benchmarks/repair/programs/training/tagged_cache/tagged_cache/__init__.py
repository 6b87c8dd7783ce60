"""A small in-memory cache whose entries can be invalidated by tag."""

from .cache import TaggedCache
from .index import TagIndex

__all__ = ["TagIndex", "TaggedCache"]
