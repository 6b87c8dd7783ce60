"""Comparing five-card poker hands."""
from .cards import Card, parse_hand
from .ranking import Rank, best_of, evaluate, winners

__all__ = ["Card", "Rank", "best_of", "evaluate", "parse_hand", "winners"]
