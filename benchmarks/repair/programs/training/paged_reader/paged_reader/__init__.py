"""Iterate over paged collections."""

from .pages import ListSource, Page, SourceError
from .reader import Reader

__all__ = ["ListSource", "Page", "Reader", "SourceError"]
