"""Prints as JSON the packages beside the interpreter: {"python", "stdlib", "distributions", "modules"}.

stdlib: top-level modules that a whole build of this version has (none before 3.10); distributions: version by
normalised name; modules: top-level module -> normalised name. A distribution that is installed from a folder on this
machine is left out where this lies below the folder in the first argument, else the working directory: it is the
project itself.
"""

import csv
import json
import os
import re
import sys
from importlib.metadata import distributions


def normalised_name(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def is_project_itself(distribution, root):
    """Whether a distribution is installed from a folder below `root`."""
    try:
        address = json.loads(distribution.read_text("direct_url.json") or "{}")
        folder = str(address.get("url", "")).partition("file://")[2] if "dir_info" in address else ""
    except (ValueError, AttributeError):
        return False
    return bool(folder) and (os.path.realpath(folder) + os.sep).startswith(os.path.realpath(root) + os.sep)


def top_level_modules(distribution):
    listed = (distribution.read_text("top_level.txt") or "").split()
    if not listed:  # `files` looks for each of thousands
        rows = csv.reader((distribution.read_text("RECORD") or "").splitlines())
        files = [row[0] for row in rows if row] or [str(one) for one in distribution.files or ()]
        heads = {path.split("/")[0] for path in files if path.endswith((".py", ".so", ".pyd"))}
        listed = sorted({head.partition(".")[0] for head in heads})
    return [name for name in listed if name.isidentifier()]


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else os.getcwd()
    found = {"python": "%d.%d.%d" % sys.version_info[:3], "distributions": {}, "modules": {}}
    found["stdlib"] = sorted(getattr(sys, "stdlib_module_names", ()))
    for one in distributions():
        try:
            name, version = map(one.metadata.get, ("Name", "Version"))  # one parse of the metadata
            if not name or not version or is_project_itself(one, root):
                continue
            name = normalised_name(name)
            if name in found["distributions"]:  # the first on the path is the one that is imported
                continue
            found["distributions"][name] = version
            for module in top_level_modules(one):
                found["modules"].setdefault(module, name)
        except Exception:  # damaged metadata of one says nothing of the others
            continue
    print(json.dumps(found))


if __name__ == "__main__":
    main()
