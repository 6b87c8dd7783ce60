"""All producers of edits: those of templates, those that search for ingredients, then hand-written functions."""

from __future__ import annotations

from testfix_pipeline.repair.languages.python.edits import (
    branches,
    imports,
    late_binding,
    mutable_defaults,
    regexes,
    scope_declarations,
    text_literals,
    updates,
)
from testfix_pipeline.repair.languages.python.edits import repeated_replacements as elsewhere
from testfix_pipeline.repair.languages.python.edits import sibling_differences as aligned
from testfix_pipeline.repair.languages.python.edits.edit_producer import EditProducer
from testfix_pipeline.repair.languages.python.ingredients.producers import PRODUCERS as OF_PRODUCERS
from testfix_pipeline.repair.languages.python.templates.registry import PRODUCERS as OF_TEMPLATES

HAND_WRITTEN = (
    EditProducer("history-repeated", elsewhere.repeated, 0.9),
    EditProducer("aligned", aligned.insertions, 0.55),
    EditProducer("branches", branches.keywords, 0.4, rich=True),
    EditProducer("imports", imports.missing, 0.95),
    EditProducer("import-names", imports.wrong, 0.7),
    EditProducer("late-binding", late_binding.bound_at_once, 0.9),
    EditProducer("mutable-defaults", mutable_defaults.unshared, 0.9, rich=True),
    EditProducer("scopes", scope_declarations.declared, 0.85),
    EditProducer("state-reset", updates.resets, 0.65, rich=True),
    EditProducer("text-from-assertion", text_literals.as_expected, 0.75),
    EditProducer("separators", text_literals.variants, 0.2),
    EditProducer("patterns", regexes.variants, 0.3),
)
PRODUCERS = (*OF_TEMPLATES, *OF_PRODUCERS, *HAND_WRITTEN)
