"""Templates for Python, by topic: each module has its `TEMPLATES`."""
