"""Renders frames for the UI; a module of its own, since sessions do not need pandas."""

from typing import Any

import dagster as dg
import pandas as pd

from testfix_pipeline.defs.display.markdown import cell


def markdown_table(frame: pd.DataFrame) -> dg.MarkdownMetadataValue:
    """Return a frame as a Markdown table; cells are escaped, since names of tests are untrusted."""
    lines = ["| " + " | ".join(frame.columns) + " |", "|" + "---|" * len(frame.columns)]
    lines += ["| " + " | ".join(map(_cell, row)) + " |" for row in frame.to_numpy(dtype=object)]
    return dg.MetadataValue.md("\n".join(lines))


def _cell(value: Any) -> str:
    return "" if pd.isna(value) else cell(value)
