from breaker.circuit import Breaker, CircuitOpen
from breaker.registry import Registry

__all__ = ["Breaker", "CircuitOpen", "Registry"]
