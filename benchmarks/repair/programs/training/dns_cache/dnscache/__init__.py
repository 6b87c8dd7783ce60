from dnscache.cache import Cache
from dnscache.resolver import NotFound, Resolver

__all__ = ["Cache", "NotFound", "Resolver"]
