"""A minimal make: dependency ordering and staleness."""

from .graph import CycleError, Graph
from .plan import plan, stages

__all__ = ["CycleError", "Graph", "plan", "stages"]
