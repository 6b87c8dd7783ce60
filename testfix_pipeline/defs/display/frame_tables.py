"""Frames as the UI shows them; apart from what a session shows, which needs no pandas."""

from typing import Any

import dagster as dg
import pandas as pd

from testfix_pipeline.defs.display.markdown import cell


def markdown_table(frame: pd.DataFrame) -> dg.MarkdownMetadataValue:
    """A frame as a markdown table; what a cell says is text, whatever a project named its tests."""
    lines = ["| " + " | ".join(frame.columns) + " |", "|" + "---|" * len(frame.columns)]
    lines += ["| " + " | ".join(map(_cell, row)) + " |" for row in frame.to_numpy(dtype=object)]
    return dg.MetadataValue.md("\n".join(lines))


def _cell(value: Any) -> str:
    return "" if pd.isna(value) else cell(value)
