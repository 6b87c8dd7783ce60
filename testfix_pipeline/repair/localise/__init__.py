"""Fault localisation: statements ranked by which failing and passing tests run them, and by the failures."""

from testfix_pipeline.repair.localise.churn import older_texts
from testfix_pipeline.repair.localise.ranking import localise
from testfix_pipeline.repair.localise.uncovered_tests import coverage_note
from testfix_pipeline.repair.model.symptoms import FaultLocation, Symptoms

__all__ = ["FaultLocation", "Symptoms", "coverage_note", "localise", "older_texts"]
