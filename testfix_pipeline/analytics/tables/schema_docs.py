"""`python -m testfix_pipeline.analytics.tables.schema_docs`: the tables' columns as the markdown of docs/history.md."""

from __future__ import annotations

from testfix_pipeline.analytics.tables.schema import DESCRIPTIONS, SOURCES, TABLES

BEGIN, END = "<!-- tables: made by schema_docs -->", "<!-- end of tables -->"


def markdown() -> str:
    """Every table with its columns, between the marks that docs/history.md has around them."""
    parts = [BEGIN]
    for name, columns in TABLES.items():
        kind = "from the sessions' files" if name in SOURCES else "follows from others"
        parts += [f"\n### {name}\n", f"{DESCRIPTIONS[name]} ({kind})\n", "| column | type | |", "|---|---|---|"]
        parts += [f"| `{one.name}` | {_kind(one.dtype)} | {one.description.replace('|', '/')} |" for one in columns]
    return "\n".join([*parts, "", END])


def _kind(dtype: str) -> str:
    names = {"str": "text", "Int64": "whole number", "float64": "number", "bool": "yes or no"}
    return names.get(dtype, "time (UTC)")


if __name__ == "__main__":
    print(markdown())
