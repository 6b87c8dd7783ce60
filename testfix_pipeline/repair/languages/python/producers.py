"""All producers of edits: of templates, of ingredients, then hand-written functions."""

from __future__ import annotations

from testfix_pipeline.repair.languages.python.edits import (
    assignments,
    branches,
    called_values,
    formats,
    handlers,
    imports,
    lacking_members,
    late_binding,
    missing_updates,
    mutable_defaults,
    operands,
    scope_declarations,
    text_literals,
    updates,
)
from testfix_pipeline.repair.languages.python.edits import repeated_replacements as elsewhere
from testfix_pipeline.repair.languages.python.edits import sibling_differences as aligned
from testfix_pipeline.repair.languages.python.edits.edit_producer import EditProducer
from testfix_pipeline.repair.languages.python.ingredients import signatures
from testfix_pipeline.repair.languages.python.ingredients.producers import PRODUCERS as OF_PRODUCERS
from testfix_pipeline.repair.languages.python.templates.catalogue import PRODUCERS as OF_TEMPLATES

HAND_WRITTEN = (
    EditProducer("history-repeated", elsewhere.propose_earlier_replacements, 0.9),
    EditProducer("aligned", aligned.propose_sibling_pieces, 0.55),
    EditProducer("brackets", operands.propose_other_groups, 0.5),
    EditProducer("completed", operands.propose_completed_operands, 0.6),
    EditProducer("second-keys", operands.propose_second_keys, 0.4),
    EditProducer("grouped", operands.propose_grouped, 0.7),
    EditProducer("accesses", operands.propose_accesses, 0.5),
    EditProducer("ranges", operands.propose_ranges, 0.4),
    EditProducer("at-once", assignments.propose_at_once, 0.5),
    EditProducer("starts", assignments.propose_starts, 0.4),
    EditProducer("branch-order", branches.exchange_branches, 0.4),
    EditProducer("defaults", signatures.propose_defaults, 0.7),
    EditProducer("unpacked", signatures.propose_unpacked, 0.7),
    EditProducer("inherited", signatures.propose_inherited, 0.7),
    EditProducer("own-calls", signatures.propose_own_calls, 0.7),
    EditProducer("branches", branches.exchange_keywords, 0.4, rich=True),
    EditProducer("behind-the-loop", branches.leave_behind_the_loop, 0.5),
    EditProducer("called-value", called_values.propose_values, 0.8),
    EditProducer("container-changed", updates.propose_container_changes, 0.5, rich=True),
    EditProducer("missing-updates", missing_updates.propose_missing_updates, 0.4, rich=True),
    EditProducer("formats", formats.propose_formats, 0.4, rich=True),
    EditProducer("filled", formats.propose_filled, 0.4),
    EditProducer("chains", signatures.propose_chains, 0.4),
    EditProducer("handlers", handlers.propose_handlers, 0.6),
    EditProducer("imports", imports.propose_missing_imports, 0.95),
    EditProducer("import-names", imports.propose_import_corrections, 0.7),
    EditProducer("lacking-members", lacking_members.propose_members, 0.9),
    EditProducer("late-binding", late_binding.propose_default_arguments, 0.9),
    EditProducer("mutable-defaults", mutable_defaults.propose_fresh_defaults, 0.9, rich=True),
    EditProducer("scopes", scope_declarations.propose_declarations, 0.85),
    EditProducer("state-reset", updates.propose_resets, 0.65, rich=True),
    EditProducer("text-from-assertion", text_literals.propose_expected_texts, 0.75),
    EditProducer("separators", text_literals.propose_text_variants, 0.2),
)
PRODUCERS = (*OF_TEMPLATES, *OF_PRODUCERS, *HAND_WRITTEN)
