"""What is known of the libraries of a project: what its interpreter says, old releases, tables of what was removed."""
