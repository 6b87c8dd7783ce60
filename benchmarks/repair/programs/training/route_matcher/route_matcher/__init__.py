from .patterns import Pattern
from .router import NotFound, Router

__all__ = ["NotFound", "Pattern", "Router"]
