from edf.model import Job, Slice
from edf.scheduler import run
from edf.report import lateness, utilisation

__all__ = ["Job", "Slice", "lateness", "run", "utilisation"]
