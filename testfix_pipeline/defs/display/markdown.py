"""Values and pictures as the markdown that Dagster's UI shows."""

import base64
import re
from typing import Any

import dagster as dg


def cell(value: Any, most: int = 120) -> str:
    """A value as the text of a markdown table's cell, cut at `most` characters."""
    text = f"{value:.4g}" if isinstance(value, float) else str(value)
    return re.sub(r"([\\`*_{}\[\]<>|!])", r"\\\1", " ".join(text.split())[:most])


def image(png: bytes, title: str) -> dg.MarkdownMetadataValue:
    """A picture that the UI shows in place."""
    return dg.MetadataValue.md(f"![{title}](data:image/png;base64,{base64.b64encode(png).decode()})")
