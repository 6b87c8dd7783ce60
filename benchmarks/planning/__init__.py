"""Measures planning, gates and test generation: `make bench-planning`."""
