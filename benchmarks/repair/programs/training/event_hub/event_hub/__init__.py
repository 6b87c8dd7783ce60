"""Publish/subscribe with priorities, wildcards and one-shot handlers."""

from .hub import Hub
from .subscription import STOP, Subscription
from .topics import matches

__all__ = ["Hub", "STOP", "Subscription", "matches"]
