"""All families of edits: those made of templates, the producers, then functions for what neither can say."""

from __future__ import annotations

from testfix_pipeline.repair.languages.python.edits import (
    aligned,
    branches,
    elsewhere,
    imports,
    late_binding,
    mutable_defaults,
    regexes,
    scope_declarations,
    text_literals,
    updates,
)
from testfix_pipeline.repair.languages.python.edits.family import Family
from testfix_pipeline.repair.languages.python.ingredients.producers import FAMILIES as OF_PRODUCERS
from testfix_pipeline.repair.languages.python.templates.registry import FAMILIES as OF_TEMPLATES

HAND_WRITTEN = (
    Family("history-repeated", elsewhere.repeated, 0.9),
    Family("aligned", aligned.insertions, 0.55),
    Family("branches", branches.keywords, 0.4, rich=True),
    Family("imports", imports.missing, 0.95),
    Family("import-names", imports.wrong, 0.7),
    Family("late-binding", late_binding.bound_at_once, 0.9),
    Family("mutable-defaults", mutable_defaults.unshared, 0.9, rich=True),
    Family("scopes", scope_declarations.declared, 0.85),
    Family("state-reset", updates.resets, 0.65, rich=True),
    Family("text-from-assertion", text_literals.as_expected, 0.75),
    Family("separators", text_literals.variants, 0.2),
    Family("patterns", regexes.variants, 0.3),
)
FAMILIES = (*OF_TEMPLATES, *OF_PRODUCERS, *HAND_WRITTEN)
