"""Repairs for programs whose installed libraries have changed: lost names, moved modules, other signatures.

`library_fixes` asks and joins all. Below it: `sources/` of fixes, fixes from calls `recorded/` under both releases,
`edits/` of program files, and the `inquiry/` of what is installed and was before.
"""
