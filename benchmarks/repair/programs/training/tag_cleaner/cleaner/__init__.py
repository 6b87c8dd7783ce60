from cleaner.clean import clean
from cleaner.rules import Rules

__all__ = ["Rules", "clean"]
