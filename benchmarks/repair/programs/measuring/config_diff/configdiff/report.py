import json

SIGNS = {"added": "+", "removed": "-", "changed": "~"}
SECRET = ("password", "token", "secret")


def _shown(path, value):
    if path.lower().endswith(SECRET):
        return "***"
    return json.dumps(value, sort_keys=True)


def report(changes):
    lines = []
    for change in changes:
        old, new = _shown(change.path, change.old), _shown(change.path, change.new)
        value = {"added": new, "removed": old, "changed": f"{old} -> {new}"}[change.kind]
        lines.append(f"{SIGNS[change.kind]} {change.path}: {value}")
    return lines or ["no changes"]
