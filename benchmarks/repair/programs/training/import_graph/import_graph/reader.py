"""Reading the imports of a module from its text."""

import re

IMPORT = re.compile(r"^import\s+(?P<names>[\w., ]+)$|^from\s+(?P<origin>[\w.]+)\s+import\b", re.MULTILINE)


def read_imports(source: str) -> list[str]:
    """The modules that the top level of a source text imports, in order and each once."""
    found: list[str] = []
    for match in IMPORT.finditer(source):
        if match["origin"]:
            found.append(match["origin"])
        else:
            found += [name.split(" as ")[0].strip() for name in match["names"].split(",")]
    return list(dict.fromkeys(found))
