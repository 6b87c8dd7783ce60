"""`python -m testfix_pipeline.analytics.tables.schema_docs [TABLE...]`: the columns of the history as Markdown."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from testfix_pipeline.analytics.tables.schema import DESCRIPTIONS, TABLES

BEGIN, END = "<!-- tables: made by schema_docs -->", "<!-- end of tables -->"


def table_list() -> str:
    """Return the tables and what a row of each is, for the marked section of docs/history.md."""
    rows = [f"| `{name}` | {DESCRIPTIONS[name]} |" for name in TABLES]
    return "\n".join([BEGIN, "| table | |", "|---|---|", *rows, END])


def columns(tables: Iterable[str]) -> str:
    """Return the columns of these tables with type and meaning. Raises KeyError for an unknown table."""
    parts = []
    for name in tables:
        parts += [f"### {name}\n", f"{DESCRIPTIONS[name]}\n", "| column | type | |", "|---|---|---|"]
        parts += [
            f"| `{one.name}` | {_kind(one.dtype)} | {one.description.replace('|', '/')} |" for one in TABLES[name]
        ]
        parts.append("")
    return "\n".join(parts)


def _kind(dtype: str) -> str:
    names = {"str": "text", "Int64": "whole number", "float64": "number", "bool": "yes or no"}
    return names.get(dtype, "time (UTC)")


if __name__ == "__main__":
    print(columns(sys.argv[1:] or TABLES))
