"""Analyses of a file for producers of edits: scopes, dataflow, operators, similar statements."""
