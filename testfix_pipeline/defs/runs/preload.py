"""Imported once by the fork server of the multiprocess executor, so that a step starts in a tenth of the time.

Contains only imports; a connection opened here would be shared by forks.
"""

import importlib

from testfix_pipeline.defs.runs.dagster_internals import STEP_PROCESS_MODULES

for module in STEP_PROCESS_MODULES:
    importlib.import_module(module)
