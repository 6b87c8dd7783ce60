"""Marks figures that are based on few cases."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

# Under 5 measurements a flip may be chance, under 5 attempts or repairs a mean says little.
FEW = 5
# The quantile of the normal distribution for 95 %.
_Z = 1.959963984540054


def size(number: int) -> dict[str, Any]:
    """Return `n` and `small_n` of a row."""
    return {"n": number, "small_n": number < FEW}


def wilson(good: pd.Series[Any], n: pd.Series[Any]) -> tuple[pd.Series[Any], pd.Series[Any]]:
    """Return the 95 % interval of a share in percent: Wilson, J. Am. Stat. Assoc. 22 (1927) 209-212. `n` is never 0."""
    share = good / n
    middle = share + _Z**2 / (2 * n)
    spread = _Z * np.sqrt(share * (1 - share) / n + _Z**2 / (4 * n**2))
    whole = 1 + _Z**2 / n
    return 100 * (middle - spread).clip(lower=0) / whole, 100 * ((middle + spread) / whole).clip(upper=1)
