"""Producers of edits that are functions written by hand."""
