"""Ten sessions at once, on one project and on ten (`make prove-load`)."""
