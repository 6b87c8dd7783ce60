"""Repairs for programs whose installed libraries have changed: lost names, moved modules, other signatures."""
