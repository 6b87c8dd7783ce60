"""Go for the repair engine."""
