"""Layered configuration: defaults < file < environment < overrides."""

from .loader import parse_env, parse_pairs
from .merge import deep_merge
from .store import Config

__all__ = ["Config", "deep_merge", "parse_env", "parse_pairs"]
