"""Python for the repair engine: syntax tree, scopes, types, templates, ingredients and synthesis."""
