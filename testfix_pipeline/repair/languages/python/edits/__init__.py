"""All families of edits: those made of templates, the producers, then functions for what neither can say."""

from __future__ import annotations

from testfix_pipeline.repair.languages.python.edits import adding, changing
from testfix_pipeline.repair.languages.python.ingredients.producers import FAMILIES as OF_PRODUCERS
from testfix_pipeline.repair.languages.python.templates.registry import FAMILIES as OF_TEMPLATES

FAMILIES = (*OF_TEMPLATES, *OF_PRODUCERS, *changing.FAMILIES, *adding.FAMILIES)
