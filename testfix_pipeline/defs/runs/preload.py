"""Imported once by the fork server of the multiprocess executor, so that a step starts in a tenth of the time.

Imports only; nothing here opens a connection (a fork would share it).
"""

import importlib

from testfix_pipeline.defs.runs.dagster_internals import STEP_PROCESS_MODULES

for module in STEP_PROCESS_MODULES:
    importlib.import_module(module)
