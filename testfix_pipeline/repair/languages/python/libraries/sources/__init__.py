"""The sources of fixes that need no comparison: texts of errors and warnings, near names, rules, old definitions."""
