"""Templates for Python by topic: each module defines `TEMPLATES`."""
