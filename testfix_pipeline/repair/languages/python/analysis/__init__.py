"""What producers of edits ask about a file: scopes, dataflow, operators, similar statements."""
