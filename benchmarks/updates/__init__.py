"""Measures repair of code that a newer version of a library broke: see README.md."""
