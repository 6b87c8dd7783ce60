"""Twelve small programs that lack something, each with the change that is right, tests, and tests that nobody sees.

The missing parts are several lines, or in several places: what a model is asked for because a small edit won't do.
"""

from __future__ import annotations

from benchmarks.agents.near_miss_programs.classes import CLASSES
from benchmarks.agents.near_miss_programs.other_functions import OTHER_FUNCTIONS
from benchmarks.agents.near_miss_programs.text_functions import TEXT_FUNCTIONS

PROGRAMS = (*TEXT_FUNCTIONS, *OTHER_FUNCTIONS, *CLASSES)
