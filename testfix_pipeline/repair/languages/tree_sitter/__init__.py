"""What the languages that are read by tree-sitter share: sources, targets, and edits that differ by a table alone."""
