"""Turning flat sources into nested dictionaries."""


def convert(text):
    """Guess bool, int or str."""
    lowered = text.lower()
    if lowered in ("true", "false"):
        return lowered == "true"
    try:
        return int(text)
    except ValueError:
        return text


def parse_pairs(lines):
    """``["a.b=1", "# note"]`` -> ``{"a": {"b": 1}}``"""
    tree = {}
    for line in lines:
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        key, _, text = line.partition("=")
        node = tree
        *parents, leaf = key.strip().split(".")
        for name in parents:
            node = node.setdefault(name, {})
        node[leaf] = convert(text.strip())
    return tree


def parse_env(environ, prefix):
    """``APP_DB__HOST=x`` with prefix ``APP_`` -> ``{"db": {"host": "x"}}``"""
    lines = []
    for name, text in sorted(environ.items()):
        if name.startswith(prefix):
            key = name[len(prefix):].lower().replace("__", ".")
            lines.append(f"{key}={text}")
    return parse_pairs(lines)
