"""The programming languages that the engine repairs, a package each."""
