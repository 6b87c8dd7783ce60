"""A pedestrian crossing with a request button."""
from .controller import Controller
from .phases import Phase

__all__ = ["Controller", "Phase"]
