"""Expressions for slots, all from one enumerator, and the producers of edits that fill slots with them."""

import testfix_pipeline.repair.languages.python.edits  # noqa: F401  # its list has these producers: it has to be read first
