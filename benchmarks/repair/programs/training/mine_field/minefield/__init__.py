"""The rules of a mine clearing game, without a screen."""

from .field import Field
from .game import Game, State

__all__ = ["Field", "Game", "State"]
