"""Fixes by comparison: what a program's calls gave under the old release and what they give now."""
