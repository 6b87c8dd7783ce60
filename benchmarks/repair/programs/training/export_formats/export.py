"""Writes rows as text in several formats."""

import json


def write_json(rows):
    return json.dumps(rows)


def write_csv(rows):
    return "\n".join(",".join(str(cell) for cell in row) for row in rows)


def write_tsv(rows):
    return "\n".join("\t".join(str(cell) for cell in row) for row in rows)


WRITERS = {
    "json": write_json,
    "tsv": write_tsv,
}


def export(rows, kind="json"):
    """The rows in a format. Raises ValueError for one that isn't known."""
    try:
        writer = WRITERS[kind.lower()]
    except KeyError:
        raise ValueError(f"no such format: {kind}") from None
    return writer(rows)


def formats():
    return sorted(WRITERS)
