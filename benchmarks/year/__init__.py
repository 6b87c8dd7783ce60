"""A year of nights over five projects, by a script: what the history says of it against what the script says."""
