"""Renders values and pictures as Markdown for Dagster's UI."""

from __future__ import annotations

import base64
import re
from typing import TYPE_CHECKING, Any

import dagster as dg

if TYPE_CHECKING:  # sessions need none
    import pandas as pd


def cell(value: Any, most: int = 120) -> str:
    """Return a value as the text of a Markdown table's cell, cut at `most` characters."""
    text = f"{value:.4g}" if isinstance(value, float) else str(value)
    return re.sub(r"([\\`*_{}\[\]<>|!])", r"\\\1", " ".join(text.split())[:most])


def image(png: bytes, title: str) -> dg.MarkdownMetadataValue:
    """Return a picture that the UI shows inline."""
    return dg.MetadataValue.md(f"![{title}](data:image/png;base64,{base64.b64encode(png).decode()})")


def markdown_table(frame: pd.DataFrame) -> dg.MarkdownMetadataValue:
    """Return a frame as a Markdown table; cells are escaped, since names of tests are untrusted."""
    lines = ["| " + " | ".join(frame.columns) + " |", "|" + "---|" * len(frame.columns)]
    known = frame.astype(object).where(frame.notna(), None)
    rows = ([cell("" if one is None else one) for one in row] for row in known.to_numpy())
    return dg.MetadataValue.md("\n".join((*lines, *(f"| {' | '.join(row)} |" for row in rows))))
