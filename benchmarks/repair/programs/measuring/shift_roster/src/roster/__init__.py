from roster.model import Shift
from roster.rules import violations

__all__ = ["Shift", "violations"]
