"""Where the bug may be: statements ranked by how failing and passing tests run over them, and by what failures say."""

from testfix_pipeline.repair.localise.churn import older_texts
from testfix_pipeline.repair.localise.ranking import localise
from testfix_pipeline.repair.localise.uncovered_tests import note
from testfix_pipeline.repair.model.symptoms import FaultLocation, Symptoms

__all__ = ["FaultLocation", "Symptoms", "localise", "note", "older_texts"]
