"""Fits the order in which edits are tried."""

import os

# OpenBLAS adds in another order on other processors, which changes last digits; one kernel gives one file everywhere.
os.environ.setdefault("OPENBLAS_CORETYPE", "Haswell")
