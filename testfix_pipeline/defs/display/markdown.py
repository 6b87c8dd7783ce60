"""Renders values and pictures as Markdown for Dagster's UI."""

import base64
import re
from typing import Any

import dagster as dg


def cell(value: Any, most: int = 120) -> str:
    """Return a value as the text of a Markdown table's cell, cut at `most` characters."""
    text = f"{value:.4g}" if isinstance(value, float) else str(value)
    return re.sub(r"([\\`*_{}\[\]<>|!])", r"\\\1", " ".join(text.split())[:most])


def image(png: bytes, title: str) -> dg.MarkdownMetadataValue:
    """Return a picture that the UI shows inline."""
    return dg.MetadataValue.md(f"![{title}](data:image/png;base64,{base64.b64encode(png).decode()})")
