"""What the engine is measured beside, in the same run: another repair tool, and validation by subprocess."""
