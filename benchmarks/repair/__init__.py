"""How good the repair engine is, measured on bugs that nobody tuned it on: `make bench-repair`, see README.md."""
