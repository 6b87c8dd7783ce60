"""Edit templates: patterns with replacements, conditions and examples, as data (see docs/add-an-edit-template.md)."""

import testfix_pipeline.repair.languages.python.edits  # noqa: F401  # first, whichever of both is imported: its producers are made of these
