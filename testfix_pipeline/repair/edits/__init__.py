"""All families of edits: those made of templates, then those that are functions Target -> Iterator[Edit]."""

from __future__ import annotations

from testfix_pipeline.repair.edits import adding, changing
from testfix_pipeline.repair.templates.registry import FAMILIES as OF_TEMPLATES

FAMILIES = (*OF_TEMPLATES, *changing.FAMILIES, *adding.FAMILIES)

BOUNDS = {family.id: family.bound for family in FAMILIES}
"""The highest prior that each family gives."""
