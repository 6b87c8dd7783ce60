"""The nodes and how they are rendered."""

FILTERS = {
    "upper": lambda v: str(v).upper(),
    "title": lambda v: str(v).title(),
    "length": len,
    "comma": lambda v: ", ".join(map(str, v)),
}
_UNSET = object()


def lookup(path, scope):
    """Dotted access; unknown names are empty."""
    value = scope
    for step in path.split("."):
        if isinstance(value, dict):
            value = value.get(step, "")
        elif isinstance(value, (list, tuple)) and step.isdigit():
            value = value[int(step)] if int(step) < len(value) else ""
        else:
            value = getattr(value, step, "")
    return value


def render_nodes(nodes, scope):
    return "".join(node.render(scope) for node in nodes)


class Text:
    def __init__(self, text):
        self.text = text

    def render(self, scope):
        return self.text


class Output:
    def __init__(self, path, filters):
        self.path, self.filters = path, filters

    def render(self, scope):
        value = lookup(self.path, scope)
        for name in self.filters:
            value = FILTERS[name](value)
        return str(value)


class If:
    def __init__(self, path):
        self.path, self.body, self.other = path, [], []

    def render(self, scope):
        return render_nodes(self.body if lookup(self.path, scope) else self.other, scope)


class For:
    """Repeats its body; the loop variable is visible only inside."""

    def __init__(self, name, path):
        self.name, self.path, self.body = name, path, []

    def render(self, scope):
        shadowed = scope.get(self.name, _UNSET)
        parts = []
        for item in lookup(self.path, scope):
            scope[self.name] = item
            parts.append(render_nodes(self.body, scope))
        if shadowed is _UNSET:
            scope.pop(self.name, None)
        return "".join(parts)
