"""All families of edits, cheapest first. A family is a function Target -> Iterator[Edit]."""

from __future__ import annotations

from testfix_pipeline.repair.edits import adding, changing

FAMILIES = (*changing.FAMILIES, *adding.FAMILIES)

BOUNDS = {family.id: family.bound for family in FAMILIES}
"""The highest prior that each family gives."""
